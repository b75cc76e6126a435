package dev.takt.runs.clock;

import static dev.takt.runs.clock.SimulatedPeer.EPOCH;
import static dev.takt.runs.clock.SimulatedPeer.SECOND;
import static dev.takt.runs.clock.SimulatedPeer.START;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;
import static org.assertj.core.api.Assertions.within;

import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Random;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/// Bounds that kernels state, together with exchanges.
class StatedBoundsTest {

  private static final int SEEDS = 10;
  private static final long MICRO = 1_000;
  private static final long MILLI = 1_000_000;

  @Test
  void boundIsTheDifferenceOfTheWallClocksAndBothErrors() {
    // Their monotonic clock is at 70 s when their wall clock is at 1000 s. Ours is at 5 s when our
    // wall clock is at 1000.002 s: 2 ms later, when theirs has run on to 70.002 s. Asked for at
    // 4.998 s: 500 ppm of 2 ms are 1 us.
    StatedBound bound =
        new StatedBound(
            4_998 * MILLI,
            new WallReading(70 * SECOND, 1_000 * SECOND, 30 * MICRO),
            new WallReading(5 * SECOND, 1_000 * SECOND + 2 * MILLI, 20 * MICRO));
    Constraint constraint = bound.constraint();
    assertThat(constraint.maxNanos()).isEqualTo(5 * SECOND - 2 * MILLI);
    assertThat(constraint.minNanos()).isEqualTo(5 * SECOND - 2 * MILLI);
    long ahead = 65 * SECOND + 2 * MILLI;
    assertThat(constraint.maxAhead() - ahead).isCloseTo(51 * MICRO, within(5L));
    assertThat(ahead - constraint.minAhead()).isCloseTo(51 * MICRO, within(5L));
  }

  @Test
  void intervalIsTheCommonPartOfBoth() {
    OffsetBounds bounds = new OffsetBounds();
    // By the exchange the offset is from -1 ms to 1 ms.
    bounds.add(new Exchange(START, START + MILLI, START + MILLI, START + 2 * MILLI));
    // By the kernels it is from 0.7 ms to 1.3 ms.
    long at = START + 2 * MILLI;
    bounds.add(
        new StatedBound(
            at,
            new WallReading(at + MILLI, EPOCH, 100 * MICRO),
            new WallReading(at, EPOCH, 200 * MICRO)));
    Offset offset = bounds.at(at).orElseThrow();
    assertThat(offset.nanos()).isCloseTo(850 * MICRO, within(500L));
    assertThat(offset.errorNanos()).isCloseTo(150 * MICRO, within(500L));
    assertThat(bounds.refutedErrorNanos()).isEmpty();
    // 10 s later each side is wider by 2 ms.
    assertThat(bounds.at(at + 10 * SECOND).orElseThrow().errorNanos())
        .isCloseTo(2_150 * MICRO, within(500L));
  }

  @ParameterizedTest
  @CsvSource({"50, 5", "50, 200", "200, 5", "200, 200", "200, 5000"})
  void truthIsInsideAndTheBoundIsNeverWiderThanThatOfExchanges(double ppm, long errorMicros) {
    int narrower = 0;
    int expected = 0;
    int moments = 0;
    for (int seed = 0; seed < SEEDS; seed++) {
      Random random = new Random(seed);
      SimulatedPeer peer = SimulatedPeer.drifting(random, 120, ppm, seed % 2 == 0);
      peer.exchangeAllTheTime(random);
      OffsetBounds alone = new OffsetBounds();
      peer.exchanges.forEach(alone::add);
      List<StatedBound> stated = peer.stateAllTheTime(random, errorMicros * MICRO);
      OffsetBounds both = mixed(random, peer.exchanges, stated);
      assertThat(both.refutedErrorNanos()).as("seed " + seed).isEmpty();
      for (int i = 0; i < 200; i++) {
        long moment = START + random.nextLong(peer.end() - START);
        Offset offset = both.at(moment).orElseThrow();
        String what = "seed " + seed + " at " + moment;
        assertThat(Math.abs(offset.nanos() - peer.offset(moment)))
            .as(what)
            .isLessThanOrEqualTo(offset.errorNanos());
        Moment ours = both.toOurs(peer.theirs(moment)).orElseThrow();
        assertThat(Math.abs(ours.nanos() - moment)).as(what).isLessThanOrEqualTo(ours.errorNanos());
        long without = alone.at(moment).orElseThrow().errorNanos();
        assertThat(offset.errorNanos()).as(what).isLessThanOrEqualTo(without);
        moments++;
        narrower += offset.errorNanos() < without ? 1 : 0;
        // The nearest reading is at most 0.25 s away, or the delay of its message, and both kernels
        // state the error.
        if (2 * errorMicros * MICRO + 200 * MICRO < without) {
          expected++;
          assertThat(offset.errorNanos()).as(what).isLessThan(without);
        }
      }
    }
    assertThat(moments).isEqualTo(SEEDS * 200);
    assertThat(narrower).isGreaterThanOrEqualTo(expected);
    if (errorMicros <= 200) {
      assertThat(expected).isGreaterThan(moments / 3);
    }
  }

