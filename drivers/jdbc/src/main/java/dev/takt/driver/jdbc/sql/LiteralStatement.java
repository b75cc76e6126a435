package dev.takt.driver.jdbc.sql;

import java.sql.ResultSet;
import java.sql.SQLDataException;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.List;

/// A statement that writes values into its text as literals.
final class LiteralStatement implements BoundStatement {

  private final Statement statement;
  private final List<String> texts;
  private final Quoting string;
  private final String[] values;

  LiteralStatement(Statement statement, String sql, SqlDialect dialect) {
    this.statement = statement;
    this.texts = List.of(sql.split("\\?", -1));
    this.string = Quoting.ofString(dialect);
    this.values = new String[texts.size() - 1];
  }

  @Override
  public void set(int parameter, String value) throws SQLException {
    try {
      values[parameter - 1] = "'" + string.write(value) + "'";
    } catch (IllegalArgumentException e) {
      throw new SQLDataException(e.getMessage(), "22000", e);
    }
  }

  @Override
  public void set(int parameter, int value) {
    values[parameter - 1] = Integer.toString(value);
  }

  @Override
  public ResultSet query() throws SQLException {
    return statement.executeQuery(text());
  }

  @Override
  public int update() throws SQLException {
    return statement.executeUpdate(text());
  }

  @Override
  public void limit(int seconds) throws SQLException {
    statement.setQueryTimeout(seconds);
  }

  String text() {
    StringBuilder text = new StringBuilder(texts.getFirst());
    for (int i = 0; i < values.length; i++) {
      text.append(values[i]).append(texts.get(i + 1));
    }
    return text.toString();
  }
}
