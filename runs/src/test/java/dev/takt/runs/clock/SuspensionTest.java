package dev.takt.runs.clock;

import static dev.takt.runs.clock.SimulatedPeer.EPOCH;
import static dev.takt.runs.clock.SimulatedPeer.SECOND;
import static dev.takt.runs.clock.SimulatedPeer.START;
import static org.assertj.core.api.Assertions.assertThat;

import java.util.Random;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/// A machine is suspended: its monotonic clock stands still meanwhile. `START` is a moment of true
/// time here, at which our monotonic clock is `START`, too.
class SuspensionTest {

  private static final int SEEDS = 10;
  private static final long MICRO = 1_000;
  private static final long MILLI = 1_000_000;
  private static final long LENGTH = 260 * SECOND;

  /// When it begins, in true time.
  private static final long BEGIN = START + 80 * SECOND + 300 * MILLI;

  private static final long STATED_ERROR = 50 * MICRO;

  /// A clock that stands still for a while.
  private record Clock(long ahead, double ppm, long stopped, long nanos) {

    static Clock even() {
      return new Clock(0, 0, START, 0);
    }

    long at(long truth) {
      long since = truth - START;
      return truth
          + ahead
          + Math.round(since * ppm * 1e-6)
          - Math.clamp(truth - stopped, 0L, nanos);
    }

    /// When a message that arrives is received.
    long awake(long truth) {
      return truth > stopped && truth < stopped + nanos ? stopped + nanos : truth;
    }
  }

  private final OffsetBounds both = new OffsetBounds();
  private final OffsetBounds alone = new OffsetBounds();
  private Clock ours = Clock.even();
  private Clock theirs = Clock.even();
  private long least = 100 * MICRO;
  private long most = 3 * MILLI;

  /// The wall clocks: by how much they are ahead of true time.
  private interface Wall {
    long wrongAt(long truth);
  }

  private Wall theirWall = _ -> 0;
  private Wall ourWall = _ -> 0;

  /// Whether the kernels state anything.
  private interface Stating {
    boolean at(long truth);
  }

  /// Exchanges twice a second, each followed by what the kernels state, with errors within that.
  private void run(Random random, Stating stating) {
    for (long sent = START; sent < START + LENGTH; sent += SECOND / 2) {
      long t1 = ours.awake(sent);
      long t2 = theirs.awake(t1 + delay(random));
      long t3 = theirs.awake(t2 + 20 * MICRO);
      long t4 = ours.awake(t3 + delay(random));
      exchange(t1, t2, t3, t4);
      long reading = theirs.awake(t3 + 50 * MICRO);
      long received = ours.awake(Math.max(t4, reading + delay(random)));
      if (stating.at(reading) && stating.at(received)) {
        state(t1, reading, received, within(random), within(random));
      }
    }
  }

  private long delay(Random random) {
    return least + random.nextLong(most - least);
  }

  private static long within(Random random) {
    return random.nextLong(-STATED_ERROR, STATED_ERROR + 1);
  }

  private void exchange(long t1, long t2, long t3, long t4) {
    Exchange exchange = new Exchange(ours.at(t1), theirs.at(t2), theirs.at(t3), ours.at(t4));
    both.add(exchange);
    alone.add(exchange);
  }

  private void state(long asked, long reading, long received, long wrong, long ourWrong) {
    both.add(
        new StatedBound(
            ours.at(asked),
            reading(theirs, reading, theirWall.wrongAt(reading) + wrong),
            reading(ours, received, ourWall.wrongAt(received) + ourWrong)));
  }

  private static WallReading reading(Clock clock, long truth, long wrong) {
    return new WallReading(clock.at(truth), EPOCH + (truth - START) + wrong, STATED_ERROR);
  }

  /// That the truth is inside, also where only exchanges are used.
  ///
  /// @return how many moments of true time have an offset
  private int checkTruth(Random random) {
    int known = 0;
    for (int i = 0; i < 400; i++) {
      long truth = START + random.nextLong(LENGTH);
      long moment = ours.at(truth);
      assertThat(both.at(moment).isPresent()).isEqualTo(alone.at(moment).isPresent());
      if (both.at(moment).isPresent()) {
        known++;
        Offset offset = both.at(moment).orElseThrow();
        assertThat(Math.abs(offset.nanos() - (theirs.at(truth) - moment)))
            .as("%.3f s", (truth - START) / 1e9)
            .isLessThanOrEqualTo(offset.errorNanos());
      }
    }
    return known;
  }

  private void checkNarrow(long truth) {
    long moment = ours.at(truth);
    assertThat(both.at(moment).orElseThrow().errorNanos())
        .as("%.3f s", (truth - START) / 1e9)
        .isLessThan(alone.at(moment).orElseThrow().errorNanos())
        .isLessThan(2 * STATED_ERROR + 60 * MICRO);
  }

  private static Clock drifting(Random random, long nanos) {
    return new Clock(
        random.nextLong(-1_000 * SECOND, 1_000 * SECOND), random.nextDouble(-50, 50), BEGIN, nanos);
  }

