package dev.takt.cassandra.stress.drive;

import dev.takt.cassandra.stress.command.Population.SeedRange;
import dev.takt.cassandra.stress.data.Population;

/// The partitions that `-pop` names.
final class Populations {

  private Populations() {}

  /// A sequence always starts again after its end: with `no-wrap` the run ends there, by the number
  /// of its operations.
  static Population of(dev.takt.cassandra.stress.command.Population given) {
    if (given.distribution().isPresent()) {
      return new Population.Drawn(given.distribution().get());
    }
    SeedRange range = given.sequence().orElseThrow();
    return new Population.Sequence(
        range.first(), range.last(), true, given.lookback().orElse(null));
  }
}
