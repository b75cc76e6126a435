package dev.takt.watch;

import static org.assertj.core.api.Assertions.assertThat;

import dev.takt.runs.model.Evidence;
import dev.takt.runs.model.Side;
import dev.takt.runs.model.Stall;
import dev.takt.runs.model.Stall.Actor;
import dev.takt.runs.model.StallKind;
import java.util.List;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;

class ThrottlingReclassifierTest {

  private static final Actor WORKER = Actor.named("worker");

  @Test
  void runQueueWaitsInThrottledTimeBecomeThrottled() {
    Stall group = stall(StallKind.THROTTLED, Side.TARGET, 95, 190, null);
    Stall wait = stall(StallKind.RUN_QUEUE, Side.TARGET, 100, 192, WORKER);
    List<Stall> reclassified = ThrottlingReclassifier.reclassify(List.of(group, wait));
    assertThat(reclassified.getFirst()).isEqualTo(group);
    Stall thread = reclassified.getLast();
    assertThat(thread.kind()).isEqualTo(StallKind.THROTTLED);
    assertThat(thread.beginNanoTime()).isEqualTo(100);
    assertThat(thread.endNanoTime()).isEqualTo(192);
    assertThat(thread.thread()).isEqualTo(WORKER);
    assertThat(thread.culprit()).isNull();
    assertThat(thread.evidence())
        .isEqualTo(Evidence.RunQueueWait.behind(1, 2).throttledBy("cause"));
  }

  @Test
  void otherStallsAreUnchanged() {
    List<Stall> stalls =
        List.of(
            stall(StallKind.THROTTLED, Side.TARGET, 100, 200, null),
            stall(StallKind.RUN_QUEUE, Side.TARGET, 151, 250, WORKER),
            stall(StallKind.RUN_QUEUE, Side.GENERATOR, 100, 200, WORKER),
            stall(StallKind.MONITOR_WAIT, Side.TARGET, 100, 200, WORKER));
    assertThat(ThrottlingReclassifier.reclassify(stalls)).isEqualTo(stalls);
    List<Stall> none = stalls.subList(1, 4);
    assertThat(ThrottlingReclassifier.reclassify(none)).isSameAs(none);
  }

  @Test
  void severalThrottledPeriodsAreSummed() {
    List<Stall> reclassified =
        ThrottlingReclassifier.reclassify(
            List.of(
                stall(StallKind.THROTTLED, Side.TARGET, 100, 130, null),
                stall(StallKind.THROTTLED, Side.TARGET, 150, 180, null),
                stall(StallKind.RUN_QUEUE, Side.TARGET, 100, 200, WORKER)));
    assertThat(reclassified.getLast().kind()).isEqualTo(StallKind.THROTTLED);
  }

  /// A short throttled time is known at the next sample, long after its end.
  @Test
  void throttledTimeMayBeEarlierByOneSampleInterval() {
    Stall wait = stall(StallKind.RUN_QUEUE, Side.TARGET, 100, 106, WORKER);
    Stall before = stall(StallKind.THROTTLED, Side.TARGET, 112, 118, null, 12);
    assertThat(ThrottlingReclassifier.reclassify(List.of(before, wait)).getLast().kind())
        .isEqualTo(StallKind.THROTTLED);
    Stall exact = stall(StallKind.THROTTLED, Side.TARGET, 112, 118, null, 8);
    assertThat(ThrottlingReclassifier.reclassify(List.of(exact, wait)).getLast()).isEqualTo(wait);
  }

  private static Stall stall(
      StallKind kind, Side side, long begin, long end, @Nullable Actor thread) {
    return stall(kind, side, begin, end, thread, 0);
  }

  private static Stall stall(
      StallKind kind, Side side, long begin, long end, @Nullable Actor thread, long error) {
    Actor culprit = thread == null ? null : Actor.named("other");
    return Stall.of(kind, side, new Stall.Interval(begin, end, error, "s"))
        .withThread(thread)
        .withCause("cause")
        .withCulprit(culprit)
        .withEvidence(Evidence.RunQueueWait.behind(1, 2));
  }
}
