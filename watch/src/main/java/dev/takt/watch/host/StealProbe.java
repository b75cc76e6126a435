package dev.takt.watch.host;

import dev.takt.runs.model.Evidence;
import dev.takt.runs.text.EnglishText;
import dev.takt.watch.observer.LiveFigure;
import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.atomic.AtomicLong;

/// Steal time: the eighth number of each processor's line in `/proc/stat`, in ticks of 10 ms.
///
/// A single tick is no stall of 10 ms: it may be the sum of many shorter times. Two ticks within
/// [#JOIN_NANOS] of each other mean more than 10 ms within at most 70 ms.
final class StealProbe extends FileProbe {

  private static final int BUFFER_BYTES = 1 << 14;
  private static final long TICK_NANOS = 10_000_000;
  private static final long JOIN_NANOS = 20_000_000;
  private static final int MIN_TICKS = 2;
  private static final int WORDS_BEFORE = 7;

  private final List<Cpu> cpus = new ArrayList<>();
  private final AtomicLong stolen = new AtomicLong();
  private final AtomicLong watched = new AtomicLong();

  /// One processor.
  private final class Cpu {
    final String line;
    final SampleMerger run;
    long ticks;

    Cpu(int number, String line, long ticks) {
      this.line = line;
      this.ticks = ticks;
      run =
          new SampleMerger(
              JOIN_NANOS,
              (begin, end, amount, error) -> {
                if (amount >= MIN_TICKS) {
                  stalls.emit(
                      begin, end, error, null, new Evidence.Steal(number, amount * TICK_NANOS));
                }
              });
    }
  }

  StealProbe(Path stat, StallEmitter stalls) throws IOException {
    super(stat, BUFFER_BYTES, stalls);
    NumberScanner figures = file.read();
    // The lines are in ascending order, without those of processors that are offline.
    for (int i = 0; i < 1 << 10; i++) {
      String line = "cpu" + i + " ";
      if (figures.skipToLine(line)) {
        figures.skipWords(WORDS_BEFORE);
        long ticks = figures.nextNumber();
        if (ticks != NumberScanner.NONE) {
          cpus.add(new Cpu(i, line, ticks));
        }
      }
    }
    if (cpus.isEmpty()) {
      file.close();
      throw new IOException(stat + " has no steal time of each processor");
    }
  }

  @Override
  public boolean sample(long now, long gap) {
    NumberScanner figures = file.read();
    boolean moved = false;
    for (int i = 0; i < cpus.size(); i++) {
      Cpu cpu = cpus.get(i);
      cpu.run.expire(now);
      if (!figures.skipToLine(cpu.line)) {
        continue;
      }
      figures.skipWords(WORDS_BEFORE);
      long ticks = figures.nextNumber();
      long more = ticks - cpu.ticks;
      if (ticks == NumberScanner.NONE || more <= 0) {
        continue;
      }
      moved = true;
      cpu.ticks = ticks;
      stolen.addAndGet(more * TICK_NANOS);
      cpu.run.add(now - more * TICK_NANOS, now, more, TICK_NANOS + gap);
    }
    watched.addAndGet(gap * cpus.size());
    return moved;
  }

  @Override
  public void finish() {
    cpus.forEach(each -> each.run.finish());
  }

  @Override
  public List<LiveFigure> live() {
    long nanos = watched.getAndSet(0);
    long part = stolen.getAndSet(0);
    return part == 0 || nanos == 0
        ? List.of()
        : List.of(
            new LiveFigure("host steal", EnglishText.format("%.1f %%", 100.0 * part / nanos)));
  }
}
