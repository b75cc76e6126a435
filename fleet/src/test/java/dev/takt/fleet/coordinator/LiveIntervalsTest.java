package dev.takt.fleet.coordinator;

import static java.util.stream.Collectors.toMap;
import static org.assertj.core.api.Assertions.assertThat;

import dev.takt.record.LatencyHistogram;
import dev.takt.runs.model.RunTags;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.Set;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;

class LiveIntervalsTest {

  private static final long SECOND = 1_000_000_000L;
  private static final List<String> BOTH = List.of("a", "b");

  private final LiveIntervals intervals =
      new LiveIntervals(SECOND, Long.MAX_VALUE, true, Long.MAX_VALUE);

  private static void add(
      LiveIntervals to, String machine, long number, String tag, long now, long... values) {
    LatencyHistogram histogram = new LatencyHistogram();
    for (long each : values) {
      histogram.record(each);
    }
    to.add(machine, number, RunTags.parse(tag), histogram.toCounts(), now);
  }

  private void add(String machine, long number, String tag, long... values) {
    add(intervals, machine, number, tag, 0, values);
  }

  private List<LiveInterval> next(String... present) {
    return intervals.next(List.of(present), 0);
  }

  private static Map<String, Long> counts(LiveInterval interval) {
    return interval.recorded().entrySet().stream()
        .collect(toMap(each -> each.getKey().toString(), each -> each.getValue().total()));
  }

  @Test
  void addsUpTheMachinesIntervalByInterval() {
    add("a", 0, "read-rt", 1_000, 2_000);
    add("b", 0, "write-rt", 1_500);
    add("a", 0, "read-st", 9, 9, 9);
    add("b", 0, "write:failed-rt", 5, 5);
    assertThat(next("a", "b")).as("b may still have lines of interval 0").isEmpty();
    add("a", 1, "read-rt", 7);
    assertThat(next("a", "b")).isEmpty();
    add("b", 1, "read-rt", 8);
    LiveInterval first = next("a", "b").getFirst();
    assertThat(first.endNanos()).isEqualTo(SECOND);
    assertThat(first.machines()).containsExactly("a", "b");
    assertThat(first.late()).isEmpty();
    assertThat(first.completed()).isEqualTo(3);
    assertThat(first.failed()).isEqualTo(2);
    assertThat(first.rate()).isEqualTo(5.0);
    assertThat(first.times().max()).isEqualTo(2_000);
    assertThat(counts(first))
        .isEqualTo(Map.of("read-rt", 2L, "read-st", 3L, "write-rt", 1L, "write:failed-rt", 2L));
    assertThat(next("a", "b")).as("each once").isEmpty();
  }

  /// They are in the tag without an outcome as well.
  @Test
  void whatWasNotAnsweredIsNotCompleted() {
    add("a", 0, "read-rt", 1, 2, 3, 4, 5);
    add("a", 0, "read:unfinished-rt", 1);
    add("a", 0, "read:unsent-rt", 2, 3);
    intervals.close("a");
    LiveInterval last = next("a").getFirst();
    assertThat(last.completed()).isEqualTo(2);
    assertThat(last.rate()).isEqualTo(2.0);
  }

  /// Users arrive on schedule, and their steps are what takes time.
  @Test
  void usersOfJourneysAreCountedAndTheirStepsAreTimed() {
    LiveIntervals journeys =
        new LiveIntervals(
            SECOND,
            Long.MAX_VALUE,
            true,
            Long.MAX_VALUE,
            new Wholes(Set.of("shop"), Set.of("shop.buy")));
    add(journeys, "a", 0, "shop.buy-rt", 0, 700, 701, 702, 703);
    add(journeys, "a", 0, "shop.buy:failed-rt", 0, 600);
    add(journeys, "a", 0, "shop-rt", 0, 900, 901, 902);
    add(journeys, "a", 0, "shop:failed-rt", 0, 800, 801);
    add(journeys, "a", 0, "shop:unfinished-rt", 0, 902);
    add(journeys, "a", 0, "shop.login-rt", 0, 1, 2, 3, 4, 5, 6, 7);
    add(journeys, "a", 0, "shop.login:failed-rt", 0, 8, 9);
    journeys.close("a");
    LiveInterval first = journeys.next(List.of("a"), 0).getFirst();
    assertThat(first.completed()).isEqualTo(2);
    assertThat(first.failed()).isEqualTo(2);
    assertThat(first.times().count()).isEqualTo(7);
    assertThat(first.times().max()).isEqualTo(7);
    assertThat(counts(first)).containsEntry("shop-rt", 3L).hasSize(7);
  }

