package dev.takt.cli.render.run;

import dev.takt.cli.render.TextPage;
import dev.takt.explain.collections.CollectionReport;
import dev.takt.explain.collections.CollectionRow;
import dev.takt.report.text.TagText;
import dev.takt.runs.model.Stalls;
import dev.takt.runs.text.ByteText;
import dev.takt.runs.text.Units;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/// What garbage collections achieved, as text: a row for each class of collections, and what stands
/// out.
final class CollectionTable {

  private static final List<String> HEAD =
      List.of("", "count", "paused", "before", "after", "freed", "promoted");

  private CollectionTable() {}

  /// Adds the tables of all JVMs, each after a blank line; nothing if it is not known what
  /// collections collected.
  static void print(Stalls stalls, TextPage page) {
    for (CollectionReport each : CollectionReport.of(stalls)) {
      page.blank();
      List<String> head = new ArrayList<>(HEAD);
      String whose = each.side().lowerCase() + " collections";
      String machine = each.machine();
      if (machine == null) {
        head.set(0, whose);
      } else {
        // A name can be long.
        page.line(whose + " on " + TagText.escape(machine));
      }
      page.table(head, each.rows().stream().map(CollectionTable::row).toList(), 0);
      each.findings().forEach(finding -> page.point(TagText.escape(finding)));
    }
  }

  private static List<String> row(CollectionRow row) {
    return List.of(
        "  " + row.what().label(),
        Units.count(row.count()),
        Units.time(row.pausedNanos()),
        size(row.beforeBytes()),
        size(row.afterBytes()),
        size(row.freedBytes()),
        size(row.promotedBytes()));
  }

  private static String size(@Nullable Long bytes) {
    return bytes == null ? "-" : ByteText.of(bytes);
  }
}
