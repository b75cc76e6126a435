package dev.takt.report.page;

import java.util.List;

/// The page as a server gives it out: its script and style by themselves.
public final class ServedPage {

  /// What a browser may do with the page: talk to where it comes from, and nothing else.
  public static final String POLICY =
      "default-src 'none'; script-src 'self'; style-src 'self'; img-src data: blob:; connect-src 'self'; base-uri 'none'; form-action 'none'";

  private ServedPage() {}

  /// The page.
  ///
  /// @param sources what there is to be shown
  public static String html(List<SourceEntry> sources) {
    return PageTemplate.fill(
        new PageTemplate.Parts(
            POLICY,
            "Takt",
            "<link rel=\"stylesheet\" href=\"page.css\">",
            "<script type=\"application/json\" id=\"takt-page\">"
                + PageManifest.json(true, sources)
                + "</script>",
            "<script src=\"page.js\"></script>"));
  }

  /// Its script.
  public static String script() {
    return PageTemplate.script();
  }

  /// Its style.
  public static String style() {
    return PageTemplate.style();
  }
}
