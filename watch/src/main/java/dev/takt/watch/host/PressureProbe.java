package dev.takt.watch.host;

import dev.takt.runs.StallKind;
import dev.takt.runs.text.EnglishText;
import dev.takt.watch.observer.LiveFigure;
import java.io.IOException;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.concurrent.atomic.AtomicLong;

/// Pressure stall information (PSI): how long at least one task waited for a processor, for I/O, or
/// for memory. It is the total of the line `some` in `/proc/pressure`, in microseconds.
///
/// On a machine that is merely busy, some task waits for a processor nearly always. That is no
/// fault, so the limits for CPU pressure are higher.
final class PressureProbe extends FileProbe {

  private static final int BUFFER_BYTES = 256;
  private static final long NANOS_A_MICRO = 1_000;
  private static final long SHORTEST_NANOS = 10_000_000;
  private static final long SHORTEST_CPU_NANOS = 20_000_000;
  private static final double SHARE = 0.5;
  private static final double CPU_SHARE = 0.9;

  private final String what;
  private final long usualGap;
  private final boolean isOfProcessors;
  private final double share;
  private final StallRun run;
  private final AtomicLong waited = new AtomicLong();
  private final AtomicLong watched = new AtomicLong();
  private long total;
  private boolean growing;

  /// @param what `cpu`, `io` or `memory`
  /// @param usualGap nanoseconds from one sample to the next; in a longer one, pressure for half of
  ///   it is enough
  PressureProbe(Path pressure, String what, long usualGap, SampledStalls stalls)
      throws IOException {
    super(pressure.resolve(what), BUFFER_BYTES, stalls);
    this.what = what;
    this.usualGap = usualGap;
    isOfProcessors = stalls.kind() == StallKind.CPU_PRESSURE;
    share = isOfProcessors ? CPU_SHARE : SHARE;
    long shortest = isOfProcessors ? SHORTEST_CPU_NANOS : SHORTEST_NANOS;
    run =
        new StallRun(
            0,
            (begin, end, amount, error) -> {
              if (end - begin >= shortest) {
                stalls.add(begin, end, error, null, Map.of("someNanos", amount));
              }
            });
    total = read();
    if (total == Figures.NONE) {
      file.close();
      throw new IOException(
          pressure.resolve(what) + " has no total of the time that some task waited");
    }
  }

  /// Whether a task waited between the last two samples; true if that is not known.
  boolean isGrowing() {
    return growing;
  }

  private long read() {
    Figures figures = file.read();
    return figures.toLine("some ") && figures.toWord("total=") ? figures.number() : Figures.NONE;
  }

  @Override
  public boolean sample(long now, long gap) {
    long seen = read();
    if (seen == Figures.NONE) {
      growing = true;
      return growing;
    }
    long nanos = (seen - total) * NANOS_A_MICRO;
    total = seen;
    growing = nanos > 0;
    waited.addAndGet(nanos);
    watched.addAndGet(gap);
    if (nanos >= share * Math.max(usualGap, gap / 2)) {
      run.add(now - gap, now, nanos, gap);
    } else {
      run.pass(now);
    }
    // On a busy machine some task waits for a processor all the time. Sampling more often would
    // only make it busier.
    return growing && !isOfProcessors;
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
                "host " + what + " pressure", EnglishText.format("%.0f %%", 100.0 * part / nanos)));
  }
}
