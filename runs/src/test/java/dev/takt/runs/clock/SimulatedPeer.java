package dev.takt.runs.clock;

import java.util.ArrayList;
import java.util.List;
import java.util.Random;

/// A machine whose clock is known, and exchanges with it. Its clock's rate changes once a second.
final class SimulatedPeer {

  static final long SECOND = 1_000_000_000L;
  static final long EPOCH = 700_000_000_000_000_000L;
  static final long START = 1_000_000_000_000_000_000L;

  final List<Exchange> exchanges = new ArrayList<>();
  private final long[] offsets;

  /// @param offsets the true offset at each second from [#START]; between these it is linear
  SimulatedPeer(long[] offsets) {
    this.offsets = offsets;
  }

  /// A peer with an offset of up to 17 minutes, and a rate that is within `ppm` of ours all the
  /// time.
  static SimulatedPeer drifting(Random random, int seconds, double ppm, boolean steady) {
    long[] offsets = new long[seconds + 1];
    offsets[0] = random.nextLong(-1020 * SECOND, 1020 * SECOND);
    double rate = random.nextDouble(-ppm, ppm);
    for (int i = 1; i <= seconds; i++) {
      if (!steady && random.nextInt(5) == 0) {
        rate = random.nextBoolean() ? Math.copySign(ppm, -rate) : random.nextDouble(-ppm, ppm);
      }
      offsets[i] = offsets[i - 1] + (long) (rate * 1000);
    }
    return new SimulatedPeer(offsets);
  }

  /// How far its clock is ahead of ours, exact to a nanosecond.
  long offset(long ours) {
    int second = Math.clamp((ours - START) / SECOND, 0, offsets.length - 2);
    double part = (ours - START - second * SECOND) / (double) SECOND;
    return offsets[second] + Math.round((offsets[second + 1] - offsets[second]) * part);
  }

  long theirs(long ours) {
    return ours + offset(ours);
  }

  long end() {
    return START + (offsets.length - 1) * SECOND;
  }

  void exchange(long t1, long there, long answering, long back) {
    long t4 = t1 + there + answering + back;
    exchanges.add(new Exchange(t1, theirs(t1 + there), theirs(t1 + there + answering), t4));
  }

  /// Exchanges at irregular moments. Each direction has a least delay of its own and a heavy tail;
  /// now and then the peer is frozen between receiving and answering, or nothing is exchanged.
  void exchangeAllTheTime(Random random) {
    long leastThere = random.nextLong(20_000, 2_000_000);
    long leastBack = random.nextLong(20_000, 2_000_000);
    long t1 = START;
    while (t1 < end()) {
      long frozen = random.nextInt(100) == 0 ? random.nextLong(3 * SECOND) : 0;
      exchange(
          t1,
          leastThere + tail(random, leastThere),
          random.nextLong(50_000) + frozen,
          leastBack + tail(random, leastBack));
      t1 += random.nextInt(200) == 0 ? 40 * SECOND : random.nextLong(SECOND);
    }
    exchange(end(), leastThere, 0, leastBack);
  }

  /// Pareto distributed with an infinite variance.
  private static long tail(Random random, long scale) {
    return (long) (scale * Math.min(1000, Math.pow(1 - random.nextDouble(), -1 / 1.3) - 1));
  }

  /// What two kernels state of their wall clocks. Ours is read `there + back` after `asked`.
  ///
  /// @param wrong by how much their wall clock is ahead of the true time
  /// @param ourWrong by how much ours is
  /// @param error what both kernels state
  StatedBound state(long asked, long there, long back, long wrong, long ourWrong, long error) {
    long theirs = asked + there;
    long ours = theirs + back;
    return new StatedBound(
        asked,
        new WallReading(theirs(theirs), EPOCH + theirs + wrong, error),
        new WallReading(ours, EPOCH + ours + ourWrong, error));
  }

  /// The same twice a second, with random errors that are within what is stated.
  List<StatedBound> stateAllTheTime(Random random, long error) {
    List<StatedBound> all = new ArrayList<>();
    for (long asked = START; asked < end(); asked += SECOND / 2) {
      all.add(
          state(
              asked,
              tail(random, 100_000),
              tail(random, 100_000),
              random.nextLong(-error, error + 1),
              random.nextLong(-error, error + 1),
              error));
    }
    return all;
  }

  /// The estimate of the exchange with the shortest round trip, and half of that: what
  /// [OffsetBounds] does not do.
  Offset byShortestRoundTrip() {
    Exchange best = exchanges.getFirst();
    for (Exchange e : exchanges) {
      best = e.roundTripNanos() < best.roundTripNanos() ? e : best;
    }
    Constraint constraint = best.constraint();
    long offset = constraint.minAhead() + (constraint.maxAhead() - constraint.minAhead()) / 2;
    return new Offset(offset, best.roundTripNanos() / 2 + 1, 0);
  }
}
