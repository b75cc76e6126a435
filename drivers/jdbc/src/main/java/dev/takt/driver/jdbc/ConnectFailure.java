package dev.takt.driver.jdbc;

import dev.takt.load.driver.DriverException;
import java.net.ConnectException;
import java.net.NoRouteToHostException;
import java.net.SocketTimeoutException;
import java.net.UnknownHostException;
import java.sql.SQLException;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/// Converts errors of a database or its driver while connecting into messages that a user can act
/// on.
final class ConnectFailure {

  /// H2's text before the statement, which is on the next line.
  private static final Pattern STATEMENT = Pattern.compile(";? *SQL statement:\\s*$");

  private ConnectFailure() {}

  static DriverException of(String url, SQLException e) {
    return new DriverException(
        "cannot connect to " + Url.withoutSecrets(url) + ": " + reason(e), e);
  }

  private static String reason(SQLException e) {
    String byNetwork = networkReason(e);
    if (byNetwork != null) {
      return byNetwork;
    }
    String state = e.getSQLState() == null ? "" : e.getSQLState();
    String text = firstLine(e);
    return switch (state) {
      case "28P01", "28000", "08004" ->
          text + "; check --user and --password (or user= and password= in the URL)";
      case "3D000", "90146" ->
          text + "; create the database, or name another one at the end of the URL";
      case "53300" ->
          text
              + "; lower --workers (in plans with journeys --connections), or raise the server's max_connections";
      case "57P03" -> text + "; try again in a moment";
      default -> text + (state.isEmpty() ? "" : " (SQLState " + state + ")");
    };
  }

  private static @Nullable String networkReason(Throwable e) {
    for (Throwable t = e; t != null; t = t.getCause()) {
      switch (t) {
        case UnknownHostException unknown -> {
          return "unknown host " + unknown.getMessage() + "; check the URL";
        }
        case NoRouteToHostException _ -> {
          return "no route to the host; check the URL and the network";
        }
        case SocketTimeoutException _ -> {
          return "no answer; is it a database that listens there, and does a firewall let it be"
              + " reached?";
        }
        case ConnectException connect -> {
          return refusedOrOther(connect);
        }
        default -> {}
      }
    }
    return null;
  }

  private static String refusedOrOther(ConnectException e) {
    String message = e.getMessage() == null ? "" : e.getMessage();
    return message.contains("refused")
        ? "connection refused; is the database running, and on this port? (--target"
            + " postgres:embedded starts one for the run)"
        : message;
  }

  static String firstLine(SQLException e) {
    String message = e.getMessage();
    return message == null || message.isBlank()
        ? e.getClass().getSimpleName()
        : STATEMENT.matcher(message.lines().findFirst().orElse(message)).replaceFirst("").strip();
  }
}