  private static OffsetBounds mixed(
      Random random, List<Exchange> exchanges, List<StatedBound> stated) {
    OffsetBounds bounds = new OffsetBounds();
    List<Runnable> all = new ArrayList<>();
    exchanges.forEach(each -> all.add(() -> bounds.add(each)));
    stated.forEach(each -> all.add(() -> bounds.add(each)));
    Collections.shuffle(all, random);
    all.forEach(Runnable::run);
    return bounds;
  }

  /// Their wall clock is wrong by ten times the error that is stated: from the begin, or from a
  /// moment in the middle on.
  @ParameterizedTest
  @CsvSource({"0", "60"})
  void boundThatIsWrongIsReportedAndAllAreIgnored(long second) {
    long error = MILLI;
    for (int seed = 0; seed < SEEDS; seed++) {
      Random random = new Random(seed);
      SimulatedPeer peer = SimulatedPeer.drifting(random, 120, 50, false);
      peer.exchangeAllTheTime(random);
      long wrong = random.nextBoolean() ? 10 * error : -10 * error;
      List<StatedBound> stated = new ArrayList<>();
      for (long asked = START; asked < peer.end(); asked += SECOND / 2) {
        long now = asked < START + second * SECOND ? 0 : wrong;
        stated.add(peer.state(asked, 100 * MICRO, 100 * MICRO, now, 0, error));
      }
      OffsetBounds alone = new OffsetBounds();
      peer.exchanges.forEach(alone::add);
      OffsetBounds both = mixed(random, peer.exchanges, stated);
      assertThat(both.refutedErrorNanos().orElseThrow()).isCloseTo(2 * error, within(200L));
      assertThat(both.statedSize()).isZero();
      for (int i = 0; i < 200; i++) {
        long moment = START + random.nextLong(peer.end() - START);
        assertThat(both.at(moment)).isEqualTo(alone.at(moment));
      }
    }
  }

  /// Both readings are of single moments: that the wall clock is set to the true time between two
  /// of them changes nothing, as long as its error is stated truly before and after that.
  @Test
  void wallClockThatIsSetBetweenReadingsChangesNothing() {
    for (int seed = 0; seed < SEEDS; seed++) {
      Random random = new Random(seed);
      SimulatedPeer peer = SimulatedPeer.drifting(random, 120, 50, false);
      peer.exchangeAllTheTime(random);
      OffsetBounds bounds = new OffsetBounds();
      peer.exchanges.forEach(bounds::add);
      long step = random.nextLong(-400 * MILLI, 400 * MILLI);
      long ourStep = random.nextLong(-400 * MILLI, 400 * MILLI);
      for (int i = 0; i < 240; i++) {
        // Theirs is set after 40 s, ours after 80 s.
        long wrong = i < 80 ? step : 0;
        long ourWrong = i < 160 ? ourStep : 0;
        long error = Math.max(20 * MICRO, Math.max(Math.abs(wrong), Math.abs(ourWrong)));
        bounds.add(
            peer.state(START + i * SECOND / 2, 100 * MICRO, 100 * MICRO, wrong, ourWrong, error));
      }
      assertThat(bounds.refutedErrorNanos()).as("seed " + seed).isEmpty();
      for (int i = 0; i < 200; i++) {
        long moment = START + random.nextLong(peer.end() - START);
        Offset offset = bounds.at(moment).orElseThrow();
        assertThat(Math.abs(offset.nanos() - peer.offset(moment)))
            .isLessThanOrEqualTo(offset.errorNanos());
        if (moment > START + 85 * SECOND) {
          assertThat(offset.errorNanos()).isLessThan(200 * MICRO);
        }
      }
    }
  }

  /// A wall clock that is set to a wrong time, and whose kernel states nothing of that.
  @Test
  void statedBoundsThatContradictEachOtherAreIgnored() {
    SimulatedPeer peer = new SimulatedPeer(new long[61]);
    OffsetBounds bounds = new OffsetBounds();
    // The exchanges bound the offset by +-50 ms only, and contradict neither.
    for (long t1 = START; t1 < peer.end(); t1 += SECOND) {
      peer.exchange(t1, 50 * MILLI, 0, 50 * MILLI);
    }
    peer.exchanges.forEach(bounds::add);
    bounds.add(peer.state(START + 20 * SECOND, 0, 0, 0, 0, MILLI));
    long here = START + 20 * SECOND;
    assertThat(bounds.at(here).orElseThrow().errorNanos()).isLessThan(3 * MILLI);
    bounds.add(peer.state(START + 21 * SECOND, 0, 0, 30 * MILLI, 0, MILLI));
    assertThat(bounds.refutedErrorNanos()).isPresent();
    assertThat(bounds.at(here).orElseThrow().errorNanos()).isGreaterThan(49 * MILLI);
  }

