package dev.takt.explain.attribution;

import static org.assertj.core.api.Assertions.assertThat;

import dev.takt.explain.attribution.PostStallContention.Piece;
import dev.takt.explain.attribution.classify.StallIndex;
import dev.takt.explain.attribution.classify.Timeline.StallInterval;
import dev.takt.explain.trace.OperationsBuilder;
import dev.takt.runs.model.OperationState;
import dev.takt.runs.model.Side;
import dev.takt.runs.model.Stall;
import dev.takt.runs.model.StallKind;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/// The target is stopped, and then threads wait for a CPU. All times are in milliseconds.
final class PostStallContentionTest {

  private static final long MS = 1_000_000;
  private static final StallKind STOP = StallKind.STOPPED;

  private final List<Stall> stalls = new ArrayList<>();
  private final List<StallInterval> waits = new ArrayList<>();

  private int stall(StallKind kind, long begin, long end) {
    stalls.add(Stall.of(kind, Side.TARGET, new Stall.Interval(begin * MS, end * MS, 0, "test")));
    return stalls.size() - 1;
  }

  private Piece waits(long begin, long end) {
    int number = stall(StallKind.RUN_QUEUE, begin, end);
    waits.add(new StallInterval(begin * MS, end * MS, 100, number));
    return new Piece(number, begin * MS);
  }

  /// There are two busy periods: one from 50 to 70, in which an operation is due each millisecond,
  /// and one from 80 to 90.
  private Map<Piece, Integer> owners(int servers) {
    OperationsBuilder builder = new OperationsBuilder(List.of("a"));
    for (int due = 50; due < 70; due++) {
      builder.add(0, due * MS, due * MS, 70 * MS, OperationState.COMPLETED);
    }
    builder.add(0, 80 * MS, 80 * MS, 90 * MS, OperationState.COMPLETED);
    BusyPeriods periods =
        BusyPeriods.of(builder.build(true), IntStream.rangeClosed(0, 20).toArray());
    return PostStallContention.owners(
        periods,
        StallIndex.of(stalls),
        waits,
        servers,
        each -> stalls.get(each).kind() == StallKind.RUN_QUEUE);
  }

  @Test
  void waitAfterAStopBelongsToTheStop() {
    int stop = stall(STOP, 50, 60);
    Piece wait = waits(60, 63);

    assertThat(owners(1)).containsExactly(Map.entry(wait, stop));
  }

  @Test
  void waitThatBeganBeforeTheStopIsItsOwnCause() {
    stall(STOP, 50, 60);
    waits(49, 63);

    assertThat(owners(1)).isEmpty();
  }

  @Test
  void waitInALaterBusyPeriodIsItsOwnCause() {
    stall(STOP, 50, 60);
    waits(80, 81);

    assertThat(owners(1)).isEmpty();
  }

  @Test
  void stallThatIsNoContentionIsItsOwnCause() {
    stall(STOP, 50, 60);
    stall(StallKind.STEAL, 60, 63);

    assertThat(owners(1)).isEmpty();
  }

  @Test
  void waitsAsLongAsTheStopBelongToItAndNotMore() {
    int stop = stall(STOP, 58, 60);
    Piece first = waits(60, 61);
    Piece second = waits(61, 62);
    waits(62, 63);

    assertThat(owners(1)).isEqualTo(Map.of(first, stop, second, stop));
  }

  @Test
  void waitOfOneThreadCountsForItsServerOnly() {
    int stop = stall(STOP, 58, 60);
    Piece first = waits(60, 62);
    Piece second = waits(60, 62);
    waits(60, 62);

    assertThat(owners(2)).isEqualTo(Map.of(first, stop, second, stop));
  }

  @Test
  void momentThatAppliesToAllOperationsCountsOnce() {
    int stop = stall(STOP, 58, 60);
    Piece first = waits(60, 62);
    Piece second = waits(60, 62);
    Piece third = waits(61, 62);

    assertThat(owners(1)).isEqualTo(Map.of(first, stop, second, stop, third, stop));
  }

  @Test
  void momentsInWhichTheProcessWasStoppedDoNotCount() {
    int stop = stall(STOP, 58, 60);
    Piece wait = waits(60, 63);
    stall(STOP, 61, 62);

    assertThat(owners(1)).containsExactly(Map.entry(wait, stop));
  }

  @Test
  void waitBelongsToTheCauseThatHasMostTimeLeft() {
    int stop = stall(STOP, 50, 52);
    int pause = stall(StallKind.GC_PAUSE, 53, 58);
    Piece first = waits(58, 62);
    Piece second = waits(62, 64);

    assertThat(owners(1)).isEqualTo(Map.of(first, pause, second, stop));
  }

  /// Both have lost enough for the wait.
  @ParameterizedTest
  @CsvSource({"STOPPED, GC_PAUSE", "GC_PAUSE, STOPPED"})
  void waitBelongsToTheLongerOfTwoCauses(StallKind shorter, StallKind longer) {
    stall(shorter, 50, 52);
    int owner = stall(longer, 53, 58);
    Piece wait = waits(58, 59);

    assertThat(owners(1)).containsExactly(Map.entry(wait, owner));
  }

  @Test
  void timeLostInAnEarlierBusyPeriodDoesNotCount() {
    int first = stall(STOP, 50, 60);
    stall(STOP, 80, 81);
    Piece early = waits(60, 61);
    waits(81, 84);

    assertThat(owners(1)).containsExactly(Map.entry(early, first));
  }

  @Test
  void timeUsedUpInAnEarlierBusyPeriodIsThereAgain() {
    int first = stall(STOP, 50, 60);
    int second = stall(STOP, 80, 82);
    Piece early = waits(60, 70);
    Piece late = waits(82, 84);

    assertThat(owners(1)).isEqualTo(Map.of(early, first, late, second));
  }

  /// The second wait of the later period is within the first, and takes no time of its own.
  @ParameterizedTest
  @CsvSource({"STOPPED, GC_PAUSE", "GC_PAUSE, STOPPED"})
  void causeOfAnEarlierBusyPeriodOwnsNothing(StallKind before, StallKind after) {
    int first = stall(before, 50, 60);
    int second = stall(after, 80, 84);
    Piece early = waits(60, 61);
    Piece whole = waits(84, 88);
    Piece part = waits(85, 87);

    assertThat(owners(1)).isEqualTo(Map.of(early, first, whole, second, part, second));
  }

  @Test
  void stallThatBeganInAnEarlierBusyPeriodGoesOn() {
    int steal = stall(StallKind.STEAL, 65, 85);
    Piece early = waits(66, 67);
    Piece late = waits(85, 86);

    assertThat(owners(1)).isEqualTo(Map.of(early, steal, late, steal));
  }

  @Test
  void waitBelongsToTheLatestStallOfItsCause() {
    stall(STOP, 50, 51);
    int latest = stall(STOP, 52, 53);
    Piece wait = waits(53, 55);

    assertThat(owners(1)).containsExactly(Map.entry(wait, latest));
  }

  /// Until 61, 3 ms of it are over: as much as three waits of one of two threads.
  @Test
  void stallThatGoesOnCountsUntilTheEndOfTheWait() {
    int steal = stall(StallKind.STEAL, 58, 70);
    List<Piece> owned = List.of(waits(59, 61), waits(59, 61), waits(59, 61));
    waits(59, 61);

    assertThat(owners(2))
        .isEqualTo(Map.of(owned.get(0), steal, owned.get(1), steal, owned.get(2), steal));
  }
}
