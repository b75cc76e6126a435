package dev.takt.faults.render;

import dev.takt.cli.spi.render.Columns;
import dev.takt.faults.EdgeError;
import dev.takt.faults.Score;
import dev.takt.faults.TruthReport;
import dev.takt.report.text.CauseName;
import dev.takt.runs.model.Stall;
import dev.takt.runs.text.Units;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.util.List;

/// How accurately observers saw injected faults, as text.
public final class TruthTable {

  private static final int MAX_REPORTS = 5;

  private TruthTable() {}

  /// The table, with a trailing line break.
  public static String render(TruthReport report) {
    StringBuilder out = new StringBuilder();
    Columns columns = new Columns(out);
    columns.begin(
        List.of(
            "fault of 5 ms or more",
            "made",
            "recall",
            "precision",
            "begin off by",
            "end off by",
            "edges within 1 ms",
            "named"),
        0);
    try {
      for (Score each : report.scores()) {
        columns.row(row(each));
      }
      columns.end();
    } catch (IOException e) {
      throw new UncheckedIOException(e); // a StringBuilder does not throw
    }
    int mended = report.scores().stream().mapToInt(each -> each.edges().corrected()).sum();
    if (mended > 0) {
      out.append(
              "+n: so many of the edges are within it only without the time that the witness, let")
          .append(" go,\n    then waited for a processor, as the kernel counts it, or for which it")
          .append(" stood already\n    when the stop began\n");
    }
    report.scores().forEach(each -> misses(each, out));
    report
        .notPossible()
        .forEach((what, why) ->
            out.append("not made here: ")
                .append(what.text())
                .append(": ")
                .append(why)
                .append('\n'));
    out.append("undisturbed for ").append(Units.time(report.quietNanos())).append(": ");
    out.append(quiet(report.quietReports())).append('\n');
    return out.toString();
  }

  private static List<String> row(Score score) {
    boolean any = score.detected() > 0;
    return List.of(
        score.kind().text(),
        Integer.toString(score.injected()),
        score.injected() == 0 ? "-" : Units.percent(score.recall()),
        any || score.falseAlarms() > 0 ? Units.percent(score.precision()) : "-",
        any ? Units.time(Score.median(score.edges().beginErrors())) : "-",
        any ? Units.time(Score.median(score.edges().endErrors())) : "-",
        any ? within(score) : "-",
        score.culprits().nameable() == 0
            ? "-"
            : score.culprits().named() + " of " + score.culprits().nameable());
  }

  private static String within(Score score) {
    return Units.percent(Score.within(score.edges().beginErrors(), Score.EDGE_NANOS))
        + ", "
        + Units.percent(Score.within(score.edges().endErrors(), Score.EDGE_NANOS))
        + (score.edges().corrected() == 0 ? "" : " +" + score.edges().corrected());
  }

  private static void misses(Score score, StringBuilder out) {
    for (EdgeError each : score.edges().off().stream().limit(MAX_REPORTS).toList()) {
      out.append("off: ").append(score.kind().text());
      out.append(" of ").append(Units.time(each.fault().nanos()));
      out.append(": begins ").append(off(each.beginErrorNanos()));
      out.append(", ends ").append(off(each.endErrorNanos()));
      if (each.runQueueNanos() > 0) {
        out.append("; the witness waited ")
            .append(Units.time(each.runQueueNanos()))
            .append(" for a processor");
      }
      out.append('\n');
    }
    int more = score.edges().off().size() - MAX_REPORTS;
    if (more > 0) {
      out.append("off: ").append(more).append(" more\n");
    }
  }

  private static String off(long nanos) {
    return Units.time(Math.abs(nanos)) + (nanos < 0 ? " too early" : " too late");
  }

  private static String quiet(List<Stall> reports) {
    if (reports.isEmpty()) {
      return "no stall of 5 ms or more was reported";
    }
    StringBuilder text = new StringBuilder(reports.size() + " reports: ");
    for (Stall each : reports.stream().limit(MAX_REPORTS).toList()) {
      text.append(CauseName.of(each.kind())).append(' ').append(Units.time(each.nanos()));
      text.append(each.culprit() == null ? "; " : " for " + each.culprit().name() + "; ");
    }
    return text.toString().replaceAll("; $", "");
  }
}
