package dev.takt.report.page;

import dev.takt.report.text.JsonWriter;
import dev.takt.runs.model.Environment;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.util.List;

/// The list of runs and logs that a page holds or an explorer serves.
public final class PageManifest {

  private static final String FORMAT = "takt-page-1";

  private PageManifest() {}

  /// Formats the manifest as JSON that can be embedded in a page.
  ///
  /// @param isServed whether there is a server behind the page
  public static String json(boolean isServed, List<SourceEntry> sources) {
    StringBuilder out = new StringBuilder();
    JsonWriter json = JsonWriter.compact(out);
    try {
      json.open('{');
      json.name("format").string(FORMAT);
      json.name("takt").string(Environment.capture().takt().version());
      json.name("mode").string(isServed ? "explore" : "report");
      json.name("sources").open('[');
      for (SourceEntry each : sources) {
        each.write(json);
      }
      json.close(']');
      json.close('}');
    } catch (IOException e) {
      throw new UncheckedIOException(e); // a StringBuilder takes everything
    }
    return out.toString();
  }
}
