package dev.takt.driver.jdbc;

import dev.takt.driver.jdbc.error.SqlState;
import dev.takt.load.driver.DriverException;
import dev.takt.runs.text.EnglishText;
import java.sql.Connection;
import java.sql.DatabaseMetaData;
import java.sql.PreparedStatement;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.List;
import java.util.Set;
import java.util.function.Consumer;

/// Prepares the database on the first connection, before the schedule starts.
///
/// @param connection to the target
/// @param progress receives a message before each slow step
record Preparation(Connection connection, Consumer<String> progress) {

  /// The database cannot infer a parameter's type without a value. The run supplies one.
  private static final Set<String> UNKNOWN_PARAMETER_TYPE = Set.of("42P18", "42P08");

  /// Executes the init statements.
  void execute(List<String> init) throws DriverException {
    for (String sql : init) {
      progress.accept("init: " + shortened(sql) + " …");
      try (Statement statement = connection.createStatement()) {
        statement.execute(sql);
      } catch (SQLException e) {
        throw new DriverException(
            "init statement failed: " + shortened(sql) + ": " + ConnectFailure.firstLine(e), e);
      }
    }
  }

  /// Has the database check a statement without executing it. Reports only definite errors in the
  /// statement, because not every database can do this.
  void check(String sql) throws DriverException {
    boolean isPrepared = false;
    try (PreparedStatement statement = connection.prepareStatement(sql)) {
      isPrepared = true;
      int _ = statement.getParameterMetaData().getParameterCount();
    } catch (SQLException e) {
      if (isWrongStatement(e) || (!isPrepared && hasNoState(e))) {
        throw new DriverException(
            "the database refuses the statement "
                + shortened(sql)
                + ": "
                + ConnectFailure.firstLine(e),
            e);
      }
    }
  }

  /// Whether the driver does not classify its errors, as SQLite's does not.
  private static boolean hasNoState(SQLException e) {
    return e.getSQLState() == null || e.getSQLState().isBlank();
  }

  /// Describes the target for people, in one line.
  String describe(String url) throws SQLException {
    DatabaseMetaData about = connection.getMetaData();
    return EnglishText.format(
        "%s %s at %s",
        about.getDatabaseProductName(),
        about.getDatabaseProductVersion().split(" ", 2)[0],
        Url.withoutSecrets(url));
  }

  private static boolean isWrongStatement(SQLException e) {
    String state = e.getSQLState();
    return state != null
        && SqlState.classOf(state).equals("42")
        && !UNKNOWN_PARAMETER_TYPE.contains(state);
  }

  private static String shortened(String sql) {
    String line = sql.strip().replaceAll("\\s+", " ");
    return line.length() <= 80 ? line : line.substring(0, 79) + "…";
  }
}
