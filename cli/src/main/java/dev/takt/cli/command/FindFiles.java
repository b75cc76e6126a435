package dev.takt.cli.command;

import dev.takt.cli.render.study.FindJson;
import dev.takt.cli.spi.NewFile;
import dev.takt.explain.capacity.SearchResult;
import dev.takt.explain.capacity.Trial;
import dev.takt.lab.CapacityReport;
import dev.takt.report.plot.CurveMark;
import dev.takt.report.plot.CurvePlot;
import dev.takt.report.plot.CurvePoint;
import dev.takt.report.plot.drawing.Drawing;
import dev.takt.report.plot.drawing.PlotFormat;
import dev.takt.runs.RunDirectory;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;

/// The files of a capacity search: `find.json`, and its curve as `curve.svg`.
final class FindFiles {

  private static final String JSON = "find.json";
  private static final String CURVE = "curve.svg";

  private FindFiles() {}

  /// Replaces both files.
  static void write(RunDirectory directory, CapacityReport report) throws IOException {
    try (NewFile file = NewFile.create(directory.resolve(JSON), true)) {
      file.write(FindJson.write(report).getBytes(StandardCharsets.UTF_8));
      file.commit();
    }
    try (NewFile file = NewFile.create(directory.resolve(CURVE), true)) {
      PlotFormat.SVG.write(curve(report), file);
      file.commit();
    }
  }

  private static Drawing curve(CapacityReport report) {
    List<CurvePoint> points =
        report.steps().stream()
            .filter(each -> each.curveNanos() >= 0)
            .map(each ->
                new CurvePoint(
                    each.rate(),
                    each.summary().results().rate().achieved(),
                    each.curveNanos(),
                    kind(each.outcome())))
            .toList();
    List<CurveMark> marks = new ArrayList<>();
    report.knee().ifPresent(each -> marks.add(new CurveMark(each.achieved(), "knee")));
    SearchResult.Tried held = report.finding().held();
    if (held != null) {
      marks.add(
          report.isOfUsers()
              ? new CurveMark(achieved(report, held.rate()), report.text(held.rate()) + ":")
              : new CurveMark(held.rate(), "highest that holds"));
    }
    String rules = String.join(", ", report.objectives());
    return CurvePlot.of(
        report.target(),
        rules + "; " + report.steps().size() + " runs",
        report.curve(),
        points,
        marks);
  }

  /// The throughput of the last run that held with so many users.
  private static double achieved(CapacityReport report, double users) {
    return report.steps().stream()
        .filter(each -> each.rate() == users && each.outcome() == Trial.Outcome.HELD)
        .mapToDouble(each -> each.summary().results().rate().achieved())
        .reduce(0, (_, last) -> last);
  }

  private static CurvePoint.Kind kind(Trial.Outcome outcome) {
    return switch (outcome) {
      case HELD -> CurvePoint.Kind.MET;
      case FAILED -> CurvePoint.Kind.FAILED;
      case NOT_TRUSTED -> CurvePoint.Kind.NOT_TRUSTED;
    };
  }
}
