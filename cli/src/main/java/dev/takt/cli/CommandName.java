package dev.takt.cli;

import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/// The commands of `takt`, in the order of its help.
enum CommandName {
  RUN(true, "drives a system"),
  LOAD(true, "brings the records of a YCSB workload into a store"),
  CASSANDRA_STRESS(true, "takes the command lines of Apache cassandra-stress"),
  FIND(true, "finds the highest rate that holds an objective"),
  WATCH(true, "sees what stops a JVM and its machine"),
  EXPLAIN(false, "says what made the slow operations of a run slow"),
  OPERATIONS(false, "single operations as CSV or JSON"),
  COMPARE(false, "shows whether runs differ"),
  PROFILE(false, "where the target's CPU time went in slow moments"),
  REPORT(false, "makes the report of a run or a log, a page"),
  EXPLORE(true, "shows runs and logs in a browser"),
  LOG(false, "slices, joins and summarises interval logs"),
  IMPORT(false, "makes a plan of what curl, browsers or other tools have"),
  FLEET(true, "makes several machines take part in one run"),
  GRPC(true, "lists and describes the methods of a gRPC server"),
  PROBE(true, "measures what this machine and its JVM can do"),
  GET(false, "fetches a server, such as that of cassandra:embedded"),
  COMPLETION(false, "prints what completes commands and flags in a shell"),
  SCHEMA(false, "prints the JSON schema of plans, runs or other files"),
  HELP(false, "this text, or that of a command: takt help run"),
  VERSION(false, "the version");

  /// The width of the names.
  private static final int WIDTH = 18;

  private final boolean isNew;
  private final String summary;

  /// @param isNew whether the output is lost if it is not read, because it comes from a new
  ///   measurement or a server
  CommandName(boolean isNew, String summary) {
    this.isNew = isNew;
    this.summary = summary;
  }

  /// Finds the command that a first argument names.
  static Optional<CommandName> of(String word) {
    return switch (word) {
      case "--help", "-h" -> Optional.of(HELP);
      case "--version", "-V" -> Optional.of(VERSION);
      default -> Stream.of(values()).filter(each -> each.word().equals(word)).findFirst();
    };
  }

  static List<String> words() {
    return Stream.of(values()).map(CommandName::word).toList();
  }

  /// The commands with their summaries, a line each.
  static String overview() {
    return Stream.of(values())
        .map(CommandName::line)
        .collect(Collectors.joining("", "", "\ntakt COMMAND --help shows more.\n"));
  }

  private String line() {
    String shown = this == VERSION ? "--version" : word();
    return "  " + shown + " ".repeat(WIDTH - shown.length()) + summary + "\n";
  }

  /// Whether the output comes from a new measurement or a server, and cannot be had again.
  boolean isNew() {
    return isNew;
  }

  String summary() {
    return summary;
  }

  String word() {
    return name().toLowerCase(Locale.ROOT).replace('_', '-');
  }
}
