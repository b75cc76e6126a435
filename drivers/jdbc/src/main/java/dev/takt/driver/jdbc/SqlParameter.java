package dev.takt.driver.jdbc;

import java.sql.PreparedStatement;
import java.sql.SQLException;
import java.util.List;

/// One parameter of a statement.
///
/// @param parts what it is put together from
/// @param isLiteral whether it was written as a string literal, and so is text in any case
record SqlParameter(List<SqlValue> parts, boolean isLiteral) {

  /// Binds the value that operation `n` has. Numbers are bound in the smaller type where they fit,
  /// because databases widen a number by themselves, but never narrow it.
  void bind(PreparedStatement statement, int index, long n) throws SQLException {
    if (!isNumeric()) {
      statement.setString(index, text(n));
      return;
    }
    long value = parts.getFirst().longValue(n);
    if (value == (int) value) {
      statement.setInt(index, (int) value);
    } else {
      statement.setLong(index, value);
    }
  }

  /// The value as it is written into a statement: a literal in its quotes, anything else as it is.
  String sql(long n) {
    return isLiteral ? "'" + text(n).replace("'", "''") + "'" : text(n);
  }

  private boolean isNumeric() {
    return !isLiteral && parts.getFirst().isNumeric();
  }

  private String text(long n) {
    StringBuilder text = new StringBuilder();
    for (SqlValue part : parts) {
      part.appendTo(text, n);
    }
    return text.toString();
  }
}