  @Test
  void withoutAScheduleShowsServiceTimes() {
    LiveIntervals service = new LiveIntervals(SECOND, Long.MAX_VALUE, false, Long.MAX_VALUE);
    add(service, "a", 0, "read-st", 0, 42);
    service.close("a");
    assertThat(service.next(List.of("a"), 0).getFirst().completed()).isEqualTo(1);
  }

  /// A line of a tag that is not Takt's shows how far the machine is.
  @Test
  void linesOfOtherTagsEndAnInterval() {
    add("a", 0, "read-rt", 1);
    add("a", 1, "?");
    assertThat(next("a")).singleElement().satisfies(each -> assertThat(counts(each)).hasSize(1));
  }

  @Test
  void severalComeInOrder() {
    for (int i = 0; i < 5; i++) {
      add("a", i, "read-rt", i + 1);
    }
    assertThat(next("a"))
        .extracting(LiveInterval::endNanos)
        .containsExactly(SECOND, 2 * SECOND, 3 * SECOND, 4 * SECOND);
    assertThat(next("a")).isEmpty();
  }

  private static long[] operations(int count) {
    return IntStream.range(0, count).mapToLong(each -> 1_000).toArray();
  }

  /// A machine that has gone has passed many intervals; that does not make up for one that is slow.
  @Test
  void lostMachineDoesNotStandForOneThatIsSlow() {
    for (int i = 0; i < 5; i++) {
      add("gone", i, "read-rt", 1);
    }
    add("a", 0, "read-rt", operations(50));
    add("b", 0, "read-rt", operations(50));
    add("a", 1, "read-rt", operations(50));
    assertThat(next("a", "b")).isEmpty();
    add("b", 1, "read-rt", operations(50));
    assertThat(next("a", "b"))
        .singleElement()
        .satisfies(each -> assertThat(each.machines()).containsExactlyInAnyOrder("a", "b", "gone"));
  }

  @Test
  void slowMachineIsNamedAndItsPartComesLater() {
    for (int i = 0; i < 3; i++) {
      add(intervals, "a", i, "read-rt", i * SECOND, operations(50));
      if (i == 0) {
        add(intervals, "b", i, "read-rt", i * SECOND, operations(50));
      }
    }
    intervals.close("b");
    assertThat(intervals.next(BOTH, 2 * SECOND))
        .singleElement()
        .satisfies(each -> assertThat(each.late()).isEmpty());
    long shown = SECOND + LiveIntervals.MAX_DELAY_NANOS;
    assertThat(intervals.next(BOTH, shown)).isEmpty();
    LiveInterval partial = intervals.next(BOTH, shown + 1).getFirst();
    assertThat(partial.machines()).containsExactly("a");
    assertThat(partial.late()).containsExactly("b");
    assertThat(partial.completed()).isEqualTo(50);

    add(intervals, "b", 1, "read-rt", shown + 2, operations(60));
    add(intervals, "b", 2, "read-rt", shown + 2, operations(50));
    LiveInterval late = intervals.next(BOTH, shown + 2).getFirst();
    assertThat(late.endNanos()).isEqualTo(partial.endNanos());
    assertThat(late.machines()).containsExactly("b");
    assertThat(late.late()).isEmpty();
    assertThat(counts(late)).isEqualTo(Map.of("read-rt", 60L));
  }

  /// With a few operations a second there is no telling whether more will come.
  @Test
  void machineThatSeldomRecordsIsNotNamed() {
    add("b", 0, "read-rt", operations(3));
    intervals.close("b");
    add("a", 0, "read-rt", operations(50));
    add("a", 1, "read-rt", operations(50));
    intervals.close("a");
    List<LiveInterval> shown = intervals.next(BOTH, LiveIntervals.MAX_DELAY_NANOS + 1);
    assertThat(shown).hasSize(2).allMatch(each -> each.late().isEmpty());
  }

