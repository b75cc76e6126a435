package dev.takt.bench;

import java.util.SplittableRandom;
import org.openjdk.jmh.annotations.Scope;
import org.openjdk.jmh.annotations.Setup;
import org.openjdk.jmh.annotations.State;
import org.openjdk.jmh.infra.ThreadParams;

/// Service times to record, drawn before anything is measured: log-normal about 120 µs, as those of
/// a store in memory.
///
/// A benchmark records all of them in one invocation: a call of JMH costs as much as a record.
/// Nothing of the loop can be left out or moved together, since each value has a slot of its own in
/// memory that others may read.
@State(Scope.Thread)
public class Latencies {

  /// How many there are: 32 KB of them, which leaves the caches to the histograms.
  public static final int COUNT = 4_096;

  /// The highest value of a histogram with a fixed range: an hour, as Takt's.
  public static final long HIGHEST = 3_600_000_000_000L;

  final long[] nanos = new long[COUNT];

  /// Draws them: other ones for each thread, lest two go through the same slots in step.
  @Setup
  public void draw(ThreadParams thread) {
    SplittableRandom random = new SplittableRandom(20_260_101 + thread.getThreadIndex());
    for (int i = 0; i < COUNT; i++) {
      nanos[i] = (long) (120_000 * Math.exp(0.45 * random.nextGaussian()));
    }
  }
}
