package dev.takt.watch.host;

import dev.takt.runs.model.Evidence;
import dev.takt.runs.model.StallKind;
import dev.takt.runs.text.EnglishText;
import dev.takt.watch.observer.LiveFigure;
import java.io.IOException;
import java.nio.file.Path;
import java.util.List;
import java.util.concurrent.atomic.AtomicLong;

/// Pressure stall information (PSI): how long at least one task waited for a processor, for I/O, or
/// for memory. It is the total of the line `some` in `/proc/pressure`, in microseconds.
///
/// On a machine that is merely busy, some task waits for a processor nearly always. That is no
/// fault, so the limits for CPU pressure are higher.
final class PressureProbe extends FileProbe {

  private static final int BUFFER_BYTES = 256;
  private static final long NANOS_PER_MICRO = 1_000;
  private static final long MIN_NANOS = 10_000_000;
  private static final long MIN_CPU_NANOS = 20_000_000;
  private static final double SHARE = 0.5;
  private static final double CPU_SHARE = 0.9;

  private final String resource;
  private final long expectedGap;
  private final boolean isCpu;
  private final double share;
  private final SampleMerger run;
  private final AtomicLong waited = new AtomicLong();
  private final AtomicLong watched = new AtomicLong();
  private long total;
  private boolean growing;

  /// @param resource `cpu`, `io` or `memory`
  /// @param expectedGap nanoseconds from one sample to the next; in a longer one, pressure for half
  ///   of it is enough
  PressureProbe(Path pressure, String resource, long expectedGap, StallEmitter stalls)
      throws IOException {
    super(pressure.resolve(resource), BUFFER_BYTES, stalls);
    this.resource = resource;
    this.expectedGap = expectedGap;
    isCpu = stalls.kind() == StallKind.CPU_PRESSURE;
    share = isCpu ? CPU_SHARE : SHARE;
    long shortest = isCpu ? MIN_CPU_NANOS : MIN_NANOS;
    run =
        new SampleMerger(
            0,
            (begin, end, amount, error) -> {
              if (end - begin >= shortest) {
                stalls.emit(begin, end, error, null, new Evidence.Pressure(amount));
              }
            });
    total = read();
    if (total == NumberScanner.NONE) {
      file.close();
      throw new IOException(
          pressure.resolve(resource) + " has no total of the time that some task waited");
    }
  }

  /// Whether a task waited between the last two samples; true if that is not known.
  boolean isGrowing() {
    return growing;
  }

  private long read() {
    NumberScanner figures = file.read();
    return figures.skipToLine("some ") && figures.skipPastWord("total=")
        ? figures.nextNumber()
        : NumberScanner.NONE;
  }

  @Override
  public boolean sample(long now, long gap) {
    long seen = read();
    if (seen == NumberScanner.NONE) {
      growing = true;
      return growing;
    }
    long nanos = (seen - total) * NANOS_PER_MICRO;
    total = seen;
    growing = nanos > 0;
    waited.addAndGet(nanos);
    watched.addAndGet(gap);
    if (nanos >= share * Math.max(expectedGap, gap / 2)) {
      run.add(now - gap, now, nanos, gap);
    } else {
      run.expire(now);
    }
    // On a busy machine some task waits for a processor all the time. Sampling more often would
    // only make it busier.
    return growing && !isCpu;
  }

  @Override
  public void finish() {
    run.finish();
  }

  @Override
  public List<LiveFigure> live() {
    long nanos = watched.getAndSet(0);
    long part = waited.getAndSet(0);
    return nanos == 0 || part * 100 < nanos
        ? List.of()
        : List.of(
            new LiveFigure(
                "host " + resource + " pressure",
                EnglishText.format("%.0f %%", 100.0 * part / nanos)));
  }
}
