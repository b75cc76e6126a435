package dev.takt.probes.interthread;

import static org.assertj.core.api.Assertions.assertThat;

import dev.takt.runs.model.Side;
import dev.takt.runs.model.Stall;
import dev.takt.runs.model.Stall.Actor;
import dev.takt.runs.model.StallKind;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import java.util.stream.LongStream;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;

class OutlierMatcherTest {

  private static final Actor PRODUCER = new Actor("producer", 1L, 11L, null);
  private static final Actor CONSUMER = Actor.named("consumer");
  private static final OutlierMatcher MATCHER = new OutlierMatcher(List.of(PRODUCER, CONSUMER));

  private static Stall stall(StallKind kind, long begin, long end, @Nullable Actor thread) {
    return Stall.of(kind, Side.GENERATOR, new Stall.Interval(begin, end, 0, "test"))
        .withThread(thread);
  }

  private static Stall gc(long begin, long end) {
    return stall(StallKind.GC_PAUSE, begin, end, null);
  }

  private static OutlierExplanation explain(long begin, long end, Stall... stalls) {
    return MATCHER.match(List.of(new Outlier(begin, end)), List.of(stalls)).getFirst();
  }

  @Test
  void stallExplainsOverlap() {
    assertThat(explain(100, 200, gc(0, 100)).explainedNanos()).isZero();
    assertThat(explain(100, 200, gc(200, 300)).parts()).isEmpty();
    assertThat(explain(100, 200, gc(50, 130)).explainedNanos()).isEqualTo(30);
    assertThat(explain(100, 200, gc(130, 150)).explainedNanos()).isEqualTo(20);
    assertThat(explain(100, 200, gc(190, 250)).explainedNanos()).isEqualTo(10);
    assertThat(explain(100, 200, gc(0, 1000)).explainedNanos()).isEqualTo(100);
    assertThat(explain(100, 200, gc(150, 150)).parts()).isEmpty();
  }

  @Test
  void sharesAndUnexplainedTimeAddUp() {
    OutlierExplanation explanation = explain(0, 200, gc(10, 30), gc(100, 150));

    assertThat(explanation.explainedShare()).isEqualTo(0.35);
    assertThat(explanation.unexplainedNanos()).isEqualTo(130);
    assertThat(explanation.parts())
        .extracting(OutlierExplanation.Part::nanos)
        .containsExactly(50L, 20L);
    assertThat(explanation.share(explanation.parts().getFirst())).isEqualTo(0.25);
  }

  @Test
  void overlappingStallsCountOnce() {
    assertThat(explain(0, 100, gc(10, 50), gc(20, 40)).explainedNanos()).isEqualTo(40);
    assertThat(explain(0, 100, gc(10, 50), gc(40, 60)).explainedNanos()).isEqualTo(50);
    assertThat(explain(0, 100, gc(40, 60), gc(10, 50), gc(0, 5)).explainedNanos()).isEqualTo(55);
  }

  @Test
  void stallOfOtherThreadIsIgnored() {
    Actor stranger = new Actor("producer", 1L, 12L, null);
    Actor nameless = new Actor("unknown", 1L, 11L, null);

    assertThat(explain(0, 100, stall(StallKind.RUN_QUEUE, 0, 50, stranger)).parts()).isEmpty();
    assertThat(explain(0, 100, stall(StallKind.RUN_QUEUE, 0, 50, nameless)).explainedNanos())
        .isEqualTo(50);
    assertThat(
            explain(0, 100, stall(StallKind.RUN_QUEUE, 0, 50, new Actor("consumer", 1L, 9L, null)))
                .explainedNanos())
        .isEqualTo(50);
    assertThat(explain(0, 100, stall(StallKind.LOCK_WAIT, 0, 50, Actor.named("x"))).parts())
        .isEmpty();
  }

  @Test
  void pressureAndCompilationExplainNothing() {
    for (StallKind each :
        List.of(
            StallKind.CPU_PRESSURE,
            StallKind.IO_PRESSURE,
            StallKind.MEMORY_PRESSURE,
            StallKind.COMPILATION)) {
      assertThat(explain(0, 100, stall(each, 0, 100, null)).explainedNanos()).isZero();
    }
  }

  @Test
  void overflowingClockIsHandled() {
    long late = Long.MAX_VALUE - 50;

    assertThat(explain(late, late + 100, gc(late + 10, late + 70)).explainedNanos()).isEqualTo(60);
  }

  /// Compares with counting each nanosecond.
  @Test
  void resultEqualsCountingEachNanosecond() {
    Random random = new Random(7);
    for (int round = 0; round < 300; round++) {
      List<Outlier> outliers = new ArrayList<>();
      List<Stall> stalls = new ArrayList<>();
      for (int i = 0; i < 6; i++) {
        long begin = random.nextInt(300);
        outliers.add(new Outlier(begin, begin + random.nextInt(100)));
        long stopped = random.nextInt(300);
        stalls.add(gc(stopped, stopped + random.nextInt(60)));
      }
      for (OutlierExplanation each : MATCHER.match(outliers, stalls)) {
        long counted =
            LongStream.range(each.outlier().beginNanoTime(), each.outlier().endNanoTime())
                .filter(at ->
                    stalls.stream()
                        .anyMatch(stall -> stall.beginNanoTime() <= at && at < stall.endNanoTime()))
                .count();
        assertThat(each.explainedNanos()).isEqualTo(counted);
      }
    }
  }

  @Test
  void orderOfOutliersIsKept() {
    List<Outlier> outliers = List.of(new Outlier(500, 600), new Outlier(0, 10));

    assertThat(MATCHER.match(outliers, List.of(gc(0, 5), gc(500, 550))))
        .extracting(OutlierExplanation::explainedNanos)
        .containsExactly(50L, 5L);
  }
}
