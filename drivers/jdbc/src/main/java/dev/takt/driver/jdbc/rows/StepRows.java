package dev.takt.driver.jdbc.rows;

import dev.takt.load.journey.Answer;
import dev.takt.runs.text.EnglishText;
import java.math.BigDecimal;
import java.math.BigInteger;
import java.sql.ResultSet;
import java.sql.ResultSetMetaData;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;

/// What a statement has returned, as the value that the extractions and checks of its step read:
/// the rows of its first result, and how many rows all its results have or changed.
///
/// Keeps [#MAX_CHARS] of texts and one more than [#MAX_ROWS] rows at most, and none for a step that
/// reads none. The limit is kept while reading, and the database does not know of it: PostgreSQL
/// executes no statement in parallel whose number of rows is limited by its driver.
public final class StepRows implements Answer {

  /// The most rows of a step. A statement with more of them fails.
  public static final int MAX_ROWS = 10_000;

  /// The most characters of the values that are kept, where one that is no text counts as 16.
  static final int MAX_CHARS = 1 << 20;

  private static final int VALUE_CHARS = 16;

  private static final Value TOO_LARGE =
      new Value.Unreadable("the result is over 1 MiB, too large to be read");

  private final List<Map<String, @Nullable Object>> kept = new ArrayList<>();
  private boolean keeps;
  private boolean hasResult;
  private boolean isTooLarge;
  private long chars;
  private long rows;

  /// The number of rows of the longest result.
  private int longest;

  /// @param keeps whether the rows are read, and not only their number
  public StepRows(boolean keeps) {
    this.keeps = keeps;
  }

  /// Reads all results.
  ///
  /// @param startsWithRows the result of the statement's execution
  public void readAll(Statement statement, boolean startsWithRows) throws SQLException {
    rows = Results.readAll(statement, startsWithRows, this::read);
  }

  /// Decodes each value as an application would: a result is complete only when it has been read.
  private long read(ResultSet result) throws SQLException {
    String[] names = names(result.getMetaData());
    boolean isFirst = !hasResult;
    hasResult = true;
    int count = 0;
    while (count <= MAX_ROWS && result.next()) {
      Map<String, @Nullable Object> row = keeps && isFirst ? new LinkedHashMap<>() : null;
      for (int column = 1; column <= names.length; column++) {
        Object value = result.getObject(column);
        if (row != null) {
          put(row, names[column - 1], known(value, result, column));
        }
      }
      longest = Math.max(longest, ++count);
      if (row != null) {
        kept.add(row);
      }
      if (chars > MAX_CHARS) {
        keeps = false;
        isTooLarge = true;
        kept.clear();
        chars = 0;
      }
    }
    return count;
  }

  private void put(Map<String, @Nullable Object> row, String name, @Nullable Object value) {
    if (!row.containsKey(name)) { // the first of several, as in JDBC
      row.put(name, value);
    }
    chars += name.length() + (value instanceof String text ? text.length() : VALUE_CHARS);
  }

  /// The names of columns. Those in capitals only are in lower case: some databases return names so
  /// that are written without quotes.
  private static String[] names(ResultSetMetaData about) throws SQLException {
    String[] names = new String[about.getColumnCount()];
    for (int i = 0; i < names.length; i++) {
      String label = about.getColumnLabel(i + 1);
      boolean isInCapitals = label.equals(label.toUpperCase(Locale.ROOT));
      names[i] = isInCapitals ? label.toLowerCase(Locale.ROOT) : label;
    }
    return names;
  }

  /// A value as JSON has it. What is no number, boolean or text there, such as a date, is the text
  /// that the database has for it.
  private static @Nullable Object known(@Nullable Object value, ResultSet result, int column)
      throws SQLException {
    return switch (value) {
      case null -> null;
      case Byte _, Short _, Integer _, Long _ -> ((Number) value).longValue();
      case BigInteger whole -> new BigDecimal(whole);
      case BigDecimal number -> number;
      case Float _, Double _ -> number(value.toString());
      case Boolean truth -> truth;
      case String text -> text;
      default -> result.getString(column);
    };
  }

  /// JSON has no infinity.
  private static Object number(String text) {
    try {
      return new BigDecimal(text);
    } catch (NumberFormatException _) {
      return text;
    }
  }

  /// Whether there were more rows than a step can have.
  public boolean isOverLimit() {
    return longest > MAX_ROWS;
  }

  @Override
  public long rows() {
    return rows;
  }

  @Override
  public Value value() {
    return isTooLarge ? TOO_LARGE : new Value.Rows(kept);
  }

  /// For people: each row as JSON in a line of its own, and the number of rows.
  public String show() {
    String count =
        EnglishText.format(
            "(%,d row%s%s)", rows, rows == 1 ? "" : "s", hasResult ? "" : " changed");
    return kept.stream().map(ShownJson::of).collect(Collectors.joining("\n"))
        + (kept.isEmpty() ? "" : "\n")
        + count;
  }
}
