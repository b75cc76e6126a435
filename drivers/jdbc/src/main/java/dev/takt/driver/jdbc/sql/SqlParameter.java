package dev.takt.driver.jdbc.sql;

import dev.takt.load.workload.Generator;
import java.sql.PreparedStatement;
import java.sql.SQLException;

/// A parameter of a prepared statement.
sealed interface SqlParameter {

  /// Binds the value of operation `n`.
  void bind(PreparedStatement statement, int index, long seed, long n) throws SQLException;

  /// A single value.
  record Value(Generator generator) implements SqlParameter {

    /// Binds a number in the smaller type if it fits, because databases widen numbers implicitly
    /// but do not narrow them.
    @Override
    public void bind(PreparedStatement statement, int index, long seed, long n)
        throws SQLException {
      if (!generator.isNumeric()) {
        statement.setString(index, generator.text(seed, n));
        return;
      }
      long value = generator.longValue(seed, n);
      if (value == (int) value) {
        statement.setInt(index, (int) value);
      } else {
        statement.setLong(index, value);
      }
    }
  }

  /// A string literal that contains values.
  record Literal(GeneratedText content) implements SqlParameter {

    @Override
    public void bind(PreparedStatement statement, int index, long seed, long n)
        throws SQLException {
      statement.setString(index, content.text(seed, n));
    }
  }
}
