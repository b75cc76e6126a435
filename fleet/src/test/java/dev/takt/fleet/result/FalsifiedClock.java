package dev.takt.fleet.result;

import dev.takt.runs.clock.Exchange;
import dev.takt.runs.clock.OffsetBounds;
import dev.takt.runs.model.Fleet;
import java.util.ArrayList;
import java.util.List;
import java.util.SplittableRandom;

/// A machine's clock of which the truth is known, and exchanges with the machine each half second.
final class FalsifiedClock {

  private static final long SECOND = 1_000_000_000;

  final OffsetBounds bounds = new OffsetBounds();
  final List<Exchange> exchanges = new ArrayList<>();

  private final long origin;
  private final long offset;
  private final double rate;

  /// A clock that is up to 17 minutes and 50 ppm from that of the run.
  ///
  /// @param origin where its offset is up to 17 minutes, on the clock of the run
  /// @param nanos how long there are exchanges
  /// @param leastDelay of a message
  FalsifiedClock(SplittableRandom random, long origin, long nanos, long leastDelay) {
    this.origin = origin;
    offset = random.nextLong(-1_020 * SECOND, 1_020 * SECOND);
    rate = random.nextDouble(-50e-6, 50e-6);
    for (long t1 = origin; t1 < origin + nanos; t1 += SECOND / 2) {
      long received = t1 + delay(random, leastDelay);
      long answered = received + random.nextLong(50_000);
      Exchange exchange =
          new Exchange(
              t1, theirs(received), theirs(answered), answered + delay(random, leastDelay));
      exchanges.add(exchange);
      bounds.add(exchange);
    }
  }

  private static long delay(SplittableRandom random, long least) {
    return least + (long) (least * Math.min(100, Math.pow(1 - random.nextDouble(), -0.8) - 1));
  }

  /// What it shows at a moment of the clock of the run.
  long theirs(long nanoTime) {
    return nanoTime + offset + Math.round(rate * (nanoTime - origin));
  }

  /// The agreed start on this clock, as a coordinator computes it.
  long start(long nanoTime) {
    return bounds.toTheirs(nanoTime).orElseThrow().nanos();
  }

  Fleet.Clock at(long nanoTime) {
    return bounds
        .at(nanoTime)
        .map(each -> new Fleet.Clock(each.nanos(), each.errorNanos(), each.ppm()))
        .orElseThrow();
  }

  long errorAt(long nanoTime) {
    return bounds.at(nanoTime).orElseThrow().errorNanos();
  }
}