  @ParameterizedTest
  @ValueSource(booleans = {true, false})
  void exchangeRefutesWhatIsStatedBeforeAndAfterIt(boolean isFirst) {
    SimulatedPeer peer = new SimulatedPeer(new long[61]);
    peer.exchange(START, MILLI, 0, MILLI);
    OffsetBounds bounds = new OffsetBounds();
    if (isFirst) {
      bounds.add(peer.exchanges.getFirst());
    }
    bounds.add(peer.state(START, 0, 0, 10 * MILLI, 0, MILLI));
    assertThat(bounds.refutedErrorNanos().isPresent()).isEqualTo(isFirst);
    if (!isFirst) {
      bounds.add(peer.exchanges.getFirst());
    }
    assertThat(bounds.refutedErrorNanos().orElseThrow()).isCloseTo(2 * MILLI, within(10L));
    // What is stated truly from now on is ignored too.
    bounds.add(peer.state(START + SECOND, 0, 0, 0, 0, 10 * MICRO));
    assertThat(bounds.statedSize()).isZero();
    assertThat(bounds.at(START).orElseThrow().errorNanos()).isCloseTo(MILLI, within(500L));
  }

  @Test
  void nothingIsKnownWhereOnlyKernelsStateSomething() {
    SimulatedPeer peer = new SimulatedPeer(new long[61]);
    OffsetBounds bounds = new OffsetBounds();
    bounds.add(peer.state(START, 0, 0, 0, 0, MILLI));
    assertThat(bounds.at(START)).isEmpty();
    assertThat(bounds.toOurs(START)).isEmpty();
    assertThat(bounds.isContradicted(START)).isFalse();
  }

  @Test
  void longRunNeedsBoundedMemoryAndItsBoundsHold() {
    Random random = new Random(1);
    SimulatedPeer peer = SimulatedPeer.drifting(random, 4 * 3600, 200, false);
    peer.exchangeAllTheTime(random);
    int max = 2000;
    OffsetBounds bounds = new OffsetBounds(OffsetBounds.DEFAULT_LIMIT_PPM, max);
    OffsetBounds alone = new OffsetBounds(OffsetBounds.DEFAULT_LIMIT_PPM, max);
    for (Exchange each : peer.exchanges) {
      bounds.add(each);
      alone.add(each);
    }
    List<StatedBound> stated = peer.stateAllTheTime(random, 10 * MICRO);
    assertThat(stated).hasSizeGreaterThan(8 * max);
    for (StatedBound each : stated) {
      bounds.add(each);
      assertThat(bounds.statedSize()).isLessThanOrEqualTo(max);
    }
    assertThat(bounds.statedSize()).isGreaterThan(max / 4);
    for (int i = 0; i < 2000; i++) {
      long moment = START + random.nextLong(peer.end() - START);
      Offset offset = bounds.at(moment).orElseThrow();
      assertThat(Math.abs(offset.nanos() - peer.offset(moment)))
          .isLessThanOrEqualTo(offset.errorNanos());
      assertThat(offset.errorNanos())
          .isLessThanOrEqualTo(alone.at(moment).orElseThrow().errorNanos());
    }
  }

  /// An agent can send any numbers. They may cost the bounds of its own clock, and nothing else.
  @Test
  void hostileValuesAreRefusedOrHarmless() {
    assertThatIllegalArgumentException().isThrownBy(() -> new WallReading(0, 0, -1));
    assertThatIllegalArgumentException().isThrownBy(() -> new WallReading(0, -1, 0));
    assertThatIllegalArgumentException().isThrownBy(() -> new WallReading(0, 0, Long.MAX_VALUE));
    assertThatIllegalArgumentException().isThrownBy(() -> new WallReading(0, Long.MAX_VALUE, 0));
    WallReading reading = new WallReading(100, 0, 0);
    assertThatIllegalArgumentException().isThrownBy(() -> new StatedBound(101, reading, reading));

    SimulatedPeer peer = new SimulatedPeer(new long[61]);
    peer.exchange(START, MILLI, 0, MILLI);
    long[] extremes = {Long.MIN_VALUE, Long.MIN_VALUE + 1, -1, 0, 1, Long.MAX_VALUE};
    WallReading ours = new WallReading(START, EPOCH, 0);
    for (long nanoTime : extremes) {
      for (long asked : new long[] {START, START - Long.MAX_VALUE, 0}) {
        for (long epoch : new long[] {0, EPOCH, 1L << 62}) {
          OffsetBounds bounds = new OffsetBounds();
          bounds.add(
              new StatedBound(
                  asked, new WallReading(nanoTime, epoch, WallReading.MAX_ERROR_NANOS), ours));
          bounds.add(peer.exchanges.getFirst());
          Offset offset = bounds.at(START).orElseThrow();
          assertThat(Math.abs(offset.nanos())).isLessThanOrEqualTo(offset.errorNanos());
        }
      }
    }
  }
}
