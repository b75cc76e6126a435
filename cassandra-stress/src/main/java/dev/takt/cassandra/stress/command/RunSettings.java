package dev.takt.cassandra.stress.command;

import java.util.Optional;

/// The groups of a command that drives the server.
///
/// @param sendTo the machine that drives it, or the word of `--fleet`; empty for this one
public record RunSettings(
    Rate rate,
    Data data,
    Tables tables,
    Connection connection,
    Log log,
    Optional<Graph> graph,
    Errors errors,
    Optional<String> sendTo) {

  /// Which partitions and rows.
  public record Data(Population population, Insert insert, TokenRange tokenRange) {}

  /// The tables of the predefined commands.
  public record Tables(Columns columns, Schema schema) {}

  /// How the servers are reached.
  ///
  /// @param credentialsFile with properties such as `cql.username`
  public record Connection(
      Node node, Port port, Mode mode, Transport transport, Optional<String> credentialsFile) {}
}
