package dev.takt.cli;

import java.util.List;
import java.util.Map;
import picocli.CommandLine;
import picocli.CommandLine.Help.Ansi;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Model.OptionSpec;
import picocli.CommandLine.Model.PositionalParamSpec;

/// The completion script of fish.
final class FishCompletion {

  private final StringBuilder script = new StringBuilder("complete -c takt -e\n");

  private FishCompletion() {}

  static String script(CommandSpec root) {
    FishCompletion fish = new FishCompletion();
    fish.add(root, "__fish_use_subcommand", "");
    return fish.script.toString();
  }

  /// @param atCommand the condition that the next word may be a subcommand
  /// @param inside the condition that the command was typed
  private void add(CommandSpec spec, String atCommand, String inside) {
    spec.options().stream().filter(each -> !each.hidden()).forEach(each -> option(each, inside));
    for (PositionalParamSpec each : spec.positionalParameters()) {
      List<String> choices = CompletionCommand.choices(each);
      if (!choices.isEmpty()) {
        line(inside, "-f -a " + quoted(String.join(" ", choices)));
      }
    }
    Map<String, CommandLine> subcommands = spec.subcommands();
    subcommands.forEach((name, line) -> {
      CommandSpec subcommand = line.getCommandSpec();
      line(atCommand, "-f -a " + name + " -d " + quoted(header(subcommand)));
      String typed = "__fish_seen_subcommand_from " + name;
      String here = inside.isEmpty() ? typed : inside + "; and " + typed;
      String names = String.join(" ", subcommand.subcommands().keySet());
      add(subcommand, here + "; and not __fish_seen_subcommand_from " + names, here);
    });
  }

  private void option(OptionSpec option, String inside) {
    StringBuilder flags = new StringBuilder();
    for (String each : option.names()) {
      flags.append(each.startsWith("--") ? "-l " + each.substring(2) : "-s " + each.substring(1));
      flags.append(' ');
    }
    List<String> choices = CompletionCommand.choices(option);
    if (!choices.isEmpty()) {
      flags.append("-x -a ").append(quoted(String.join(" ", choices))).append(' ');
    } else if (option.arity().max() > 0) {
      flags.append(option.paramLabel().matches(".*(FILE|DIR|JAR).*") ? "-r " : "-x ");
    }
    line(inside, flags + "-d " + quoted(String.join(" ", option.description())));
  }

  private void line(String condition, String text) {
    String when = condition.isEmpty() ? "" : "-n " + quoted(condition) + " ";
    script.append("complete -c takt ").append(when).append(text).append('\n');
  }

  private static String header(CommandSpec spec) {
    String[] header = spec.usageMessage().header();
    return header.length == 0 ? "" : header[0];
  }

  /// In fish, a quoted text has only two escapes.
  private static String quoted(String text) {
    String plain = Ansi.OFF.string(text.replace("%%", "%"));
    return "'" + plain.replace("\\", "\\\\").replace("'", "\\'") + "'";
  }
}
