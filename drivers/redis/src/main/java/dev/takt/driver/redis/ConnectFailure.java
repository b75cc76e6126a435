package dev.takt.driver.redis;

import dev.takt.load.driver.DriverException;
import java.io.EOFException;
import java.io.IOException;
import java.net.ConnectException;
import java.net.NoRouteToHostException;
import java.net.SocketException;
import java.net.SocketTimeoutException;
import javax.net.ssl.SSLException;

/// Explains in one sentence why a server cannot be driven, and what to do about it.
final class ConnectFailure {

  private ConnectFailure() {}

  /// For a connection that failed or broke off.
  static DriverException of(RedisTarget target, IOException e) {
    return new DriverException("cannot connect to " + target + ": " + reason(target, e), e);
  }

  private static String reason(RedisTarget target, IOException e) {
    return switch (e) {
      case BlockingConnection.MalformedReplyException other -> notRedis(target, other.beginning);
      case SSLException tls -> tlsReason(target, tls);
      case SocketTimeoutException _ ->
          "no answer in time; is this a Redis server's port"
              + (target.tls() ? ", and one with TLS (redis:// is without)?" : "?");
      case ConnectException _ ->
          "connection refused; is the server running, and is this its address?";
      case NoRouteToHostException _ -> "no route to the host; is this its address?";
      case EOFException _ -> closed(target);
      case SocketException missing when isAbout(missing, "No such file") ->
          "there is no such socket; is the server running, and is this its path?";
      case SocketException denied when isAbout(denied, "Permission denied") ->
          "no permission to use the socket";
      case SocketException _ -> closed(target);
      default -> String.valueOf(e.getMessage());
    };
  }

  private static boolean isAbout(SocketException e, String reason) {
    return String.valueOf(e.getMessage()).contains(reason);
  }

  private static String closed(RedisTarget target) {
    return "the server closed the connection without an answer"
        + (target.tls() || target.socket() != null ? "" : "; does it want TLS (rediss://)?");
  }

  private static String notRedis(RedisTarget target, String beginning) {
    String shown = beginning.length() <= 40 ? beginning : beginning.substring(0, 39) + "…";
    return "what listens there does not speak Redis' protocol"
        + (shown.isEmpty() ? "" : " (it says \"" + shown + "\")")
        + (target.tls() ? "" : "; is the port right, or does it want TLS (rediss://)?");
  }

  private static String tlsReason(RedisTarget target, SSLException e) {
    Throwable cause = e;
    while (cause.getCause() != null) {
      cause = cause.getCause();
    }
    String message = String.valueOf(cause.getMessage());
    if (message.contains("plaintext connection")
        || message.contains("Unsupported or unrecognized")) {
      return "it does not speak TLS on this port; is it redis://" + target.address() + "?";
    }
    return "TLS: " + message;
  }

  /// For an error in reply to the handshake.
  static DriverException refused(RedisTarget target, SessionSettings access, String error) {
    String word = error.split(" ", 2)[0];
    String advice =
        switch (word) {
          case "NOAUTH" -> "it wants a password; give --password (and --user, if it knows users)";
          case "WRONGPASS" -> "it does not accept this user and password";
          case "DENIED" ->
              "it is in protected mode: without a password it talks only to its own machine; run takt"
                  + " there, or give the server a password (requirepass)";
          case "LOADING" -> "it is still loading its data into memory; try again when it is done";
          case "MASTERDOWN" -> "it is a replica that has lost its primary";
          case "NOPROTO" -> "it does not speak RESP3; leave out --resp 3";
          case "ERR" -> adviceForErr(access, error);
          default -> "it answers the greeting with an error";
        };
    return new DriverException(
        "cannot use " + target + ": " + advice + " (the server says: " + shortened(error) + ")");
  }

  private static String adviceForErr(SessionSettings access, String error) {
    if (error.contains("without any password configured") || error.contains("no password is set")) {
      return "it has no password set; leave out --password";
    }
    if (error.contains("invalid password")) {
      return "it does not accept this password";
    }
    if (error.contains("DB index") || error.contains("SELECT")) {
      return "it has no database " + access.database();
    }
    if (error.contains("unknown command") && access.resp() == 3) {
      return "it does not speak RESP3, which came with Redis 6; leave out --resp 3";
    }
    if (error.contains("wrong number of arguments for 'auth'")) {
      return "it knows no users, which came with Redis 6; leave out --user";
    }
    if (error.contains("max number of clients")) {
      return "it has as many connections as it takes (maxclients)";
    }
    return "it answers the greeting with an error";
  }

  private static String shortened(String error) {
    return error.length() <= 160 ? error : error.substring(0, 159) + "…";
  }
}
