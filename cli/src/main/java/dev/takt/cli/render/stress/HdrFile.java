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
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.EnumMap;
import java.util.Map;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;

/// Writes the latencies of a run as `-log hdrfile=` does: an interval log with the tags `WRITE-st`
/// (service time), `WRITE-rt` (response) and `WRITE-wt` (wait; both with a schedule only). Failed
/// operations are included. The warm-up is not.
///
/// A failed write is repeated at the next interval; [#close] reports the last one.
///
/// The file of an earlier run stays as it is until the schedule starts.
public final class HdrFile implements RecordingListener, AutoCloseable {

  private static final String TITLE = "Logging op latencies for Cassandra Stress";

  /// Creates the file, or overwrites it.
  @FunctionalInterface
  interface Opening {
    IntervalLogWriter open(long originNanoTime) throws IOException;
  }

  private final Path file;
  private final StressFormat format;
  private final Opening opening;
  private @Nullable IntervalLogWriter log;
  private @Nullable IOException failure;

  /// The current interval, by printed name.
  private final Map<String, Map<Measure, LatencyHistogram>> operations = new TreeMap<>();

  private long originNanoTime;
  private long endNanoTime;

  HdrFile(Path file, StressFormat format, Opening opening) {
    this.file = file;
    this.format = format;
    this.opening = opening;
  }

  /// A file that is created or overwritten when the schedule starts.
  ///
  /// @throws IOException if it cannot be written; the message names the file and the reason
  public static HdrFile of(Path file, StressFormat format) throws IOException {
    try {
      boolean isNew = Files.notExists(file);
      Files.newByteChannel(file, StandardOpenOption.CREATE, StandardOpenOption.WRITE).close();
      if (isNew) {
        Files.delete(file);
      }
    } catch (IOException e) {
      throw failure(file, e);
    }
    return new HdrFile(
        file, format, origin -> IntervalLogWriter.replace(file, TITLE, ClockAnchor.now(), origin));
  }

  private static IOException failure(Path file, IOException cause) {
    return new IOException("cannot write " + file + ": " + Causes.of(cause), cause);
  }

  @Override
  public void started(long origin) {
    originNanoTime = origin;
    endNanoTime = origin;
    try {
      log = opening.open(origin);
    } catch (IOException e) {
      failure = e;
    }
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
      Progress progress, @Nullable GeneratorReport generator, boolean settled, boolean last) {
    IntervalLogWriter open = log;
    if (open == null) {
      return;
    }
    long start = endNanoTime;
    endNanoTime = originNanoTime + progress.elapsedNanos();
    operations.forEach((name, measures) -> {
      write(open, name + "-st", start, measures.get(Measure.SERVICE));
      write(open, name + "-rt", start, measures.get(Measure.RESPONSE));
      write(open, name + "-wt", start, measures.get(Measure.WAIT));
    });
    try {
      open.flush();
    } catch (IOException e) {
      // The log keeps its lines and tries again. Closing it reports whether that has succeeded.
    }
  }

  private void write(
      IntervalLogWriter open, String tag, long start, @Nullable LatencyHistogram histogram) {
    if (histogram != null && !histogram.isEmpty()) {
      open.write(tag, start, endNanoTime, histogram);
      histogram.reset();
    }
  }

  /// Writes what is left, and closes the file.
  ///
  /// @throws IOException if not all could be written; the message names the file and the reason
  @Override
  public void close() throws IOException {
    try {
      if (failure != null) {
        throw failure;
      }
      if (log != null) {
        log.close();
      }
    } catch (IOException e) {
      throw failure(file, e);
    }
  }
}
