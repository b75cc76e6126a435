package dev.takt.driver.redis;

import dev.takt.load.driver.DriverException;
import dev.takt.load.driver.Endpoint;
import java.io.IOException;
import java.time.Duration;
import java.util.List;
import java.util.function.Consumer;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/// Prepares the server on a separate connection, before the schedule starts. It checks that the
/// server responds, logs in, determines the version and sends the init commands. Failures that
/// would affect all operations are reported here, with what to do about them.
final class Preparation {

  private static final Pattern VERSION =
      Pattern.compile("(?m)^(redis|valkey)_version:([\\w.-]{1,30})\\s*$");

  private final BlockingConnection connection;
  private final RedisTarget target;

  private Preparation(BlockingConnection connection, RedisTarget target) {
    this.connection = connection;
    this.target = target;
  }

  /// @return the server's name and version, as far as it reports them
  static String prepare(
      Endpoint endpoint,
      SessionSettings access,
      RedisTarget target,
      List<List<String>> init,
      Consumer<String> progress)
      throws DriverException {
    return prepare(endpoint, access, target, init, progress, BlockingConnection.CONNECT_TIMEOUT);
  }

  /// @param opening time limit for the handshake
  static String prepare(
      Endpoint endpoint,
      SessionSettings access,
      RedisTarget target,
      List<List<String>> init,
      Consumer<String> progress,
      Duration opening)
      throws DriverException {
    try (BlockingConnection connection = BlockingConnection.open(endpoint, opening)) {
      Preparation preparation = new Preparation(connection, target);
      preparation.startSession(access);
      String version = preparation.version();
      for (List<String> command : init) {
        preparation.send(command, progress);
      }
      return version;
    } catch (IOException e) {
      throw ConnectFailure.of(target, e);
    }
  }

  private void startSession(SessionSettings access) throws IOException, DriverException {
    for (List<String> command : access.commands()) {
      BlockingConnection.Reply reply = connection.call(command);
      if (reply.isError()) {
        throw ConnectFailure.refused(target, access, reply.text());
      }
    }
    BlockingConnection.Reply pong = connection.call(List.of("PING"));
    if (pong.isError() && !pong.text().startsWith("NOPERM")) {
      throw ConnectFailure.refused(target, access, pong.text());
    }
  }

  /// An ACL user may have all permissions that the run needs, but not this one.
  private String version() throws IOException {
    BlockingConnection.Reply info = connection.call(List.of("INFO", "server"));
    String name = "Redis";
    String version = "";
    if (!info.isError()) {
      Matcher line = VERSION.matcher(info.text());
      while (line.find()) {
        // Valkey reports the compatible Redis version first, then its own.
        name = line.group(1).equals("valkey") ? "Valkey" : "Redis";
        version = " " + line.group(2);
      }
    }
    return name + version;
  }

  private void send(List<String> command, Consumer<String> progress)
      throws IOException, DriverException {
    String shown = shortened(command);
    connection.startCommandTimeouts();
    progress.accept("init: " + shown + " …");
    BlockingConnection.Reply reply = connection.call(command);
    if (reply.isError()) {
      throw new DriverException("init command failed: " + shown + ": " + reply.text());
    }
  }

  private static String shortened(List<String> command) {
    String line = String.join(" ", command).strip().replaceAll("\\s+", " ");
    return line.length() <= 80 ? line : line.substring(0, 79) + "…";
  }
}
