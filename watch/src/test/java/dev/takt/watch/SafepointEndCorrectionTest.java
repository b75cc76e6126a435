package dev.takt.watch;

import static org.assertj.core.api.Assertions.assertThat;

import dev.takt.runs.model.Evidence;
import dev.takt.runs.model.Side;
import dev.takt.runs.model.Stall;
import dev.takt.runs.model.Stall.Actor;
import dev.takt.runs.model.StallKind;
import java.util.List;
import org.junit.jupiter.api.Test;

class SafepointEndCorrectionTest {

  private static final long MS = 1_000_000;

  @Test
  void safepointEndsWhenMeterRanAgain() {
    Stall stop = stall(StallKind.GC_PAUSE, Side.TARGET, 100, 120);
    Stall hiccup = stall(StallKind.HICCUP, Side.TARGET, 101, 117);
    List<Stall> corrected = SafepointEndCorrection.correct(List.of(stop, hiccup));
    assertThat(corrected.getLast()).isEqualTo(hiccup);
    Stall mended = corrected.getFirst();
    assertThat(mended.beginNanoTime()).isEqualTo(100 * MS);
    assertThat(mended.endNanoTime()).isEqualTo(117 * MS);
    Evidence.Safepoint evidence = (Evidence.Safepoint) mended.evidence();
    assertThat(evidence.edges().notedNanos()).isEqualTo(20 * MS);
    assertThat(evidence.timeToSafepointNanos()).isEqualTo(3 * MS);
  }

  @Test
  void firstHiccupEndCounts() {
    Stall stop = stall(StallKind.SAFEPOINT, Side.TARGET, 100, 120);
    Stall later = stall(StallKind.HICCUP, Side.TARGET, 118, 119);
    Stall first = stall(StallKind.HICCUP, Side.TARGET, 101, 117);
    assertThat(SafepointEndCorrection.correct(List.of(stop, later, first)).getFirst().endNanoTime())
        .isEqualTo(117 * MS);
  }

  @Test
  void unrelatedHiccupsChangeNothing() {
    List<Stall> stalls =
        List.of(
            stall(StallKind.GC_PAUSE, Side.TARGET, 100, 120),
            stall(StallKind.TIME_TO_SAFEPOINT, Side.TARGET, 100, 103),
            // Of another JVM; before the safepoint is reached; after its end; begun in its middle.
            stall(StallKind.HICCUP, Side.GENERATOR, 101, 117),
            stall(StallKind.HICCUP, Side.TARGET, 98, 102),
            stall(StallKind.HICCUP, Side.TARGET, 110, 112),
            stall(StallKind.HICCUP, Side.TARGET, 101, 121));
    assertThat(SafepointEndCorrection.correct(stalls)).isEqualTo(stalls);
    List<Stall> noHiccups = stalls.subList(0, 2);
    assertThat(SafepointEndCorrection.correct(noHiccups)).isSameAs(noHiccups);
  }

  @Test
  void hiccupEndWithinErrorOfReachingSafepointIsIgnored() {
    Stall hiccup = stall(StallKind.HICCUP, Side.TARGET, 101, 104, 400_000);
    Stall near = stall(StallKind.GC_PAUSE, Side.TARGET, 100, 120, 500_000);
    Stall far = stall(StallKind.GC_PAUSE, Side.TARGET, 100, 120, 700_000);

    assertThat(SafepointEndCorrection.correct(List.of(far, hiccup)).getFirst()).isEqualTo(far);
    Stall mended = SafepointEndCorrection.correct(List.of(near, hiccup)).getFirst();
    assertThat(mended.endNanoTime()).isEqualTo(104 * MS);
    assertThat(mended.errorNanos()).isEqualTo(500_000);
  }

