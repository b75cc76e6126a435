package dev.takt.driver.redis;

import dev.takt.load.driver.DriverException;
import dev.takt.load.driver.Endpoint;
import java.io.IOException;
import java.time.Duration;
import java.util.List;
import java.util.function.Consumer;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/// What is done before the schedule starts, on a connection of its own: to see that a server is
/// there, that it lets one in, and which one it is, and to send the commands that make it ready.
/// What would make all operations fail is told here, with what to do about it.
final class Preparation {

  private static final Pattern VERSION =
      Pattern.compile("(?m)^(redis|valkey)_version:([\\w.-]{1,30})\\s*$");

  private final Conversation conversation;
  private final RedisTarget target;

  private Preparation(Conversation conversation, RedisTarget target) {
    this.conversation = conversation;
    this.target = target;
  }

  /// @return the server's name and version, as far as it tells them
  static String prepare(
      Endpoint endpoint,
      Access access,
      RedisTarget target,
      List<List<String>> init,
      Consumer<String> progress)
      throws DriverException {
    return prepare(endpoint, access, target, init, progress, Conversation.OPENING);
  }

  /// @param opening how long it may take until the server has let one in
  static String prepare(
      Endpoint endpoint,
      Access access,
      RedisTarget target,
      List<List<String>> init,
      Consumer<String> progress,
      Duration opening)
      throws DriverException {
    try (Conversation conversation = Conversation.with(endpoint, opening)) {
      Preparation preparation = new Preparation(conversation, target);
      preparation.enter(access);
      String version = preparation.version();
      for (List<String> command : init) {
        preparation.send(command, progress);
      }
      return version;
    } catch (IOException e) {
      throw ConnectFailure.of(target, e);
    }
  }

  private void enter(Access access) throws IOException, DriverException {
    for (List<String> command : access.commands()) {
      Conversation.Reply reply = conversation.ask(command);
      if (reply.isError()) {
        throw ConnectFailure.refused(target, access, reply.text());
      }
    }
    Conversation.Reply pong = conversation.ask(List.of("PING"));
    if (pong.isError() && !pong.text().startsWith("NOPERM")) {
      throw ConnectFailure.refused(target, access, pong.text());
    }
  }

  /// A user may be allowed to do all that the run needs, and not this.
  private String version() throws IOException {
    Conversation.Reply info = conversation.ask(List.of("INFO", "server"));
    String name = "Redis";
    String version = "";
    if (!info.isError()) {
      Matcher line = VERSION.matcher(info.text());
      while (line.find()) {
        // Valkey gives the Redis version that it is compatible with first, then its own.
        name = line.group(1).equals("valkey") ? "Valkey" : "Redis";
        version = " " + line.group(2);
      }
    }
    return name + version;
  }

  private void send(List<String> command, Consumer<String> progress)
      throws IOException, DriverException {
    String shown = shortened(command);
    conversation.allowAnswer();
    progress.accept("init: " + shown + " …");
    Conversation.Reply reply = conversation.ask(command);
    if (reply.isError()) {
      throw new DriverException("init command failed: " + shown + ": " + reply.text());
    }
  }

  private static String shortened(List<String> command) {
    String line = String.join(" ", command).strip().replaceAll("\\s+", " ");
    return line.length() <= 80 ? line : line.substring(0, 79) + "…";
  }
}
