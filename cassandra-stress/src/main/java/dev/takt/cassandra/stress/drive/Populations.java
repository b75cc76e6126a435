package dev.takt.cassandra.stress.drive;

import dev.takt.cassandra.stress.command.Population.SeedRange;
import dev.takt.cassandra.stress.command.RunSettings;
import dev.takt.cassandra.stress.data.DataVersion;
import dev.takt.cassandra.stress.data.PartitionSource;
import dev.takt.cassandra.stress.data.Population;
import dev.takt.cassandra.stress.distribution.DistributionSpec;
import java.util.function.LongUnaryOperator;

/// The partitions that `-pop` names.
final class Populations {

  private Populations() {}

  /// Chooses the partitions of a run.
  ///
  /// @param visits in how many operations a partition is written
  /// @param places see [PartitionSource#PartitionSource]
  static PartitionSource source(
      RunSettings.Data data,
      DistributionSpec visits,
      DataVersion version,
      LongUnaryOperator places) {
    return new PartitionSource(
        of(data.population()), visits, data.insert().revisit(), version, places);
  }

  /// A sequence always starts again after its end: with `no-wrap` the run ends there, by the number
  /// of its operations.
  private static Population of(dev.takt.cassandra.stress.command.Population given) {
    if (given.distribution().isPresent()) {
      return new Population.Drawn(given.distribution().get());
    }
    SeedRange range = given.sequence().orElseThrow();
    return new Population.Sequence(
        range.first(), range.last(), true, given.lookback().orElse(null));
  }
}
