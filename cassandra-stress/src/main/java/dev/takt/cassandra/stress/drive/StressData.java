package dev.takt.cassandra.stress.drive;

import dev.takt.cassandra.stress.command.Population.SeedRange;
import dev.takt.cassandra.stress.command.RunSettings;
import dev.takt.cassandra.stress.command.StressCommand;
import dev.takt.cassandra.stress.data.DataVersion;
import dev.takt.cassandra.stress.data.PartitionRows;
import dev.takt.cassandra.stress.distribution.Distribution;
import dev.takt.driver.cql.workload.WorkloadProvider.Setup;
import dev.takt.load.driver.DriverException;
import java.nio.ByteBuffer;
import java.util.HexFormat;
import java.util.Optional;
import java.util.stream.LongStream;

/// Finds out which cassandra-stress wrote the data that are there, by looking for some of its keys.
final class StressData {

  private static final int PROBES = 20;

  private final Setup setup;
  private final StressCommand.Run command;
  private final RunSettings settings;

  StressData(Setup setup, StressCommand.Run command, RunSettings settings) {
    this.setup = setup;
    this.command = command;
    this.settings = settings;
  }

  /// A version as `--stress-data` has it; empty if it has none.
  ///
  /// @throws IllegalArgumentException if there is no such version
  static Optional<DataVersion> parse(String text) {
    return switch (text) {
      case "" -> Optional.empty();
      case "3.x" -> Optional.of(DataVersion.V3);
      case "4.x" -> Optional.of(DataVersion.V4);
      default ->
          throw new IllegalArgumentException("stress-data: expected 3.x or 4.x, found " + text);
    };
  }

  /// The version whose keys are in the table; without any, 4.x.
  DataVersion find() throws DriverException {
    if (has(DataVersion.V4) || !has(DataVersion.V3)) {
      return DataVersion.V4;
    }
    setup.progress().accept("the table has data of cassandra-stress 3.x: these are used");
    return DataVersion.V3;
  }

  private boolean has(DataVersion version) throws DriverException {
    long multiplier = version.seedMultiplier(range(settings.data().insert().revisit().create()));
    PartitionRows rows = new PartitionRows(PredefinedWorkload.table(command, settings, version), 0);
    for (long partition : partitions().toArray()) {
      rows.startAll(partition * multiplier);
      if (rows.nextRow() && isStored(key(rows))) {
        return true;
      }
    }
    return false;
  }

  private static long range(Distribution revisit) {
    return revisit.max() - revisit.min() + 1;
  }

  private static String key(PartitionRows rows) {
    ByteBuffer key = ByteBuffer.allocate(rows.size(0));
    rows.put(0, key);
    return "0x" + HexFormat.of().formatHex(key.array());
  }

  private boolean isStored(String key) throws DriverException {
    PredefinedTables tables = new PredefinedTables(settings.tables());
    String table =
        tables.qualified(
            PredefinedOperation.of(setup.operations().getFirst()).orElseThrow().isOfCounters()
                ? "counter1"
                : "standard1");
    return !setup
        .database()
        .query("SELECT key FROM " + table + " WHERE key = " + key)
        .rows()
        .isEmpty();
  }

  /// Some of the partitions of the run: the first ones, or equally spaced ones of a distribution.
  private LongStream partitions() {
    Optional<SeedRange> sequence = settings.data().population().sequence();
    if (sequence.isPresent()) {
      SeedRange range = sequence.get();
      return LongStream.rangeClosed(
          range.first(), Math.min(range.last(), range.first() + PROBES - 1));
    }
    Distribution all = settings.data().population().distribution().orElseThrow().create();
    return LongStream.range(0, PROBES).map(i -> all.quantile((i + 0.5) / PROBES)).distinct();
  }
}
