package dev.takt.cassandra.stress.profile;

import dev.takt.cassandra.stress.command.StressCommand.ConsistencyLevel;
import dev.takt.load.config.source.Origin;
import java.util.Optional;

/// A query of a profile: a statement whose parameters are columns of generated rows.
///
/// @param name in lower case
/// @param consistency empty for that of the run; only ScyllaDB's cassandra-stress has it
/// @param serialConsistency the same
/// @param at of the statement
public record Query(
    String name,
    String cql,
    Fields fields,
    Optional<ConsistencyLevel> consistency,
    Optional<ConsistencyLevel> serialConsistency,
    Origin at) {

  /// The rows that the values of an operation are from.
  public enum Fields {
    /// All values are from one row.
    SAMEROW,
    /// The partition key is from the first of several rows of a partition. Each other value is from
    /// one of them at random.
    MULTIROW
  }
}
