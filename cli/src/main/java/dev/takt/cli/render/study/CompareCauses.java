package dev.takt.cli.render.study;

import dev.takt.cli.render.TextPage;
import dev.takt.explain.comparison.CauseChange;
import dev.takt.explain.comparison.Comparison;
import dev.takt.explain.comparison.Cost;
import dev.takt.load.text.CounterText;
import dev.takt.report.text.CauseName;
import dev.takt.runs.counters.EventRate;
import dev.takt.runs.model.Side;
import dev.takt.runs.text.ByteText;
import dev.takt.runs.text.Units;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/// What changed in the stalls and in the cost of an operation between two sides, as tables.
final class CompareCauses {

  private CompareCauses() {}

  static void stalls(Comparison of, TextPage page) {
    if (of.differences().causes().isEmpty()) {
      return;
    }
    List<List<String>> rows = new ArrayList<>();
    Side side = null;
    for (CauseChange each : of.differences().causes()) {
      if (each.side() != side) {
        side = each.side();
        rows.add(List.of(side.lowerCase(), "", "", "", "", "", ""));
      }
      rows.add(cells(each));
    }
    String a = of.baseline().label();
    String b = of.candidate().label();
    page.blank();
    page.table(
        List.of(
            "stalls",
            a + " count",
            b + " count",
            a + " total",
            b + " total",
            a + " longest",
            b + " longest"),
        rows,
        0);
  }

  private static List<String> cells(CauseChange cause) {
    CauseChange.Sum a = cause.baseline();
    CauseChange.Sum b = cause.candidate();
    List<String> cells = new ArrayList<>();
    cells.add("  " + CauseName.of(cause.kind()));
    cells.add(a == null ? "-" : Units.count(a.count()));
    cells.add(b == null ? "-" : Units.count(b.count()));
    cells.add(time(a, a == null ? 0 : a.totalNanos()));
    cells.add(time(b, b == null ? 0 : b.totalNanos()));
    cells.add(time(a, a == null ? 0 : a.longestNanos()));
    cells.add(time(b, b == null ? 0 : b.longestNanos()));
    return cells;
  }

  private static String time(CauseChange.@Nullable Sum sum, long nanos) {
    return sum == null || nanos == 0 ? "-" : Units.time(nanos);
  }

  static void costs(Comparison of, TextPage page) {
    if (of.differences().costs().isEmpty()) {
      return;
    }
    page.blank();
    page.table(
        List.of(
            "cost of an operation",
            of.baseline().label(),
            of.candidate().label(),
            "difference",
            ""),
        of.differences().costs().stream().map(CompareCauses::cells).toList(),
        0);
  }

  private static List<String> cells(Cost cost) {
    double difference = cost.candidate() - cost.baseline();
    return List.of(
        "  " + cost.side().lowerCase() + ", " + name(cost),
        text(cost, cost.baseline()),
        text(cost, cost.candidate()),
        (difference > 0 ? "+" : "") + text(cost, difference),
        CompareFigures.percent(cost.relative()));
  }

  /// Two of them are CPU time: what the profile and the generator know, with the warm-up, and what
  /// the counters counted.
  static String name(Cost cost) {
    return switch (cost.unit()) {
      case CPU_NANOS -> "CPU time (whole run)";
      case ALLOCATED_BYTES -> "allocated";
      case EVENTS ->
          event(cost).equals(EventRate.CPU_TIME) ? "CPU time (measured part)" : event(cost);
    };
  }

  private static String event(Cost cost) {
    return Objects.requireNonNull(cost.event(), "a counter has an event");
  }

  private static String text(Cost cost, double value) {
    if (Double.isNaN(value)) {
      return "-";
    }
    return switch (cost.unit()) {
      case CPU_NANOS -> Units.time(value);
      case ALLOCATED_BYTES -> ByteText.of(value);
      case EVENTS -> CounterText.value(event(cost), value);
    };
  }
}
