package dev.takt.cassandra.stress.data;

import dev.takt.cassandra.stress.distribution.DistributionSpec;
import java.nio.ByteBuffer;
import java.util.Arrays;
import java.util.HexFormat;
import java.util.List;
import java.util.function.BiFunction;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/// The notation of columns and values in the files of known answers.
final class Columns {

  private Columns() {}

  /// Columns, separated by `;`. None if it is `-`.
  static List<ColumnSpec> parseAll(String text) {
    return text.equals("-")
        ? List.of()
        : Arrays.stream(text.split(";", -1)).map(Columns::parse).toList();
  }

  /// A column: `name|type|size|population|cluster`, with `-` for a default.
  static ColumnSpec parse(String text) {
    String[] parts = text.split("\\|", -1);
    ColumnSpec column = ColumnSpec.ofProfile(parts[0], CqlType.parse(parts[1]));
    column = with(column, parts[2], ColumnSpec::withSize);
    column = with(column, parts[3], ColumnSpec::withPopulation);
    return with(column, parts[4], ColumnSpec::withCluster);
  }

  private static ColumnSpec with(
      ColumnSpec column, String spec, BiFunction<ColumnSpec, DistributionSpec, ColumnSpec> change) {
    return spec.equals("-") ? column : change.apply(column, DistributionSpec.parse(spec));
  }

  /// A serialised value in hexadecimal. The elements of a collection are in brackets, those of a
  /// set sorted.
  static String text(ColumnSpec column, ByteBuffer value) {
    if (!column.type().isCollection()) {
      return (column.type().element() == NativeType.DATE ? "" : "0x") + hex(value);
    }
    Stream<String> elements =
        Stream.generate(() -> text(column.ofElement(), element(value))).limit(value.getInt());
    return (column.type().container() == CqlType.Container.SET ? elements.sorted() : elements)
        .collect(Collectors.joining(",", "[", "]"));
  }

  private static ByteBuffer element(ByteBuffer collection) {
    byte[] bytes = new byte[collection.getInt()];
    collection.get(bytes);
    return ByteBuffer.wrap(bytes);
  }

  private static String hex(ByteBuffer value) {
    byte[] bytes = new byte[value.remaining()];
    value.get(bytes);
    return HexFormat.of().formatHex(bytes);
  }
}
