package dev.takt.cassandra.stress.command;

import static dev.takt.cassandra.stress.command.Suboption.flag;
import static dev.takt.cassandra.stress.command.Suboption.option;

import dev.takt.cassandra.stress.command.OptionGroup.Values;
import dev.takt.cassandra.stress.distribution.Distribution;
import dev.takt.cassandra.stress.distribution.DistributionSpec;
import java.util.List;
import java.util.OptionalLong;
import java.util.Set;
import java.util.stream.IntStream;

/// `-col`: the value columns of the predefined tables.
///
/// @param size bytes of each value
/// @param isSlice whether reads select `*`
/// @param timestamp of `USING TIMESTAMP`
public record Columns(
    List<String> names, DistributionSpec size, boolean isSlice, OptionalLong timestamp) {

  private static final int MAX_COLUMNS = 65_535;

  private static final Suboption<Integer> COUNT =
      option("n=", new ValueForm<>("FIXED(N), N from 1 to " + MAX_COLUMNS, Columns::count));
  private static final Suboption<List<String>> NAMES = option("names=", ValueForm.LIST);
  private static final Suboption<DistributionSpec> SIZE = option("size=", ValueForm.DISTRIBUTION);
  private static final Suboption<String> SLICE = flag("slice");
  private static final Suboption<Long> TIMESTAMP = option("timestamp=", ValueForm.COUNT);
  private static final Suboption<String> COMPARATOR =
      option(
              "comparator=",
              ValueForm.matching(
                  "TimeUUIDType, AsciiType or UTF8Type",
                  "TimeUUIDType|AsciiType|UTF8Type",
                  form -> form.group()))
          .withoutEffect("CQL sorts columns by their names");
  private static final Suboption<DistributionSpec> SUPER =
      option("super=", ValueForm.DISTRIBUTION).withoutEffect("CQL has no super columns");

  static final OptionGroup GROUP =
      OptionGroup.of("-col", COUNT, NAMES, SIZE, SLICE, TIMESTAMP, COMPARATOR, SUPER)
          .alternatives(List.of(List.of(COUNT), List.of(NAMES)));

  /// A fixed distribution, or a number as ScyllaDB's cql-stress has it.
  private static int count(String text) {
    Distribution count =
        DistributionSpec.parse(text.matches("[0-9]+") ? "FIXED(" + text + ")" : text).create();
    if (count.min() != count.max() || count.min() < 1 || count.max() > MAX_COLUMNS) {
      throw new IllegalArgumentException("not a fixed number of columns");
    }
    return (int) count.max();
  }

  static Columns from(Values values) {
    int count = values.get(COUNT, "5");
    List<String> names =
        values
            .get(NAMES)
            .orElseGet(() -> IntStream.range(0, count).mapToObj(i -> "C" + i).toList());
    if (Set.copyOf(names).size() < names.size()) {
      throw values.fail(NAMES, "a name is given twice");
    }
    return new Columns(
        names,
        values.get(SIZE, "FIXED(34)"),
        values.has(SLICE),
        values.get(TIMESTAMP).map(OptionalLong::of).orElseGet(OptionalLong::empty));
  }
}
