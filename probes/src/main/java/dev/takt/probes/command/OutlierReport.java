package dev.takt.probes.command;

import dev.takt.probes.interthread.InterthreadResult;
import dev.takt.probes.interthread.OutlierExplanation;
import dev.takt.probes.render.ProbeDocument;
import dev.takt.probes.render.ProbeDocument.Cell;
import dev.takt.probes.render.ProbeDocument.Column;
import dev.takt.runs.model.NotObservable;
import dev.takt.runs.model.Stall;
import dev.takt.runs.model.Stall.Actor;
import dev.takt.runs.model.StallKind;
import dev.takt.runs.text.EnglishText;
import dev.takt.runs.text.Units;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;
import java.util.stream.Collectors;

/// The part of a result that shows which stalls delayed the slowest messages.
final class OutlierReport {

  private static final int PARTS_SHOWN = 3;

  /// What one kind of stall did to all outliers.
  private static final class KindTotal {
    int outliers;
    long nanos;
  }

  private OutlierReport() {}

  /// @param shown the maximum number of outliers to list
  static void add(ProbeDocument document, InterthreadResult result, int shown) {
    List<OutlierExplanation> all = result.outliers().explained();
    long total = all.stream().mapToLong(each -> each.outlier().nanos()).sum();
    long explained = all.stream().mapToLong(OutlierExplanation::explainedNanos).sum();
    document.fact(
        "thresholdNanos", "outliers from", Cell.nanos(result.outliers().thresholdNanos()));
    document.fact("outliers", "outliers", outliers(result, total));
    document.fact("outlierNanos", "their time", Cell.nanos(total));
    document.fact("explainedShare", "explained", share(explained, total, result));
    document.fact("unexplainedNanos", "unexplained", Cell.nanos(total - explained));
    List<List<Cell>> causes = causes(all, total);
    if (!causes.isEmpty()) {
      document.table(
          "causes",
          "What fell on them (stalls overlap each other, so shares can add up to more than is explained)",
          List.of(
              new Column("kind", "stall"),
              new Column("outliers", "outliers"),
              new Column("nanos", "time"),
              new Column("share", "share")),
          causes);
    }
    worst(document, result, shown);
    document.remarks("notObservable", "not observable here", notObservable(result));
  }

  private static Cell outliers(InterthreadResult result, long total) {
    int count = result.outliers().explained().size();
    long messages = Math.max(1, result.messages().intended());
    String missed =
        result.outliers().missed() == 0
            ? ""
            : EnglishText.format("; there was no room for %,d more", result.outliers().missed());
    String text =
        total == 0
            ? "none"
            : EnglishText.format(
                "%,d, %s of all messages%s",
                count, Units.percent((double) count / messages), missed);
    return Cell.number(count, text);
  }

  private static Cell share(long explained, long total, InterthreadResult result) {
    if (result.stalls().sources().isEmpty()) {
      return new Cell("unknown: nothing looked for stalls", null);
    }
    return total == 0 ? Cell.NONE : Cell.share((double) explained / total);
  }

  private static List<List<Cell>> causes(List<OutlierExplanation> all, long total) {
    Map<StallKind, KindTotal> totals = new EnumMap<>(StallKind.class);
    for (OutlierExplanation each : all) {
      Map<StallKind, Long> own =
          each.parts().stream()
              .collect(
                  Collectors.groupingBy(
                      part -> part.stall().kind(),
                      Collectors.summingLong(OutlierExplanation.Part::nanos)));
      own.forEach((kind, nanos) -> {
        KindTotal ofKind = totals.computeIfAbsent(kind, _ -> new KindTotal());
        ofKind.outliers++;
        ofKind.nanos += nanos;
      });
    }
    List<List<Cell>> rows = new ArrayList<>();
    totals.entrySet().stream()
        .sorted(Comparator.comparingLong(each -> -each.getValue().nanos))
        .forEach(each ->
            rows.add(
                List.of(
                    Cell.text(each.getKey().lowerCase()),
                    Cell.count(each.getValue().outliers),
                    Cell.nanos(each.getValue().nanos),
                    Cell.share((double) each.getValue().nanos / total))));
    return rows;
  }

  private static void worst(ProbeDocument document, InterthreadResult result, int shown) {
    List<List<Cell>> rows =
        result.outliers().explained().stream()
            .sorted(Comparator.comparingLong((OutlierExplanation each) -> -each.outlier().nanos()))
            .limit(shown)
            .map(each -> row(each, result.beginNanoTime()))
            .toList();
    if (rows.isEmpty()) {
      return;
    }
    String title =
        rows.size() == result.outliers().explained().size()
            ? "All of them, the worst first"
            : EnglishText.format("The worst %d of them (--show N lists more)", rows.size());
    document.table(
        "worst",
        title,
        List.of(
            new Column("by", "stalls that fell on it"),
            new Column("atNanos", "due at"),
            new Column("nanos", "took"),
            new Column("explainedShare", "explained"),
            new Column("unexplainedNanos", "unexplained")),
        rows);
  }

  private static List<Cell> row(OutlierExplanation each, long begin) {
    String by =
        each.parts().stream()
            .limit(PARTS_SHOWN)
            .map(part -> name(part.stall()) + ' ' + Units.percent(each.share(part)))
            .collect(Collectors.joining(", "));
    int more = each.parts().size() - PARTS_SHOWN;
    return List.of(
        Cell.text(by.isEmpty() ? "none" : more > 0 ? by + " and " + more + " more" : by),
        Cell.nanos(each.outlier().beginNanoTime() - begin),
        Cell.nanos(each.outlier().nanos()),
        Cell.share(each.explainedShare()),
        Cell.nanos(each.unexplainedNanos()));
  }

  private static String name(Stall stall) {
    Actor culprit = stall.culprit();
    String cause = stall.cause() == null ? "" : " (" + stall.cause() + ")";
    return stall.kind().lowerCase() + cause + (culprit == null ? "" : " by " + culprit.name());
  }

  private static List<String> notObservable(InterthreadResult result) {
    return result.stalls().notObservable().stream()
        .map((NotObservable each) -> each.what() + ": " + each.why())
        .toList();
  }
}
