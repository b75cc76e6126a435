package dev.takt.watch.jfr;

import static org.assertj.core.api.Assertions.assertThat;

import dev.takt.runs.model.Evidence;
import dev.takt.runs.model.Stall;
import dev.takt.runs.model.Stall.Actor;
import dev.takt.testing.Timing;
import java.nio.file.Path;
import java.time.Instant;
import java.util.List;
import jdk.jfr.Event;
import jdk.jfr.Name;
import jdk.jfr.Recording;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

@Timing
class SampledThreadsTest {

  /// Recorded by a sampled thread at its next safepoint poll, as the JVM itself does.
  @Name("jdk.SafepointLatency")
  private static final class LateAtPoll extends Event {}

  private static final String LATE = "late one";

  @TempDir Path folder;

  /// The thread was sampled before the safepoint was requested, and reached a poll after that.
  @Test
  void lateThreadGetsFramesOfLatencyEvent() throws Exception {
    Path file = folder.resolve("samples.jfr");
    long[] times = new long[2];
    try (Recording recording = new Recording()) {
      recording.enable(LateAtPoll.class).withStackTrace();
      recording.start();
      Thread thread = new Thread(() -> comeLate(times), LATE);
      thread.start();
      thread.join();
      recording.stop();
      recording.dump(file);
    }
    long middle = (times[0] + times[1]) / 2;
    assertThat(frames(file, stop(middle, times[1] + 1_000_000))).contains("comeLate");
    assertThat(frames(file, stop(times[0] - 2_000_000, times[0] - 1_000_000)))
        .as("a safepoint that had ended before")
        .isNull();
    assertThat(frames(file, stop(times[1] + 1_000_000, times[1] + 3_000_000)))
        .as("a safepoint that began later")
        .isNull();
  }

  private static void comeLate(long[] times) {
    LateAtPoll late = new LateAtPoll();
    times[0] = wallNanos();
    late.begin();
    long begin = System.nanoTime();
    while (System.nanoTime() - begin < 20_000_000) {
      Thread.onSpinWait();
    }
    late.commit();
    times[1] = wallNanos();
  }

  private static long wallNanos() {
    return AnchoredContext.WALL.nanoTime(Instant.now());
  }

  private static Safepoint stop(long begin, long reached) {
    List<Actor> late = List.of(Actor.named(LATE));
    return new Safepoint(
        1,
        new Stall.Interval(begin, reached + 1_000_000, 0, "test"),
        null,
        late,
        Evidence.Safepoint.of("ThreadDump", reached - begin));
  }

  private static @Nullable String frames(Path file, Safepoint stop) {
    return SampledThreads.add(file, AnchoredContext.WALL, List.of(stop))
        .getFirst()
        .lateThreads()
        .getFirst()
        .where();
  }
}
