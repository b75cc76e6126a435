package dev.takt.cassandra.stress.drive;

import dev.takt.cassandra.stress.command.Insert;
import dev.takt.cassandra.stress.data.PartitionPicker;
import dev.takt.cassandra.stress.distribution.Distribution;
import dev.takt.cassandra.stress.distribution.DistributionSpec;
import dev.takt.cassandra.stress.distribution.Ratio;
import dev.takt.cassandra.stress.profile.InsertOptions;
import dev.takt.cassandra.stress.table.ProfileTable;
import dev.takt.driver.cql.protocol.Consistency;
import dev.takt.driver.cql.workload.BatchType;
import dev.takt.driver.cql.workload.Workload.Sample;
import dev.takt.load.driver.DriverException;
import java.util.List;
import java.util.Locale;
import java.util.SplittableRandom;

/// Writes rows into the table of a profile: what is the same for all operations. Immutable.
///
/// @param statement its index in the workload
record UserInsert(ProfileTable table, InsertOptions options, Consistency consistency, int statement)
    implements UserOperation {

  private static final double MAX_ROWS = 65_535;

  @Override
  public List<String> statements() {
    return List.of(table.insert(options.condition()));
  }

  @Override
  public StressRequest newRequest(PartitionPicker picker, int retries, SplittableRandom seeds) {
    return new InsertRequest(this, picker, retries, seeds);
  }

  @Override
  public Sample sample(int step) {
    return new Sample(0, 0, 0);
  }

  /// Places in [dev.takt.cassandra.stress.data.TableSpec#columns] of the statement's values.
  int[] columns() {
    return table.insertValues().stream().mapToInt(Integer::intValue).toArray();
  }

  BatchType batchType() {
    return switch (options.batchType()) {
      case UNLOGGED -> BatchType.UNLOGGED;
      case LOGGED -> BatchType.LOGGED;
      case COUNTER -> BatchType.COUNTER;
    };
  }

  @Override
  public boolean isRepeatable() {
    return options.condition().isEmpty()
        && table.columns().stream().noneMatch(each -> each.type().matches("(?i)(list<.*|counter)"));
  }

  /// How large the batches are, as cassandra-stress puts it.
  ///
  /// @throws DriverException if there are no rows, or too many for a logged batch
  String sizes(DistributionSpec visitsOfPartition) throws DriverException {
    Distribution partitions = options.partitions().create();
    Distribution visits = visitsOfPartition.create();
    Ratio select = options.select().create();
    double minRows = table.spec().minRows();
    double maxRows = table.spec().maxRows();
    double most =
        select.max() * (double) partitions.max() * maxRows / (double) Math.max(1, visits.min());
    if (maxRows == 0) {
      throw new DriverException(table.name() + ": partitions without rows; is cluster fixed(0)?");
    }
    if (options.batchType() == Insert.BatchType.LOGGED && most > MAX_ROWS) {
      throw new DriverException(
          String.format(
              Locale.ROOT,
              "%s: batches of up to %.0f rows; LOGGED ones can have 65535 at most",
              table.name(),
              most));
    }
    return String.format(
        Locale.ROOT,
        "%s: batches of %d to %d partitions and %.0f to %.0f rows, of %.0f to %.0f rows in each"
            + " partition",
        table.name(),
        partitions.min(),
        partitions.max(),
        select.min() * (double) partitions.min() * minRows / (double) Math.max(1, visits.max()),
        most,
        minRows,
        maxRows);
  }
}
