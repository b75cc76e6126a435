package dev.takt.cli;

import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/// The commands of `takt`, in the order of its help.
enum CommandName {
  RUN(true, "drives a system; see takt run --help"),
  LOAD(true, "brings the records of a YCSB workload into a store; see takt load --help"),
  FIND(true, "finds the highest rate that holds an objective; see takt find --help"),
  WATCH(true, "sees what stops a JVM and its machine; see takt watch --help"),
  EXPLAIN(false, "says what made the slow operations of a run slow; see takt explain --help"),
  OPERATIONS(false, "single operations as CSV or JSON; see takt operations --help"),
  COMPARE(false, "shows whether runs differ; see takt compare --help"),
  PROFILE(false, "where the target's CPU time went in slow moments; see takt profile --help"),
  REPORT(false, "makes the report of a run or a log, a page; see takt report --help"),
  EXPLORE(true, "shows runs and logs in a browser; see takt explore --help"),
  LOG(false, "slices, joins and summarises interval logs; see takt log --help"),
  PROBE(true, "measures what this machine and its JVM can do; see takt probe --help"),
  SCHEMA(false, "prints the JSON schema of " + SchemaCommand.names(", ", " or ")),
  HELP(false, "this text, or that of a command: takt help run"),
  VERSION(false, "the version");

  /// The width of the names.
  private static final int WIDTH = 12;

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
    return "  " + shown + " ".repeat(12 - shown.length()) + summary + "\n";
  }

  /// Whether the output comes from a new measurement or a server, and cannot be had again.
  boolean isNew() {
    return isNew;
  }

  String summary() {
    return summary;
  }

  String word() {
    return name().toLowerCase(Locale.ROOT);
  }
}
