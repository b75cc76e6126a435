package dev.takt.record.log;

import java.io.IOException;
import java.util.List;
import java.util.Objects;

/// Adds logs up window by window.
final class Windows {

  private Windows() {}

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
      // Windows count from where the selection begins, so that its first one is whole.
      Moment from = selection.from();
      Grid grid = new Grid(from == null ? start : from.at(start), length);
      Cells.run(
          logs,
          interval -> grid.cellOf(interval.start()),
          RawInterval::tag,
          () -> (cell, sum) -> window(start, cell, sum),
          problems,
          output::row);
      return logs.facts();
    }
  }

  private static WindowSum window(long start, Cell cell, SeriesSum sum) {
    Series series = Objects.requireNonNull(sum.toSeries());
    return new WindowSum(cell.start(), cell.length(), cell.start() - start, series);
  }
}
