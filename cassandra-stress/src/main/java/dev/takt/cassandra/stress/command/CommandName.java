package dev.takt.cassandra.stress.command;

import static java.util.stream.Collectors.joining;

import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.stream.Stream;

/// The commands, and their other names.
public enum CommandName {
  WRITE,
  READ,
  MIXED,
  COUNTER_WRITE,
  COUNTER_READ,
  USER,
  HELP,
  PRINT,
  VERSION,
  VERSION_JSON;

  private static final Map<String, CommandName> ALIASES =
      Map.of(
          "insert", WRITE,
          "counterwrite", COUNTER_WRITE,
          "counter_add", COUNTER_WRITE,
          "counteradd", COUNTER_WRITE,
          "counterread", COUNTER_READ,
          "counter_get", COUNTER_READ,
          "counterget", COUNTER_READ,
          "-?", HELP);

  /// The command of a name or an alias, in any case.
  static Optional<CommandName> find(String word) {
    String name = word.toLowerCase(Locale.ROOT);
    return Stream.of(values())
        .filter(each -> each.toString().equals(name))
        .findFirst()
        .or(() -> Optional.ofNullable(ALIASES.get(name)));
  }

  static String names() {
    return Stream.of(values()).map(CommandName::toString).collect(joining(" "));
  }

  /// Whether it is one operation, which can be part of `mixed`.
  boolean isOperation() {
    return compareTo(COUNTER_READ) <= 0 && this != MIXED;
  }

  boolean isRun() {
    return compareTo(USER) <= 0;
  }

  /// The name as users write it.
  @Override
  public String toString() {
    return name().toLowerCase(Locale.ROOT);
  }
}
