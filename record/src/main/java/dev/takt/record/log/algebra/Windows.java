package dev.takt.record.log.algebra;

import dev.takt.record.log.LogFacts;
import dev.takt.record.log.LogSource;
import dev.takt.record.log.Moment;
import dev.takt.record.log.Problems;
import dev.takt.record.log.Selection;
import dev.takt.record.log.parse.RawInterval;
import dev.takt.record.log.scan.Cell;
import dev.takt.record.log.scan.Grid;
import dev.takt.record.log.scan.Logs;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;

/// Adds logs up by window. The last window ends where the logs do. A window that starts before the
/// logs begins with its first interval.
///
/// Not thread-safe.
final class Windows {

  private final Rows<WindowSum> output;
  private final long start;
  private final boolean live;
  private final List<WindowSum> latest = new ArrayList<>();
  private boolean isFirst = true;
  private long end = Long.MIN_VALUE;

  /// @param start of the logs
  /// @param live whether windows are delivered as they are complete, since the last one is not
  ///   known
  private Windows(Rows<WindowSum> output, long start, boolean live) {
    this.output = output;
    this.start = start;
    this.live = live;
  }

  static LogFacts each(
      List<LogSource> sources,
      Selection selection,
      long length,
      Problems problems,
      Rows<WindowSum> output)
      throws IOException {
    try (Logs logs = new Logs(sources, selection)) {
      long start = logs.start();
      output.begin(logs.facts());
      // Windows count from the start of the selection, so that the first one is whole.
      Moment from = selection.from();
      Grid grid = new Grid(from == null ? start : from.at(start), length);
      Windows windows = new Windows(output, start, sources.stream().anyMatch(LogSource::isLive));
      TimeBuckets.run(
          logs,
          interval -> grid.cellOf(interval.start()),
          RawInterval::tag,
          () -> (cell, sum) -> window(start, cell, sum),
          problems,
          windows::accept);
      windows.finish();
      return logs.facts();
    }
  }

  private static WindowSum window(long start, Cell cell, SeriesSum sum) {
    Series series = Objects.requireNonNull(sum.toSeries());
    return new WindowSum(cell.start(), cell.length(), cell.start() - start, series);
  }

  private void accept(WindowSum window) {
    if (live) {
      output.row(window);
      return;
    }
    if (!latest.isEmpty() && latest.get(0).start() != window.start()) {
      latest.forEach(this::put);
      latest.clear();
      isFirst = false;
    }
    latest.add(window);
    end = Math.max(end, window.series().end());
  }

  private void finish() {
    latest.forEach(each -> put(each.until(end)));
  }

  private void put(WindowSum window) {
    output.row(isFirst && window.start() < start ? window.since(window.series().start()) : window);
  }
}
