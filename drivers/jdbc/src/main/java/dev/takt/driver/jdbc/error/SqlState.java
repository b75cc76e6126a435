package dev.takt.driver.jdbc.error;

import java.sql.SQLException;
import java.util.Map;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/// Names of SQLStates, the five-character error codes of databases (SQL:2023 part 2, section 24,
/// and appendix A of PostgreSQL's manual).
public final class SqlState {

  private static final Map<String, String> STATES =
      Map.ofEntries(
          Map.entry("08001", "cannot connect"),
          Map.entry("08006", "connection lost"),
          Map.entry("22012", "division by zero"),
          Map.entry("22P02", "invalid text"),
          Map.entry("23502", "not null violation"),
          Map.entry("23503", "foreign key violation"),
          Map.entry("23505", "unique violation"),
          Map.entry("23514", "check violation"),
          Map.entry("25P02", "transaction aborted"),
          Map.entry("28P01", "invalid password"),
          Map.entry("3D000", "unknown database"),
          Map.entry("40001", "serialization failure"),
          Map.entry("40P01", "deadlock"),
          Map.entry("42501", "insufficient privilege"),
          Map.entry("42601", "syntax error"),
          Map.entry("42703", "unknown column"),
          Map.entry("42P01", "unknown table"),
          Map.entry("53300", "too many connections"),
          Map.entry("55P03", "lock not available"),
          Map.entry("57014", "query canceled"),
          Map.entry("57P01", "server shut down"),
          Map.entry("57P02", "server crashed"),
          Map.entry("57P03", "server not ready"));

  private static final Map<String, String> CLASSES =
      Map.ofEntries(
          Map.entry("08", "connection"),
          Map.entry("0A", "not supported"),
          Map.entry("21", "cardinality"),
          Map.entry("22", "data"),
          Map.entry("23", "constraint violation"),
          Map.entry("24", "cursor state"),
          Map.entry("25", "transaction state"),
          Map.entry("28", "authorization"),
          Map.entry("3D", "unknown catalog"),
          Map.entry("3F", "unknown schema"),
          Map.entry("40", "rollback"),
          Map.entry("42", "syntax or access"),
          Map.entry("53", "insufficient resources"),
          Map.entry("54", "limit exceeded"),
          Map.entry("55", "object state"),
          Map.entry("57", "operator intervention"),
          Map.entry("58", "system error"),
          Map.entry("HY", "driver"),
          Map.entry("XX", "internal error"));

  private static final Pattern NAME = Pattern.compile("\\[([A-Z_]{1,60})]");

  private SqlState() {}

  /// The label in reports. A driver without SQLStates has its own error numbers, and possibly a
  /// name at the beginning of its message: `sql error 5 SQLITE_BUSY`.
  static String labelOf(SQLException e) {
    String state = e.getSQLState();
    if ((state != null && !state.isBlank()) || e.getErrorCode() == 0) {
      return label(state);
    }
    Matcher name = NAME.matcher(e.getMessage() == null ? "" : e.getMessage());
    return label(null) + " " + e.getErrorCode() + (name.lookingAt() ? " " + name.group(1) : "");
  }

  /// The label in reports, such as `sql 23505 unique violation`.
  static String label(@Nullable String state) {
    if (state == null || state.isBlank()) {
      return "sql error";
    }
    String name = STATES.getOrDefault(state, CLASSES.getOrDefault(classOf(state), ""));
    return name.isEmpty() ? "sql " + state : "sql " + state + " " + name;
  }

  /// Whether the connection is lost.
  static boolean meansConnectionLost(@Nullable String state) {
    return state != null
        && (classOf(state).equals("08")
            || state.equals("57P01")
            || state.equals("57P02")
            || state.equals("57P03"));
  }

  /// Whether it concerns only the statement, so that the connection is certainly still usable.
  static boolean isAboutStatement(@Nullable String state) {
    return state != null
        && switch (classOf(state)) {
          case "0A", "21", "22", "23", "25", "40", "42", "55" -> true;
          default -> state.equals("57014");
        };
  }

  /// The first two characters, which are the class of the state.
  public static String classOf(String state) {
    return state.length() < 2 ? state : state.substring(0, 2);
  }
}
