package dev.takt.cli.render.stress;

import dev.takt.load.engine.recording.Progress;
import dev.takt.load.engine.recording.RecordingListener;
import dev.takt.record.ClockAnchor;
import dev.takt.record.LatencyHistogram;
import dev.takt.record.log.write.IntervalLogWriter;
import dev.takt.runs.model.GeneratorReport;
import dev.takt.runs.model.RunTags;
import dev.takt.runs.model.RunTags.Measure;
import dev.takt.runs.text.Causes;
import java.io.IOException;
import java.nio.file.Path;
import java.util.EnumMap;
import java.util.Map;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;

/// Writes the latencies of a run as `-log hdrfile=` does: an interval log with the tags `WRITE-st`
/// (service time), `WRITE-rt` (response) and `WRITE-wt` (wait; both with a schedule only). Failed
/// operations are included. The warm-up is not.
///
/// A failed write is repeated at the next interval; [#close] reports the last one.
public final class HdrFile implements RecordingListener, AutoCloseable {

  private static final String TITLE = "Logging op latencies for Cassandra Stress";

  private final Path file;
  private final StressFormat format;
  private final IntervalLogWriter log;

  /// The current interval, by printed name.
  private final Map<String, Map<Measure, LatencyHistogram>> operations = new TreeMap<>();

  private long originNanoTime;
  private long endNanoTime;

  HdrFile(Path file, StressFormat format, IntervalLogWriter log) {
    this.file = file;
    this.format = format;
    this.log = log;
  }

  /// Creates the file, or overwrites it.
  ///
  /// @throws IOException if it cannot be written; the message names the file and the reason
  public static HdrFile open(Path file, StressFormat format) throws IOException {
    ClockAnchor now = ClockAnchor.now();
    try {
      return new HdrFile(file, format, IntervalLogWriter.replace(file, TITLE, now, now.nanoTime()));
    } catch (IOException e) {
      throw failure(file, e);
    }
  }

  private static IOException failure(Path file, IOException cause) {
    return new IOException("cannot write " + file + ": " + Causes.of(cause), cause);
  }

  @Override
  public void started(long origin) {
    originNanoTime = origin;
    endNanoTime = origin;
  }

  @Override
  public void recorded(RunTags.Tag tag, LatencyHistogram interval) {
    String operation = tag.operation();
    if (operation != null && !tag.warmup() && tag.state().hasEnded()) {
      histogram(format.nameOf(operation), tag.measure()).add(interval);
    }
  }

  private LatencyHistogram histogram(String name, Measure measure) {
    return operations
        .computeIfAbsent(name, _ -> new EnumMap<>(Measure.class))
        .computeIfAbsent(measure, _ -> new LatencyHistogram());
  }

  @Override
  public void intervalEnded(
      Progress progress, GeneratorReport generator, boolean settled, boolean last) {
    long start = endNanoTime;
    endNanoTime = originNanoTime + progress.elapsedNanos();
    operations.forEach((name, measures) -> {
      write(name + "-st", start, measures.get(Measure.SERVICE));
      write(name + "-rt", start, measures.get(Measure.RESPONSE));
      write(name + "-wt", start, measures.get(Measure.WAIT));
    });
    try {
      log.flush();
    } catch (IOException e) {
      // The log keeps its lines and tries again. Closing it reports whether that has succeeded.
    }
  }

  private void write(String tag, long start, @Nullable LatencyHistogram histogram) {
    if (histogram != null && !histogram.isEmpty()) {
      log.write(tag, start, endNanoTime, histogram);
      histogram.reset();
    }
  }

  /// Writes what is left, and closes the file.
  ///
  /// @throws IOException if not all could be written; the message names the file and the reason
  @Override
  public void close() throws IOException {
    try {
      log.close();
    } catch (IOException e) {
      throw failure(file, e);
    }
  }
}
