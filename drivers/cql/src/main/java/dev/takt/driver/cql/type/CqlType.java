package dev.takt.driver.cql.type;

import java.util.List;
import java.util.stream.Collectors;

/// A type of CQL. Its text is how CQL writes it.
public sealed interface CqlType {

  /// A type without parameters.
  enum Native implements CqlType {
    ASCII(0x01),
    BIGINT(0x02),
    BLOB(0x03),
    BOOLEAN(0x04),
    COUNTER(0x05),
    DECIMAL(0x06),
    DOUBLE(0x07),
    FLOAT(0x08),
    INT(0x09),
    TIMESTAMP(0x0B),
    UUID(0x0C),
    TEXT(0x0D),
    VARINT(0x0E),
    TIMEUUID(0x0F),
    INET(0x10),
    DATE(0x11),
    TIME(0x12),
    SMALLINT(0x13),
    TINYINT(0x14),
    DURATION(0x15);

    final int id;

    Native(int id) {
      this.id = id;
    }

    @Override
    public String toString() {
      return name().toLowerCase(java.util.Locale.ROOT);
    }
  }

  /// A list.
  record ListOf(CqlType element) implements CqlType {
    @Override
    public String toString() {
      return "list<" + element + ">";
    }
  }

  /// A set.
  record SetOf(CqlType element) implements CqlType {
    @Override
    public String toString() {
      return "set<" + element + ">";
    }
  }

  /// A map.
  record MapOf(CqlType key, CqlType value) implements CqlType {
    @Override
    public String toString() {
      return "map<" + key + ", " + value + ">";
    }
  }

  /// A tuple.
  record TupleOf(List<CqlType> elements) implements CqlType {
    @Override
    public String toString() {
      return elements.stream()
          .map(String::valueOf)
          .collect(Collectors.joining(", ", "tuple<", ">"));
    }
  }

  /// A user-defined type: its name without the keyspace, and its fields.
  record UserDefined(String name, List<String> fields, List<CqlType> types) implements CqlType {
    @Override
    public String toString() {
      return name;
    }
  }

  /// A vector of a fixed length.
  record VectorOf(CqlType element, int length) implements CqlType {
    @Override
    public String toString() {
      return "vector<" + element + ", " + length + ">";
    }
  }

  /// A type that the server only names by a class.
  record Custom(String className) implements CqlType {
    @Override
    public String toString() {
      return "'" + className + "'";
    }
  }
}