  /// When nothing is due any more, one machine has operations left, and another has none.
  @Test
  void noMachineIsLateAfterTheLoad() {
    LiveIntervals load = new LiveIntervals(SECOND, 2 * SECOND, true, Long.MAX_VALUE);
    add(load, "b", 0, "read-rt", 0, operations(50));
    load.close("b");
    for (int i = 0; i < 4; i++) {
      add(load, "a", i, "read-rt", 0, operations(50));
    }
    assertThat(load.next(BOTH, LiveIntervals.MAX_DELAY_NANOS + 1))
        .extracting(LiveInterval::late)
        .containsExactly(List.of(), List.of("b"), List.of());
  }

  @Test
  void nothingIsLateBecauseThisProcessWasStopped() {
    add("a", 0, "read-rt", 1);
    add("a", 1, "read-rt", 1);
    intervals.waitAgain(60 * SECOND);
    intervals.close("a");
    assertThat(intervals.next(BOTH, 60 * SECOND + LiveIntervals.MAX_DELAY_NANOS)).isEmpty();
    assertThat(intervals.next(BOTH, 60 * SECOND + LiveIntervals.MAX_DELAY_NANOS + 1)).hasSize(2);
  }

  /// One machine is far behind at an interval of 10 ms: it is not waited for with all memory.
  @Test
  void showsOldIntervalsWhenThereIsNoRoom() {
    long max = 50_000;
    LiveIntervals bounded = new LiveIntervals(SECOND / 100, Long.MAX_VALUE, true, max);
    add(bounded, "b", 0, "read-rt", 0, operations(50));
    List<LiveInterval> shown = new ArrayList<>();
    for (int i = 0; i < 1_000; i++) {
      add(bounded, "a", i, "read-rt", 0, operations(50));
      assertThat(bounded.bytes()).isLessThan(max + 1_500);
      if (bounded.isFull()) {
        shown.addAll(bounded.next(BOTH, 0));
        assertThat(bounded.isHurried()).isTrue();
        assertThat(bounded.isFull()).isFalse();
      }
    }
    assertThat(shown.getFirst().machines()).contains("a");
    assertThat(shown.getLast().late()).containsExactly("b");
    shown.addAll(bounded.rest());
    assertThat(shown.stream().mapToLong(LiveInterval::completed).sum()).isEqualTo(50_050);
    assertThat(bounded.bytes()).isZero();
  }

  /// The open intervals of very many machines alone can be too much.
  @Test
  void showsIntervalsThatAreNotWholeIfThereIsNoOtherWay() {
    LiveIntervals bounded = new LiveIntervals(SECOND, Long.MAX_VALUE, true, 10_000);
    long completed = 0;
    List<LiveInterval> shown = new ArrayList<>();
    for (int machine = 0; machine < 100; machine++) {
      add(bounded, "m" + machine, 0, "read-rt", 0, operations(50));
      if (bounded.isFull()) {
        shown.addAll(bounded.next(BOTH, 0));
        assertThat(bounded.isFull()).isFalse();
      }
    }
    shown.addAll(bounded.rest());
    for (LiveInterval each : shown) {
      completed += each.completed();
    }
    assertThat(completed).isEqualTo(5_000);
    assertThat(bounded.isHurried()).isTrue();
    assertThat(bounded.bytes()).isZero();
  }

  /// Against the dense sums, with random values.
  @Test
  void sparseSumsAreTheDenseOnes() {
    Random random = new Random(4);
    LatencyHistogram dense = new LatencyHistogram();
    for (int i = 0; i < 50; i++) {
      LatencyHistogram some = new LatencyHistogram();
      for (int j = random.nextInt(100); j >= 0; j--) {
        some.record(random.nextLong(1L << random.nextInt(1, 50)), random.nextLong(1, 5));
      }
      dense.add(some);
      intervals.add("a", 0, RunTags.parse("read-rt"), some.toCounts(), 0);
    }
    SparseCounts sparse = intervals.rest().getFirst().recorded().values().iterator().next();
    LatencyHistogram sums = new LatencyHistogram();
    sparse.addTo(sums);
    assertThat(sparse.total()).isEqualTo(dense.totalCount());
    for (double percentile = 0; percentile <= 100; percentile += 0.1) {
      assertThat(sums.valueAtPercentile(percentile)).isEqualTo(dense.valueAtPercentile(percentile));
    }
    assertThat(sums.totalCount()).isEqualTo(dense.totalCount());
  }
}
