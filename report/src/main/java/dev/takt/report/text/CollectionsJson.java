package dev.takt.report.text;

import dev.takt.explain.collections.CollectionReport;
import dev.takt.explain.collections.CollectionRow;
import java.io.IOException;
import java.util.List;
import java.util.Locale;
import org.jspecify.annotations.Nullable;

/// Writes what garbage collections achieved as JSON: sizes in bytes, times in nanoseconds. An
/// unknown size is null.
public final class CollectionsJson {

  private final JsonWriter json;

  private CollectionsJson(JsonWriter json) {
    this.json = json;
  }

  /// Writes the reports as the member `collections` of the open object.
  public static void write(List<CollectionReport> reports, JsonWriter json) throws IOException {
    json.name("collections").open('[');
    for (CollectionReport each : reports) {
      new CollectionsJson(json).report(each);
    }
    json.close(']');
  }

  private void report(CollectionReport report) throws IOException {
    json.open('{');
    json.name("side").string(report.side().lowerCase());
    if (report.machine() != null) {
      json.name("machine").string(report.machine());
    }
    json.name("kinds").open('[');
    for (CollectionRow each : report.rows()) {
      row(each);
    }
    json.close(']');
    json.name("findings").open('[');
    for (String each : report.findings()) {
      json.string(each);
    }
    json.close(']');
    json.close('}');
  }

  private void row(CollectionRow row) throws IOException {
    json.open('{');
    json.name("kind").string(row.what().name().toLowerCase(Locale.ROOT));
    json.name("count").number(row.count());
    json.name("pausedNanos").number(row.pausedNanos());
    json.name("longestNanos").number(row.longestNanos());
    size("beforeBytes", row.beforeBytes());
    size("afterBytes", row.afterBytes());
    size("freedBytes", row.freedBytes());
    size("promotedBytes", row.promotedBytes());
    json.close('}');
  }

  private void size(String name, @Nullable Long bytes) throws IOException {
    json.name(name);
    if (bytes == null) {
      json.string(null);
    } else {
      json.number(bytes);
    }
  }
}
