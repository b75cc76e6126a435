package dev.takt.record.log.algebra;

import dev.takt.record.log.LogFacts;
import dev.takt.record.log.LogSource;
import dev.takt.record.log.Problems;
import dev.takt.record.log.Selection;
import dev.takt.record.log.parse.RawInterval;
import dev.takt.record.log.scan.Grid;
import dev.takt.record.log.scan.Logs;
import dev.takt.record.text.Times;
import java.io.IOException;
import java.io.OutputStream;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.util.HashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;

/// Merges several logs into one: intervals of the same series in the same cell of the time grid
/// become one line. No line begins before its series does, or ends after it.
final class Union {

  private final Logs logs;
  private final Grid grid;
  private final Function<String, @Nullable String> prefixes;
  private final Map<String, Map<@Nullable String, @Nullable String>> names = new HashMap<>();
  private final OutputStream out;

  private Union(
      Logs logs, Grid grid, Function<String, @Nullable String> prefixes, OutputStream out) {
    this.logs = logs;
    this.grid = grid;
    this.prefixes = prefixes;
    this.out = out;
  }

  static LogFacts write(
      List<LogSource> sources,
      Selection selection,
      long step,
      Function<String, @Nullable String> prefixes,
      OutputStream out,
      Problems problems)
      throws IOException {
    try (Logs logs = new Logs(sources, selection)) {
      long origin = logs.start();
      Grid grid = new Grid(origin, step > 0 ? step : logs.typicalIntervalNanos());
      return new Union(logs, grid, prefixes, out).run(problems);
    }
  }

  private LogFacts run(Problems problems) throws IOException {
    LogFacts before = logs.facts();
    String remark =
        String.format(
            Locale.ROOT,
            "union of %d logs in intervals of %s s",
            logs.size(),
            Times.seconds(grid.step()));
    out.write(LogLines.header(grid.origin(), before, remark).getBytes(StandardCharsets.UTF_8));
    UnionLines lines = new UnionLines(grid, this::put);
    TimeBuckets.run(
        logs, grid::cellOfMiddle, this::seriesOf, this::finisher, problems, lines::accept);
    lines.finish();
    return logs.facts();
  }

  private synchronized @Nullable String seriesOf(RawInterval interval) {
    return names
        .computeIfAbsent(interval.log().name(), log -> new HashMap<>())
        .computeIfAbsent(interval.tag(), tag -> named(interval.log().name(), tag));
  }

  private @Nullable String named(String log, @Nullable String tag) {
    String prefix = prefixes.apply(log);
    if (prefix == null) {
      return tag;
    }
    return tag == null ? prefix : prefix + "::" + tag;
  }

  /// A cell becomes one line per layout, since converting to a common layout would lose digits.
  private TimeBuckets.Finisher<UnionLines.Sum> finisher() {
    LogLines lines = new LogLines();
    return (cell, sum) ->
        new UnionLines.Sum(
            sum.tag(),
            cell,
            sum.start(),
            sum.end(),
            sum.parts().stream().map(lines::encoded).toList());
  }

  private void put(String line) {
    try {
      out.write(line.getBytes(StandardCharsets.UTF_8));
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }
}
