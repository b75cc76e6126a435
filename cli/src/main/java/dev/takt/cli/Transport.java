package dev.takt.cli;

import dev.takt.runs.text.MachineText;
import dev.takt.watch.truth.FaultyServer;
import java.util.Locale;

/// By which driver a sick shop is reached.
enum Transport {
  /// An event loop, and connections.
  HTTP("HTTP"),
  /// Threads that block, each on a connection of its own.
  JDBC("JDBC");

  private final String text;

  Transport(String text) {
    this.text = text;
  }

  /// As people write it.
  String text() {
    return text;
  }

  /// As it is named on the command line.
  String lowerCase() {
    return name().toLowerCase(Locale.ROOT);
  }

  /// The target of a plan.
  String target(FaultyServer shop) {
    return switch (this) {
      case HTTP -> "http://127.0.0.1:" + shop.port() + "/";
      case JDBC -> shop.jdbcUrl();
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
