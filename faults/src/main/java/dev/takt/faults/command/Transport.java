package dev.takt.faults.command;

import dev.takt.faults.FaultyServer;
import dev.takt.load.config.source.PlanKey;
import dev.takt.runs.text.MachineText;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Locale;
import java.util.Map;

/// The driver by which a faulty server is reached.
enum Transport {
  /// An event loop with connections.
  HTTP("HTTP"),
  /// Threads that block, each with its own connection.
  JDBC("JDBC"),
  /// An event loop with connections that carry several requests each.
  HTTP2("HTTP/2"),
  /// The same, with calls.
  GRPC("gRPC");

  /// How many requests a connection carries at once.
  private static final int STREAMS = 8;

  private static final String PROTO = "shop.proto";

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
      case HTTP, HTTP2 -> "http://127.0.0.1:" + server.port() + "/";
      case GRPC -> "grpc://127.0.0.1:" + server.port();
      case JDBC -> server.jdbcUrl();
    };
  }

  /// An operation of a plan, in YAML.
  String operation(String name, String path) {
    return switch (this) {
      case HTTP, HTTP2 -> MachineText.format("{name: %s, path: %s}", name, path);
      case GRPC ->
          MachineText.format(
              "{name: %s, call: takt.Shop/%s, data: '{}'}", name, FaultyServer.methodOf(path));
      case JDBC ->
          MachineText.format(
              "{name: %s, sql: \"%s\", prepared: false, expect-rows: 1}",
              name, FaultyServer.statementOf(path));
    };
  }

  /// The plan's keys for so many requests at once, beside those that all have.
  ///
  /// @param folder for files that the plan names
  Map<String, List<String>> properties(int atOnce, Path folder) throws IOException {
    String connections = Integer.toString(atOnce / STREAMS);
    List<String> streams = List.of(Integer.toString(STREAMS));
    return switch (this) {
      case HTTP, JDBC -> Map.of(PlanKey.CONNECTIONS.key(), List.of(Integer.toString(atOnce)));
      case HTTP2 ->
          Map.of(
              PlanKey.CONNECTIONS.key(),
              List.of(connections),
              "http",
              List.of("2"),
              "streams",
              streams);
      case GRPC -> {
        Path proto = Files.writeString(folder.resolve(PROTO), FaultyServer.proto());
        yield Map.of(
            PlanKey.CONNECTIONS.key(),
            List.of(connections),
            "proto",
            List.of(proto.toString()),
            "streams",
            streams);
      }
    };
  }
}
