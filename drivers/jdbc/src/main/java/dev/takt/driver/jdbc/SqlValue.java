package dev.takt.driver.jdbc;

/// Something that a parameter is put together from. Immutable and thread-safe.
interface SqlValue {

  /// Whether [#longValue] can be asked.
  boolean isNumeric();

  /// The number that operation `n` has.
  long longValue(long n);

  /// Writes the value that operation `n` has.
  void appendTo(StringBuilder out, long n);

  /// The same text for each operation.
  static SqlValue constant(String text) {
    return new SqlValue() {
      @Override
      public boolean isNumeric() {
        return false;
      }

      @Override
      public long longValue(long n) {
        throw new IllegalStateException("text");
      }

      @Override
      public void appendTo(StringBuilder out, long n) {
        out.append(text);
      }
    };
  }
}