  /// With one that notices a suspension, the kernel states nothing for some time after it.
  @ParameterizedTest
  @CsvSource({"50, 0", "5000, 0", "100000, 0", "50, 20", "5000, 20"})
  void whatIsStatedHoldsBeforeAndAfterTheirSuspension(long millis, long silentSeconds) {
    for (int seed = 0; seed < SEEDS; seed++) {
      SuspensionTest test = new SuspensionTest();
      test.theirs = drifting(new Random(seed), millis * MILLI);
      long over = BEGIN + millis * MILLI;
      test.run(new Random(seed), truth -> truth < BEGIN || truth >= over + silentSeconds * SECOND);
      test.checkAround(over + silentSeconds * SECOND);
    }
  }

  @ParameterizedTest
  @CsvSource({"50, 0", "5000, 0", "100000, 0", "50, 20", "5000, 20"})
  void whatIsStatedHoldsBeforeAndAfterOurSuspension(long millis, long silentSeconds) {
    for (int seed = 0; seed < SEEDS; seed++) {
      SuspensionTest test = new SuspensionTest();
      test.theirs = drifting(new Random(seed), 0);
      test.ours = new Clock(0, 0, BEGIN, millis * MILLI);
      long over = BEGIN + millis * MILLI;
      test.run(new Random(seed), truth -> truth < BEGIN || truth >= over + silentSeconds * SECOND);
      test.checkAround(over + silentSeconds * SECOND);
    }
  }

  /// @param stated since when something is stated again
  private void checkAround(long stated) {
    assertThat(both.refutedErrorNanos()).isEmpty();
    assertThat(checkTruth(new Random(1))).isGreaterThan(150);
    checkNarrow(START + 20 * SECOND);
    checkNarrow(BEGIN - 20 * SECOND);
    checkNarrow(stated + 20 * SECOND);
    checkNarrow(START + LENGTH - SECOND);
    assertThat(both.at(ours.at(BEGIN - SECOND))).isEmpty();
    assertThat(both.isContradicted(ours.at(BEGIN - SECOND))).isTrue();
  }

  /// A virtual machine that was stopped and does not know it: its wall clock is late from then on,
  /// and its kernel states the error of before.
  @ParameterizedTest
  @ValueSource(longs = {50, 5_000, 100_000})
  void wallClockThatStoodStillTooIsRefuted(long millis) {
    for (int seed = 0; seed < SEEDS; seed++) {
      SuspensionTest test = new SuspensionTest();
      test.theirs = drifting(new Random(seed), millis * MILLI);
      long over = BEGIN + millis * MILLI;
      test.theirWall = truth -> truth < over ? 0 : -millis * MILLI;
      test.run(new Random(seed), truth -> truth < BEGIN || truth >= over);
      assertThat(test.both.refutedErrorNanos()).isPresent();
      assertThat(test.checkTruth(new Random(1))).isGreaterThan(150);
    }
  }

  /// A suspension that exchanges cannot see: what is stated before and after it differs, so none of
  /// it is used.
  @Test
  void suspensionWithinTheErrorOfExchangesMakesStatedBoundsUnused() {
    least = 20 * MILLI;
    most = 21 * MILLI;
    theirs = new Clock(0, 0, BEGIN, 3 * MILLI);
    run(new Random(1), truth -> truth < BEGIN || truth >= BEGIN + 3 * MILLI);
    assertThat(alone.at(BEGIN)).isPresent();
    assertThat(both.refutedErrorNanos()).isPresent();
    assertThat(checkTruth(new Random(1))).isEqualTo(400);
  }

  /// Their clock stands still after the reading, while the message is on its way.
  @Test
  void readingThatArrivesAfterASuspensionIsOfTheTimeBeforeIt() {
    theirs = new Clock(7 * SECOND, 0, BEGIN, 30 * SECOND);
    for (long sent = START; sent < START + LENGTH; sent += SECOND) {
      long received = theirs.awake(sent + MILLI);
      exchange(sent, received, received, received + MILLI);
    }
    state(BEGIN - 2 * MILLI, BEGIN - MILLI, BEGIN + 30 * SECOND + MILLI, 0, 0);
    assertThat(both.refutedErrorNanos()).isEmpty();
    assertThat(both.statedSize()).isEqualTo(1);
    assertThat(checkTruth(new Random(1))).isGreaterThan(150);
  }

  /// A claim from before a suspension of 45 ms, extended over 200 s by 200 ppm, would leave 1 ms of
  /// what the exchanges allow, and that without the truth.
  @Test
  void whatIsStatedBeforeASuspensionDoesNotBoundTheTimeAfterIt() {
    theirs = new Clock(0, 0, BEGIN, 45 * MILLI);
    least = 6 * MILLI;
    most = least + MICRO;
    long first = START + 10 * SECOND;
    long last = START + 250 * SECOND;
    run(
        new Random(1),
        truth ->
            (truth >= first && truth < first + SECOND / 2)
                || (truth >= last && truth < last + SECOND / 2));
    assertThat(both.statedSize()).isEqualTo(2);
    assertThat(both.refutedErrorNanos()).isEmpty();
    assertThat(checkTruth(new Random(1))).isGreaterThan(150);
  }
}
