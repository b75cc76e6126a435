package dev.takt.cassandra.stress.drive;

import dev.takt.cassandra.stress.data.ColumnSpec;
import dev.takt.cassandra.stress.data.CqlType;
import dev.takt.cassandra.stress.data.NativeType;
import dev.takt.cassandra.stress.data.PartitionPicker;
import dev.takt.cassandra.stress.distribution.DistributionSpec;
import dev.takt.cassandra.stress.profile.CqlName;
import dev.takt.cassandra.stress.profile.InsertOptions;
import dev.takt.cassandra.stress.table.ProfileTable;
import dev.takt.cassandra.stress.table.TableColumn;
import dev.takt.driver.cql.protocol.Consistency;
import dev.takt.driver.cql.workload.Workload.Sample;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.SplittableRandom;
import java.util.stream.IntStream;

/// Reads a whole partition, or its rows between two of them, and compares them with the generated
/// ones (`validate`): what is the same for all operations. Immutable.
///
/// @param insert how the rows were written
/// @param hasVisits whether rows of a partition were written in several visits, which can have
///   ended before the last one
/// @param firstStatement the index in the workload of the first one of [#statements]
record UserValidation(
    ProfileTable table,
    InsertOptions insert,
    boolean hasVisits,
    Consistency consistency,
    int firstStatement)
    implements UserOperation {

  private static final int SAMPLE_BYTES = 16;

  /// The rows that a statement reads: those of a partition whose first clustering values are
  /// between those of two rows.
  ///
  /// @param depth how many clustering values are compared; 0 for all rows
  record Range(int depth, boolean includesFirst, boolean includesLast) {

    String condition(List<String> clustering) {
      if (depth == 0) {
        return "";
      }
      String columns = "(" + String.join(", ", clustering.subList(0, depth)) + ")";
      String marks = "(" + String.join(", ", Collections.nCopies(depth, "?")) + ")";
      return " AND "
          + columns
          + (includesFirst ? " >= " : " > ")
          + marks
          + " AND "
          + columns
          + (includesLast ? " <= " : " < ")
          + marks;
    }
  }

  /// By statement. There are those of cassandra-stress: one for each depth, and four for the last
  /// one. How many rows are between two others is not known where the server orders values in a way
  /// of its own, so such a clustering column ends the ranges.
  List<Range> ranges() {
    List<ColumnSpec> clustering = table.spec().clustering();
    List<Range> ranges = new ArrayList<>(List.of(new Range(0, true, true)));
    for (int depth = 1;
        depth <= clustering.size() && hasKnownOrder(clustering.get(depth - 1).type());
        depth++) {
      ranges.add(new Range(depth, true, false));
      if (depth == clustering.size()) {
        ranges.add(new Range(depth, true, true));
        ranges.add(new Range(depth, false, true));
        ranges.add(new Range(depth, false, false));
      }
    }
    return ranges;
  }

  private static boolean hasKnownOrder(CqlType type) {
    return type.container() == CqlType.Container.NONE && type.element().isOrderedAsGenerated();
  }

  @Override
  public List<String> statements() {
    List<String> names =
        table.columns().stream().map(TableColumn::name).map(CqlName::quoted).toList();
    int keys = table.spec().partitionKey().size();
    String all =
        "SELECT "
            + String.join(", ", names.subList(keys, names.size()))
            + " FROM "
            + table.name()
            + " WHERE "
            + String.join(" = ? AND ", names.subList(0, keys))
            + " = ?";
    List<String> clustering = names.subList(keys, table.keyColumns());
    return ranges().stream().map(range -> all + range.condition(clustering)).toList();
  }

  /// Whether values of a column are the same whenever they are generated. The number of a
  /// collection's elements is not, a counter is a sum, and all rows of a partition share a static
  /// column.
  boolean isComparable(int column) {
    ColumnSpec spec = table.spec().columns().get(column);
    return spec.type().container() == CqlType.Container.NONE
        && spec.type().element() != NativeType.COUNTER
        && !isRandom(spec.population())
        && !isRandom(spec.size())
        && !table.columns().get(column).isStatic();
  }

  /// Why rows cannot be compared with generated ones; empty if they can.
  Optional<String> problem() {
    if (table.columns().size() == table.spec().partitionKey().size()) {
      return Optional.of("the table has no column besides its partition key");
    }
    return IntStream.range(0, table.keyColumns())
        .filter(column -> isRandom(table.spec().columns().get(column).population()))
        .mapToObj(column -> CqlName.quoted(table.columns().get(column).name()))
        .findFirst()
        .map(name -> name + " has qextreme, so the keys that were written are not known");
  }

  private static boolean isRandom(DistributionSpec distribution) {
    return distribution.toString().toLowerCase(Locale.ROOT).matches("~?q.*");
  }

  /// The columns that are read but not compared.
  List<String> ignored() {
    return IntStream.range(table.keyColumns(), table.columns().size())
        .filter(column -> !isComparable(column))
        .mapToObj(column -> CqlName.quoted(table.columns().get(column).name()))
        .toList();
  }

  @Override
  public StressRequest newRequest(PartitionPicker picker, int retries, SplittableRandom seeds) {
    return new ValidationRequest(this, picker, retries, seeds);
  }

  @Override
  public Sample sample(int step) {
    return new Sample(1, table.columns().size() - table.spec().partitionKey().size(), SAMPLE_BYTES);
  }

  @Override
  public boolean isRepeatable() {
    return true;
  }
}