  /// A meter that sleeps for 4 ms notices a pause up to 4 ms after its begin, but its end exactly.
  @Test
  void longSleepingMeterCorrectsEndExactly() {
    Stall stop = stall(StallKind.GC_PAUSE, Side.TARGET, 100, 120, 1_000);
    Stall due = stall(StallKind.HICCUP, Side.TARGET, 107, 117, 4 * MS);
    Stall mended = SafepointEndCorrection.correct(List.of(stop, due)).getFirst();
    assertThat(mended.endNanoTime()).isEqualTo(117 * MS);
    assertThat(mended.errorNanos()).isEqualTo(MS);

    Stall early = stall(StallKind.HICCUP, Side.TARGET, 101, 105, 4 * MS);
    assertThat(SafepointEndCorrection.correct(List.of(stop, early)).getFirst().endNanoTime())
        .isEqualTo(105 * MS);
    Stall second = stall(StallKind.HICCUP, Side.TARGET, 109, 117, 4 * MS);
    assertThat(SafepointEndCorrection.correct(List.of(stop, second)).getFirst()).isEqualTo(stop);
  }

  /// When the VM thread had a processor again, it only had to record the end.
  @Test
  void safepointEndsWhenVmThreadWasPreempted() {
    Stall stop = stall(StallKind.GC_PAUSE, Side.TARGET, 100, 120, 1_000);
    Stall mended =
        SafepointEndCorrection.correct(List.of(stop, wait("VM Thread", "preempted", 115, 119_900)))
            .getFirst();
    assertThat(mended.endNanoTime()).isEqualTo(115 * MS);
    assertThat(mended.errorNanos()).isEqualTo(1_000);
    assertThat(((Evidence.Safepoint) mended.evidence()).edges().notedNanos()).isEqualTo(20 * MS);

    Stall ranLater = stall(StallKind.HICCUP, Side.TARGET, 101, 118);
    Stall ranBefore = stall(StallKind.HICCUP, Side.TARGET, 101, 114);
    Stall lost = wait("VM Thread", "preempted", 115, 119_900);
    assertThat(
            SafepointEndCorrection.correct(List.of(stop, lost, ranLater)).getFirst().endNanoTime())
        .isEqualTo(115 * MS);
    assertThat(
            SafepointEndCorrection.correct(List.of(stop, lost, ranBefore)).getFirst().endNanoTime())
        .isEqualTo(114 * MS);
  }

  @Test
  void otherRunQueueWaitsChangeNothing() {
    Stall stop = stall(StallKind.GC_PAUSE, Side.TARGET, 100, 120, 1_000);
    for (Stall each :
        List.of(
            // Too long before the recorded end; not preempted; before the safepoint was reached;
            // another thread.
            wait("VM Thread", "preempted", 110, 119_700),
            wait("VM Thread", "woken, not yet run", 115, 119_900),
            wait("VM Thread", "preempted", 102, 119_900),
            wait("GC Thread#0", "preempted", 115, 119_900))) {
      assertThat(SafepointEndCorrection.correct(List.of(stop, each)).getFirst()).isEqualTo(stop);
    }
    Stall sampled =
        Stall.of(
                StallKind.RUN_QUEUE,
                Side.TARGET,
                new Stall.Interval(115 * MS, 120 * MS, 3 * MS, "s"))
            .withThread(new Actor("VM Thread", 1L, 2L, null))
            .withCause("preempted");
    assertThat(SafepointEndCorrection.correct(List.of(stop, sampled)).getFirst()).isEqualTo(stop);
  }

  private static Stall wait(String thread, String cause, long beginMillis, long endMicros) {
    return Stall.of(
            StallKind.RUN_QUEUE,
            Side.TARGET,
            new Stall.Interval(beginMillis * MS, endMicros * 1_000, 1_000, "s"))
        .withThread(new Actor(thread, 1L, 2L, null))
        .withCause(cause);
  }

  private static Stall stall(StallKind kind, Side side, long begin, long end) {
    return stall(kind, side, begin, end, 0);
  }

  /// A safepoint with a time to safepoint of 3 ms.
  private static Stall stall(StallKind kind, Side side, long begin, long end, long error) {
    return Stall.of(kind, side, new Stall.Interval(begin * MS, end * MS, error, "s"))
        .withEvidence(Evidence.Safepoint.of(null, 3 * MS));
  }
}
