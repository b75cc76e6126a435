package dev.takt.cli.render.stress;

import dev.takt.load.engine.recording.Progress;
import dev.takt.load.engine.recording.RecordingListener;
import dev.takt.record.LatencyHistogram;
import dev.takt.runs.model.GeneratorReport;
import dev.takt.runs.model.OperationState;
import dev.takt.runs.model.RunTags;
import dev.takt.runs.model.RunTags.Measure;
import dev.takt.runs.text.EnglishText;
import java.io.PrintStream;
import java.time.Duration;
import java.util.Map;
import java.util.TreeMap;
import java.util.concurrent.TimeUnit;
import org.jspecify.annotations.Nullable;

/// The lines that cassandra-stress prints while a run goes on: for each interval of the log one for
/// each operation, and one for their total. An interval without operations prints nothing.
///
/// In the last intervals, latencies may include operations that were not answered, with their age.
/// cassandra-stress leaves these out. They are not in the numbers of operations and errors.
public final class StressIntervals implements RecordingListener {

  private static final String HEAD =
      EnglishText.format(
          "%-50s%10s,%8s,%8s,%8s,%8s,%8s,%8s,%8s,%8s,%8s,%7s,%9s,%7s,%7s,%8s,%8s,%8s,%8s",
          "type",
          "total ops",
          "op/s",
          "pk/s",
          "row/s",
          "mean",
          "med",
          ".95",
          ".99",
          ".999",
          "max",
          "time",
          "stderr",
          "errors",
          "gc: #",
          "max ms",
          "sum ms",
          "sdv ms",
          "mb");

  private final PrintStream out;
  private final StressFormat format;
  private final long warmupNanos;

  /// By printed name. As in cassandra-stress, an operation has lines once it has been seen.
  private final Map<String, StressSeries> series = new TreeMap<>();

  private final StressFigures total = new StressFigures();
  private final RateUncertainty rowRate = new RateUncertainty();
  private long endNanos;

  /// @param warmup the part of the schedule before the measurement, which prints nothing
  public StressIntervals(PrintStream out, StressFormat format, Duration warmup) {
    this.out = out;
    this.format = format;
    this.warmupNanos = warmup.toNanos();
    this.endNanos = warmupNanos;
  }

  /// How well the mean rate of rows is known: the column `stderr`.
  public RateUncertainty rowRate() {
    return rowRate;
  }

  /// Prints the header, before the load starts.
  public void begin() {
    out.println(HEAD);
    out.flush();
  }

  @Override
  public void recorded(RunTags.Tag tag, LatencyHistogram interval) {
    String operation = tag.operation();
    if (operation == null || tag.warmup() || !tag.state().hasEnded()) {
      return;
    }
    StressSeries of =
        series.computeIfAbsent(format.nameOf(operation), _ -> new StressSeries(operation));
    if (tag.measure() == Measure.SERVICE) {
      long count = interval.totalCount();
      of.operations += count;
      of.interval.operations += count;
      if (tag.state() == OperationState.COMPLETED) {
        of.completed += count;
      } else {
        of.interval.errors += count;
      }
    }
    if (tag.measure() == format.latency()) {
      of.interval.latency.add(interval);
    }
  }

  @Override
  public void intervalEnded(
      Progress progress, @Nullable GeneratorReport generator, boolean settled, boolean last) {
    long elapsed = progress.elapsedNanos();
    if (!settled || elapsed <= warmupNanos) {
      return;
    }
    long lengthNanos = Math.max(1, elapsed - endNanos);
    endNanos = elapsed;
    long operations = 0;
    total.reset();
    for (StressSeries each : series.values()) {
      each.count(format.work());
      total.add(each.interval);
      operations += each.operations;
    }
    rowRate.add(total.rows / (busyNanos(lengthNanos) / 1e9));
    if (total.operations > 0) {
      print(operations, lengthNanos / 1e9);
    }
  }

  /// The time that cassandra-stress divides the rows by for `stderr`. Where a latency is longer
  /// than the interval, the result would be a negative rate: it is the whole interval then.
  private long busyNanos(long lengthNanos) {
    long busy = lengthNanos - total.latency.max();
    return busy > 0 ? busy : lengthNanos;
  }

  private void print(long operations, double seconds) {
    boolean hasSeveral = series.size() > 1;
    series.forEach((name, each) -> {
      if (hasSeveral) {
        out.println(line(name, each.operations, each.interval, seconds));
      }
      each.reset();
    });
    out.println(line("total", operations, total, seconds));
    out.flush();
  }

  private String line(String name, long operations, StressFigures interval, double seconds) {
    return EnglishText.format(
        "%-50s%10d,%8.0f,%8.0f,%8.0f,%8.1f,%8.1f,%8.1f,%8.1f,%8.1f,%8.1f,%7.1f,%9.5f,%7d"
            // The garbage collections of the server, which Takt does not know.
            + ",      0,       0,       0,       0,       0",
        name + ",",
        operations,
        interval.operations / seconds,
        interval.partitions / seconds,
        interval.rows / seconds,
        interval.meanMillis(),
        interval.percentileMillis(50),
        interval.percentileMillis(95),
        interval.percentileMillis(99),
        interval.percentileMillis(99.9),
        interval.maxMillis(),
        TimeUnit.NANOSECONDS.toMillis(endNanos - warmupNanos) / 1e3,
        rowRate.value(),
        interval.errors);
  }
}
