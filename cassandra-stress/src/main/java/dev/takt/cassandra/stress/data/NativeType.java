package dev.takt.cassandra.stress.data;

/// A native CQL type whose values cassandra-stress can generate. `v` is a draw of the column's
/// population.
public enum NativeType {
  /// As [#TEXT].
  ASCII,
  /// `v`.
  BIGINT,
  /// Random bytes; `v` seeds them and their number.
  BLOB,
  /// Whether `v` is even. In [DataVersion#V3] always true: it takes the remainder of a division by
  /// 1.
  BOOLEAN,
  /// `v`.
  COUNTER,
  /// The low 32 bits of `v` are days since 1970.
  DATE,
  /// `v`, with scale 0.
  DECIMAL,
  /// `v` before rounding.
  DOUBLE,
  /// `v` before rounding.
  FLOAT,
  /// The low 32 bits of `v` as an IPv4 address.
  INET,
  /// The low 32 bits of `v`.
  INT,
  /// The low 16 bits of `v`.
  SMALLINT,
  /// Characters from 0 to 127, control characters included; `v` seeds them and their number.
  TEXT,
  /// `v` nanoseconds since midnight.
  TIME,
  /// `v` milliseconds since 1970.
  TIMESTAMP,
  /// A UUID of version 1 for `v` milliseconds since 1970; its lower half is the column's salt.
  TIMEUUID,
  /// The low 8 bits of `v`.
  TINYINT,
  /// Both halves are `v`; the version is arbitrary.
  UUID,
  /// As [#TEXT].
  VARCHAR,
  /// `v`.
  VARINT,
  /// A blob of digits, `0` to `9` and `K` to `P`: the keys of the predefined tables. CQL's name for
  /// it is `blob`.
  HEX_BLOB;

  /// Whether servers order values as [ValueGenerator#sortKey] does.
  public boolean isOrderedAsGenerated() {
    return switch (this) {
      case BLOB, HEX_BLOB, INET, TIMEUUID, UUID -> false;
      default -> true;
    };
  }

  /// Whether values have a size of their own, drawn from [ColumnSpec#size].
  boolean hasSize() {
    return switch (this) {
      case ASCII, TEXT, VARCHAR, BLOB, HEX_BLOB -> true;
      default -> false;
    };
  }
}
