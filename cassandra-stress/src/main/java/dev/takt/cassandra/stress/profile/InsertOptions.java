package dev.takt.cassandra.stress.profile;

import dev.takt.cassandra.stress.command.Insert;
import dev.takt.cassandra.stress.command.Insert.BatchType;
import dev.takt.cassandra.stress.distribution.DistributionSpec;
import dev.takt.cassandra.stress.distribution.RatioSpec;

/// How rows are written.
///
/// @param partitions of an operation
/// @param select the share of the rows of a partition that is written
/// @param rowPopulation the share of the columns of a row that get values
/// @param condition `IF …`, empty if there is none
public record InsertOptions(
    DistributionSpec partitions,
    BatchType batchType,
    RatioSpec select,
    RatioSpec rowPopulation,
    String condition) {

  /// What holds without `insert:`.
  static final InsertOptions DEFAULTS =
      new InsertOptions(
          DistributionSpec.parse("fixed(1)"),
          BatchType.LOGGED,
          RatioSpec.parse("fixed(1)/1"),
          RatioSpec.parse("fixed(1)/1"),
          "");

  /// These options, where the command line has no others.
  public InsertOptions overriddenBy(Insert commandLine) {
    return new InsertOptions(
        commandLine.partitions().orElse(partitions),
        commandLine.batchType().orElse(batchType),
        commandLine.select().orElse(select),
        commandLine.rowPopulation().orElse(rowPopulation),
        condition);
  }
}
