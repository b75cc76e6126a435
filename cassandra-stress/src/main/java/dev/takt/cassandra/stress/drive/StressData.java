package dev.takt.cassandra.stress.drive;

import static java.util.stream.Collectors.joining;

import dev.takt.cassandra.stress.command.Population.SeedRange;
import dev.takt.cassandra.stress.command.RunSettings;
import dev.takt.cassandra.stress.data.ColumnSpec;
import dev.takt.cassandra.stress.data.CqlType;
import dev.takt.cassandra.stress.data.DataVersion;
import dev.takt.cassandra.stress.data.NativeType;
import dev.takt.cassandra.stress.data.PartitionRows;
import dev.takt.cassandra.stress.data.PartitionSource;
import dev.takt.cassandra.stress.data.TableSpec;
import dev.takt.cassandra.stress.distribution.Distribution;
import dev.takt.cassandra.stress.profile.CqlName;
import dev.takt.driver.cql.workload.WorkloadProvider.Setup;
import dev.takt.load.driver.DriverException;
import java.nio.ByteBuffer;
import java.util.HexFormat;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.function.LongUnaryOperator;
import java.util.stream.IntStream;
import java.util.stream.LongStream;

/// Finds out which cassandra-stress wrote the data that are there, by looking for some of its keys.
final class StressData {

  private static final int PROBES = 20;

  private final Setup setup;
  private final RunSettings settings;
  private final List<Table> tables;

  /// @param tables of the run
  StressData(Setup setup, RunSettings settings, List<Table> tables) {
    this.setup = setup;
    this.settings = settings;
    this.tables = List.copyOf(tables);
  }

  /// A table, and its values in both versions.
  ///
  /// @param name as it is written in CQL
  record Table(String name, TableSpec newer, TableSpec older) {}

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

  /// The version whose keys are in the tables; without any, 4.x.
  DataVersion find() throws DriverException {
    for (Table each : tables) {
      if (has(each.name(), each.newer())) {
        return DataVersion.V4;
      }
    }
    for (Table each : tables) {
      if (has(each.name(), each.older())) {
        setup.progress().accept("the table has data of cassandra-stress 3.x: these are used");
        return DataVersion.V3;
      }
    }
    return DataVersion.V4;
  }

  private boolean has(String table, TableSpec spec) throws DriverException {
    if (spec.partitionKey().stream()
        .anyMatch(each -> each.type().container() != CqlType.Container.NONE)) {
      return false; // CQL does not turn blobs into collections
    }
    PartitionSource source =
        Populations.source(
            settings.data(),
            settings.data().insert().visits(),
            spec.version(),
            LongUnaryOperator.identity());
    PartitionRows rows = new PartitionRows(spec, 0);
    for (long partition : partitions().toArray()) {
      rows.startAll(source.seedOf(partition));
      if (rows.nextRow() && isStored(table, spec.partitionKey(), rows)) {
        return true;
      }
    }
    return false;
  }

  private boolean isStored(String table, List<ColumnSpec> key, PartitionRows rows)
      throws DriverException {
    String condition =
        IntStream.range(0, key.size())
            .mapToObj(i -> CqlName.quoted(key.get(i).name()) + " = " + literal(key.get(i), i, rows))
            .collect(joining(" AND "));
    String column = CqlName.quoted(key.getFirst().name());
    return !setup
        .database()
        .query("SELECT " + column + " FROM " + table + " WHERE " + condition + " LIMIT 1")
        .rows()
        .isEmpty();
  }

  /// A value as a blob that CQL turns into the column's type.
  private static String literal(ColumnSpec column, int place, PartitionRows rows) {
    ByteBuffer value = ByteBuffer.allocate(rows.size(place));
    rows.put(place, value);
    String blob = "0x" + HexFormat.of().formatHex(value.array());
    NativeType type = column.type().element();
    return type == NativeType.BLOB || type == NativeType.HEX_BLOB
        ? blob
        : "blobAs" + type.name().toLowerCase(Locale.ROOT) + "(" + blob + ")";
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
