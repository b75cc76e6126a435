package dev.takt.cassandra.stress.profile;

import dev.takt.cassandra.stress.data.ColumnSpec;
import dev.takt.cassandra.stress.distribution.DistributionSpec;
import dev.takt.load.config.source.Origin;
import java.util.Optional;

/// An item of `columnspec`.
///
/// @param column its name, as the table has it
/// @param size the number of characters, bytes or elements
/// @param population the distinct values
/// @param cluster of a clustering column: the number of values for each value of the column before
public record ColumnOptions(
    String column,
    Optional<DistributionSpec> size,
    Optional<DistributionSpec> population,
    Optional<DistributionSpec> cluster,
    Origin at) {

  /// A column with these options instead of the defaults.
  ///
  /// @param isClustering whether it is a clustering column; `cluster` is for these only
  /// @throws IllegalArgumentException if the column cannot have them
  public ColumnSpec applyTo(ColumnSpec column, boolean isClustering) {
    ColumnSpec changed = size.map(column::withSize).orElse(column);
    changed = population.map(changed::withPopulation).orElse(changed);
    return isClustering ? cluster.map(changed::withCluster).orElse(changed) : changed;
  }
}
