package dev.takt.report.page;

import dev.takt.record.histogram.Spectrum;
import dev.takt.record.log.LogSource;
import dev.takt.record.log.Moment;
import dev.takt.record.log.Problem;
import dev.takt.record.log.Problem.Severity;
import dev.takt.record.log.Problems;
import dev.takt.record.log.Selection;
import dev.takt.record.log.algebra.LogAlgebra;
import dev.takt.record.log.algebra.LogSummary;
import dev.takt.record.log.algebra.Series;
import dev.takt.runs.text.MachineText;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/// Writes what Takt reads from sound and damaged logs, as expected results for the page.
final class LogVectors {

  private static final long NANOS_PER_MILLI = 1_000_000;

  private LogVectors() {}

  /// One line of JSON for each log of a directory.
  static String json(Path directory) throws IOException {
    List<Path> logs;
    try (Stream<Path> files = Files.list(directory)) {
      logs = files.filter(each -> each.toString().contains(".hlog")).sorted().toList();
    }
    List<String> vectors = new ArrayList<>();
    for (Path log : logs) {
      vectors.add(vector(log));
    }
    return "[\n" + String.join(",\n", vectors) + "\n]\n";
  }

  private static String vector(Path log) throws IOException {
    Problems problems = new Problems();
    LogSummary whole = summary(log, Selection.ALL, problems);
    List<Problem> lost =
        problems.first().stream()
            .filter(each -> each.severity() == Severity.LOST && each.line() > 0)
            .toList();
    long length = (whole.end() - whole.start()) / NANOS_PER_MILLI;
    long first = (whole.start() - whole.logStart()) / NANOS_PER_MILLI;
    List<String> windows = new ArrayList<>();
    for (long[] part : new long[][] {{0, 4}, {1, 3}, {2, 4}}) {
      long from = first + length * part[0] / 4;
      long to = first + length * part[1] / 4;
      Selection window = Selection.ALL.within(moment(from), moment(to));
      windows.add(
          MachineText.format(
              "{\"from\":%d,\"to\":%d,\"totals\":{%s}}",
              from, to, totals(summary(log, window, new Problems()))));
    }
    return MachineText.format(
        "{\"file\":\"%s\",\"intervals\":%d,\"origin\":%s,\"lost\":%s,\"tags\":[%s],\"windows\":[%s]}",
        log.getFileName(),
        whole.intervals(),
        (double) whole.logStart() / NANOS_PER_MILLI,
        lost.stream().map(Problem::line).toList(),
        whole.series().stream().map(LogVectors::series).collect(Collectors.joining(",")),
        String.join(",", windows));
  }

  private static LogSummary summary(Path log, Selection selection, Problems problems)
      throws IOException {
    return LogAlgebra.summarize(List.of(LogSource.of(log)), selection, problems);
  }

  private static Moment moment(long millis) {
    return new Moment(millis * NANOS_PER_MILLI, false);
  }

  private static String totals(LogSummary summary) {
    return summary.series().stream()
        .map(each -> MachineText.format("\"%s\":%d", name(each), each.spectrum().total()))
        .collect(Collectors.joining(","));
  }

  private static String series(Series series) {
    Spectrum spectrum = series.spectrum();
    return MachineText.format(
        "{\"tag\":\"%s\",\"intervals\":%d,\"total\":%d,\"min\":%s,\"max\":%s,\"mean\":%s,\"percentiles\":%s,\"values\":%s}",
        name(series),
        series.intervals(),
        spectrum.total(),
        spectrum.min(),
        spectrum.max(),
        spectrum.mean(),
        Arrays.toString(EncodingVectors.PERCENTILES),
        Arrays.stream(EncodingVectors.PERCENTILES).mapToObj(spectrum::valueAtPercentile).toList());
  }

  /// The tag as in the page: "" stands for no tag, so an empty tag has another name.
  private static String name(Series series) {
    String tag = series.tag();
    return tag == null ? "" : tag.isEmpty() ? "(empty)" : tag;
  }
}
