package dev.takt.driver.jdbc.sql;

import dev.takt.driver.jdbc.sql.SqlToken.Kind;
import dev.takt.load.workload.Generators;
import java.sql.Connection;
import java.sql.SQLDataException;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.ArrayList;
import java.util.Iterator;
import java.util.List;
import java.util.Map;

/// A statement with its values in the text. Each value is written as its position requires: a text
/// outside quotes becomes a quoted string, and inside quotes its quotes are doubled.
///
/// @param texts before, between and after the values: one more than there are values
/// @param values in the order of the text
public record UnpreparedSql(List<String> texts, List<Value> values) implements Sql {

  private static final byte[][] NO_USER = {};

  /// A value and how to write it.
  ///
  /// @param standsAlone whether it is neither in quotes nor part of a name
  /// @param followsOperator whether the text before it ends with an operator, which a `-` would
  ///   change
  record Value(SqlValue value, Quoting quoting, boolean standsAlone, boolean followsOperator) {

    String text(long seed, long n) {
      String text = value.text(seed, n, NO_USER);
      if (!standsAlone) {
        return quoting.write(text);
      }
      if (!value.isNumeric()) {
        return "'" + quoting.write(text) + "'";
      }
      // After a minus, -5 would begin a comment.
      return followsOperator && text.startsWith("-") ? "(" + text + ")" : text;
    }
  }

  /// Parses a statement.
  ///
  /// @param generators of the plan
  /// @throws IllegalArgumentException if a placeholder is invalid
  public static UnpreparedSql parse(String sql, Generators generators, SqlDialect dialect) {
    SqlText text = SqlText.parse(sql, generators, Map.of(), dialect);
    Quoting string = Quoting.ofString(dialect);
    Iterator<SqlValue> remaining = text.values().iterator();
    List<Value> values = new ArrayList<>();
    StringBuilder marked = new StringBuilder();
    for (SqlToken token : text.tokens()) {
      boolean follows =
          !marked.isEmpty() && "+-*/<>=~!@#%^&|?".indexOf(marked.charAt(marked.length() - 1)) >= 0;
      for (int i = GeneratedText.cut(token.text()).size() - 1; i > 0; i--) {
        boolean alone = token.kind() == Kind.VALUE;
        values.add(new Value(remaining.next(), alone ? string : token.quoting(), alone, follows));
      }
      boolean isOperator = token.kind() == Kind.OPERATOR && dialect.hasQuestionOperators();
      marked.append(isOperator ? token.text().replace("??", "?") : token.text());
    }
    return new UnpreparedSql(GeneratedText.cut(marked.toString()), List.copyOf(values));
  }

  @Override
  public Statement prepare(Connection connection) throws SQLException {
    return connection.createStatement();
  }

  @Override
  public boolean execute(Statement statement, long seed, long n, byte[][] user)
      throws SQLException {
    return statement.execute(text(seed, n));
  }

  /// The text of operation `n`.
  ///
  /// @throws SQLDataException if a value cannot be written safely
  String text(long seed, long n) throws SQLDataException {
    try {
      StringBuilder text = new StringBuilder(texts.getFirst());
      for (int i = 0; i < values.size(); i++) {
        text.append(values.get(i).text(seed, n)).append(texts.get(i + 1));
      }
      return text.toString();
    } catch (IllegalArgumentException e) {
      throw new SQLDataException(e.getMessage(), "22000", e);
    }
  }
}
