package dev.takt.report.page;

import java.util.List;

/// The page as the explorer serves it, with script and style as separate files.
public final class ServedPage {

  /// The Content-Security-Policy: the page may connect to its own server only.
  public static final String POLICY =
      "default-src 'none'; script-src 'self'; style-src 'self'; img-src data: blob:; connect-src 'self'; base-uri 'none'; form-action 'none'";

  private ServedPage() {}

  /// The page.
  ///
  /// @param sources the runs and logs that can be shown
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
