package dev.takt.driver.jdbc.sql;

import dev.takt.load.workload.Generator;
import java.sql.PreparedStatement;
import java.sql.SQLException;

/// A parameter of a prepared statement.
sealed interface SqlParameter {

  /// Binds the value of operation `n`.
  ///
  /// @param user see [SqlValue#text]
  void bind(PreparedStatement statement, int index, long seed, long n, byte[][] user)
      throws SQLException;

  /// The value for people: a number or a text.
  Object show(long seed, long n, byte[][] user);

  /// The names of the variables in it; empty if there are none.
  default String name() {
    return "";
  }

  /// A single generated value.
  record Value(Generator generator) implements SqlParameter {

    /// Binds a number in the smaller type if it fits, because databases widen numbers implicitly
    /// but do not narrow them.
    @Override
    public void bind(PreparedStatement statement, int index, long seed, long n, byte[][] user)
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

    @Override
    public Object show(long seed, long n, byte[][] user) {
      return generator.isNumeric() ? generator.longValue(seed, n) : generator.text(seed, n);
    }
  }

  /// A single value of the user or of the environment. It is bound as a text whatever it looks
  /// like: a database converts a text to what the column wants, and not all of them convert a
  /// number.
  record Variable(SqlValue value) implements SqlParameter {

    @Override
    public void bind(PreparedStatement statement, int index, long seed, long n, byte[][] user)
        throws SQLException {
      statement.setString(index, value.text(seed, n, user));
    }

    @Override
    public Object show(long seed, long n, byte[][] user) {
      return value.text(seed, n, user);
    }

    @Override
    public String name() {
      return value.name();
    }
  }

  /// A string literal that contains values.
  record Literal(GeneratedText content) implements SqlParameter {

    @Override
    public void bind(PreparedStatement statement, int index, long seed, long n, byte[][] user)
        throws SQLException {
      statement.setString(index, content.text(seed, n, user));
    }

    @Override
    public Object show(long seed, long n, byte[][] user) {
      return content.text(seed, n, user);
    }

    @Override
    public String name() {
      return content.names();
    }
  }
}
