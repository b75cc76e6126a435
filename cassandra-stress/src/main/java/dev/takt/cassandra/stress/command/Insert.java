package dev.takt.cassandra.stress.command;

import static dev.takt.cassandra.stress.command.Suboption.option;

import dev.takt.cassandra.stress.command.OptionGroup.Values;
import dev.takt.cassandra.stress.distribution.DistributionSpec;
import dev.takt.cassandra.stress.distribution.RatioSpec;
import java.util.Optional;

/// `-insert`: how profiles write. What is present overrides `insert` of the profile.
///
/// @param visits operations in which a partition is written
/// @param revisit which of the unfinished partitions is written next
/// @param partitions of an operation
/// @param select share of the rows of a partition that is written
/// @param rowPopulation share of the columns of a row that get values
public record Insert(
    DistributionSpec visits,
    DistributionSpec revisit,
    Optional<DistributionSpec> partitions,
    Optional<BatchType> batchType,
    Optional<RatioSpec> select,
    Optional<RatioSpec> rowPopulation) {

  /// The kinds of batches.
  public enum BatchType {
    UNLOGGED,
    LOGGED,
    COUNTER
  }

  private static final Suboption<DistributionSpec> VISITS =
      option("visits=", ValueForm.DISTRIBUTION);
  private static final Suboption<DistributionSpec> REVISIT =
      option("revisit=", ValueForm.DISTRIBUTION);
  private static final Suboption<DistributionSpec> PARTITIONS =
      option("partitions=", ValueForm.DISTRIBUTION);
  private static final Suboption<BatchType> BATCH_TYPE =
      option("batchtype=", ValueForm.oneOf(BatchType.class));
  private static final Suboption<RatioSpec> SELECT = option("select-ratio=", ValueForm.RATIO);
  private static final Suboption<RatioSpec> ROW_POPULATION =
      option("row-population-ratio=", ValueForm.RATIO);

  static final OptionGroup GROUP =
      OptionGroup.of("-insert", VISITS, REVISIT, PARTITIONS, BATCH_TYPE, SELECT, ROW_POPULATION);

  static Insert from(Values values) {
    return new Insert(
        values.get(VISITS, "fixed(1)"),
        values.get(REVISIT, "uniform(1..1M)"),
        values.get(PARTITIONS),
        values.get(BATCH_TYPE),
        values.get(SELECT),
        values.get(ROW_POPULATION));
  }
}
