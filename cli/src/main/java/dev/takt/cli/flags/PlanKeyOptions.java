package dev.takt.cli.flags;

import dev.takt.cli.spi.args.Options;
import dev.takt.load.config.source.PlanKey;
import java.util.Locale;
import java.util.Set;
import picocli.CommandLine.Model.OptionSpec;

/// The flags of a plan's keys.
final class PlanKeyOptions {

  private static final Set<PlanKey.Form> LISTS =
      Set.of(
          PlanKey.Form.RULES, PlanKey.Form.TEXTS, PlanKey.Form.WORKLOAD, PlanKey.Form.PROPERTIES);

  /// Forms of keys whose repeated values are parts of one value.
  private static final Set<PlanKey.Form> STRUCTURED =
      Set.of(
          PlanKey.Form.SCHEDULE,
          PlanKey.Form.FLEET,
          PlanKey.Form.GENERATORS,
          PlanKey.Form.OPERATIONS,
          PlanKey.Form.JOURNEYS);

  private PlanKeyOptions() {}

  /// Whether the key takes one value.
  static boolean isSingle(PlanKey key) {
    return !LISTS.contains(key.form()) && !STRUCTURED.contains(key.form());
  }

  /// @param defaultText the default that the description names; empty for none
  static OptionSpec of(PlanKey key, String description, String defaultText) {
    String name = "--" + key.key();
    String text = description + (defaultText.isEmpty() ? "" : " (default " + defaultText + ")");
    OptionSpec option =
        LISTS.contains(key.form())
            ? Options.list(name, label(key), text)
            : Options.text(name, label(key), text);
    return switch (key) { // two keys also have the letters that YCSB uses
      case WORKLOAD -> Options.withLetter("-P", option);
      case PROPERTY -> Options.withLetter("-p", option);
      default -> option;
    };
  }

  private static String label(PlanKey key) {
    return switch (key.form()) {
      case MODE, PACING, WORKER_THREADS, TRANSPORT, CONNECTION_POLICY, WATCH, TEMPORALITY ->
          String.join("|", key.form().choices());
      case WHOLE, USERS -> "N";
      case TIME, TIME_OR_OFF -> "TIME";
      case RATE -> "RATE";
      case SCHEDULE -> "SCHEDULE";
      case RULES -> "RULE";
      case TEXTS -> key == PlanKey.CLASSPATH ? "JAR|DIR" : "HEADER";
      case WORKLOAD, REPLAY -> "FILE";
      case PROPERTIES -> "KEY=VALUE";
      case TEXT -> textLabel(key);
      case FLEET, GENERATORS, OPERATIONS, JOURNEYS -> key.key().toUpperCase(Locale.ROOT);
    };
  }

  private static String textLabel(PlanKey key) {
    return switch (key) {
      case OUT -> "DIR";
      case SPAWN -> "COMMAND";
      case PROMETHEUS -> "HOST:PORT";
      case OTLP -> "URL";
      case WORKLOAD_CLASS -> "CLASS";
      case REPLAY_SPEED -> "N";
      case REPLAY_FROM, REPLAY_TO -> "TIME";
      case REPLAY_METHODS -> "METHODS";
      default -> "TARGET";
    };
  }
}
