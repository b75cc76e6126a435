package dev.takt.faults.command;

import dev.takt.faults.FaultyServer;
import dev.takt.runs.text.MachineText;
import java.util.Locale;

/// The driver by which a faulty server is reached.
enum Transport {
  /// An event loop with connections.
  HTTP("HTTP"),
  /// Threads that block, each with its own connection.
  JDBC("JDBC");

  private final String text;

  Transport(String text) {
    this.text = text;
  }

  /// The name for people.
  String text() {
    return text;
  }

  /// The name on the command line.
  String lowerCase() {
    return name().toLowerCase(Locale.ROOT);
  }

  /// The target of a plan.
  String target(FaultyServer server) {
    return switch (this) {
      case HTTP -> "http://127.0.0.1:" + server.port() + "/";
      case JDBC -> server.jdbcUrl();
    };
  }

  /// An operation of a plan, in YAML.
  String operation(String name, String path) {
    return switch (this) {
      case HTTP -> MachineText.format("{name: %s, path: %s}", name, path);
      case JDBC ->
          MachineText.format(
              "{name: %s, sql: \"%s\", prepared: false, expect-rows: 1}",
              name, FaultyServer.statementOf(path));
    };
  }
}
