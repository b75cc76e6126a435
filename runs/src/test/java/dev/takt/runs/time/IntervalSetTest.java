package dev.takt.runs.time;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.util.Arrays;
import java.util.List;
import java.util.Random;
import java.util.stream.IntStream;
import java.util.stream.LongStream;
import org.junit.jupiter.api.Test;

class IntervalSetTest {

  private static final int LENGTH = 60;

  private static List<TimeInterval> intervals(IntervalSet set) {
    return IntStream.range(0, set.size())
        .mapToObj(i -> new TimeInterval(set.begin(i), set.end(i)))
        .toList();
  }

  @Test
  void unionMergesOverlappingAndTouchingIntervals() {
    IntervalSet union =
        IntervalSet.union(new long[] {30, 10, 12, 20, 50}, new long[] {40, 15, 13, 30, 55});

    assertThat(intervals(union))
        .containsExactly(
            new TimeInterval(10, 15), new TimeInterval(20, 40), new TimeInterval(50, 55));
  }

  @Test
  void emptyUnionHasNoMoments() {
    assertThat(IntervalSet.EMPTY.size()).isZero();
    assertThat(IntervalSet.EMPTY.contains(0)).isFalse();
    assertThat(IntervalSet.EMPTY.overlap(0, 10)).isZero();
    assertThat(IntervalSet.EMPTY.gaps(0, 10)).containsExactly(new TimeInterval(0, 10));
  }

  @Test
  void edgesBelongToIntervals() {
    IntervalSet set = IntervalSet.union(new long[] {10, 30}, new long[] {20, 40});

    assertThat(LongStream.of(9, 10, 20, 21, 29, 40, 41).filter(set::contains))
        .containsExactly(10L, 20L, 40L);
  }

  @Test
  void touchingIntervalsStaySeparateWithoutGapBetweenThem() {
    IntervalSet set = IntervalSet.ofDisjoint(new long[] {10, 20}, new long[] {20, 30});

    assertThat(set.size()).isEqualTo(2);
    assertThat(set.firstEndingAfter(20)).isEqualTo(1);
    assertThat(set.contains(20)).isTrue();
    assertThat(set.gaps(0, 40)).containsExactly(new TimeInterval(0, 10), new TimeInterval(30, 40));
  }

  @Test
  void overlappingOrEmptyIntervalsAreNotDisjoint() {
    assertThatThrownBy(() -> IntervalSet.ofDisjoint(new long[] {10, 19}, new long[] {20, 30}))
        .isInstanceOf(IllegalArgumentException.class);
    assertThatThrownBy(() -> IntervalSet.ofDisjoint(new long[] {10}, new long[] {10}))
        .isInstanceOf(IllegalArgumentException.class);
  }

  @Test
  void noTimeIsBetweenMomentsInReverseOrder() {
    IntervalSet set = IntervalSet.union(new long[] {10}, new long[] {40});

    assertThat(set.overlap(30, 20)).isZero();
    assertThat(set.gaps(30, 20)).isEmpty();
    assertThat(set.gaps(9, 5)).isEmpty();
    assertThat(TimeInterval.overlap(0, 10, 20, 30)).isZero();
  }

  /// Compares with sets of single nanoseconds.
  @Test
  void agreesWithCountingOfMoments() {
    Random random = new Random(7);
    for (int round = 0; round < 500; round++) {
      int count = random.nextInt(6);
      long[] begins = random.ints(count, 0, LENGTH).asLongStream().toArray();
      long[] ends = Arrays.stream(begins).map(each -> each + 1 + random.nextInt(9)).toArray();
      boolean[] covered = new boolean[2 * LENGTH];
      for (int i = 0; i < count; i++) {
        Arrays.fill(covered, (int) begins[i], (int) ends[i], true);
      }
      IntervalSet set = IntervalSet.union(begins, ends);
      int from = random.nextInt(LENGTH);
      int to = from + random.nextInt(LENGTH);

      long expected = IntStream.range(from, to).filter(at -> covered[at]).count();
      assertThat(set.overlap(from, to)).isEqualTo(expected);
      List<TimeInterval> gaps = set.gaps(from, to);
      assertThat(gaps.stream().mapToLong(TimeInterval::nanos).sum())
          .isEqualTo(to - from - expected);
      assertThat(gaps)
          .allSatisfy(gap -> {
            assertThat(gap.nanos()).isPositive();
            assertThat(IntStream.range((int) gap.begin(), (int) gap.end()))
                .noneMatch(at -> covered[at]);
          });
    }
  }
}
