package dev.takt.cassandra.stress.command;

import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Optional;

/// What `help` prints: the commands and groups, or the suboptions of one of them.
public final class HelpText {

  private HelpText() {}

  /// The text about a topic.
  ///
  /// @param topic a command, or a group with its dash; empty for an overview
  /// @return lines; those that begin with blanks are parts of a list
  public static List<String> of(Optional<String> topic) {
    return topic.map(HelpText::about).orElseGet(HelpText::overview);
  }

  private static List<String> overview() {
    List<String> lines = new ArrayList<>();
    lines.add("Usage: takt cassandra-stress COMMAND [SUBOPTION…] [-GROUP SUBOPTION…]… [FLAG…]");
    lines.add("");
    lines.add("Commands");
    for (CommandName each : CommandName.values()) {
      lines.add("  " + each + (each.isRun() ? names(CommandOptions.group(each)) : ""));
    }
    lines.add("");
    lines.add("Groups");
    for (OptionGroup each : StressSettings.GROUPS.values()) {
      lines.add("  " + each.name() + names(each));
    }
    StressSettings.REFUSED_GROUPS.forEach(
        (name, reason) -> lines.add("  " + name + "  refused: " + reason));
    lines.add("");
    lines.add("help COMMAND or help -GROUP describes the suboptions.");
    return List.copyOf(lines);
  }

  private static String names(OptionGroup group) {
    StringBuilder names = new StringBuilder(" ");
    group.suboptions().stream()
        .filter(each -> each.effect() == Suboption.Effect.WORKS)
        .forEach(each -> names.append(' ').append(shown(each)));
    return names.toString();
  }

  private static List<String> about(String topic) {
    String refused = StressSettings.REFUSED_GROUPS.get(topic);
    if (refused != null) {
      return List.of(topic + "  refused: " + refused);
    }
    OptionGroup group =
        CommandName.find(topic)
            .map(CommandOptions::group)
            .orElseGet(() -> StressSettings.GROUPS.get(topic.toLowerCase(Locale.ROOT)));
    List<String> lines = new ArrayList<>();
    lines.add(group.name());
    group.suboptions().forEach(each -> lines.add("  " + shown(each) + "  " + meaning(each)));
    return List.copyOf(lines);
  }

  private static String shown(Suboption<?> suboption) {
    String name = suboption.name();
    return name.isEmpty() ? "…" : name.endsWith("(") ? name + "…)" : name;
  }

  private static String meaning(Suboption<?> suboption) {
    return switch (suboption.effect()) {
      case WORKS -> suboption.form() == ValueForm.FLAG ? "" : suboption.form().expected();
      case WITHOUT_EFFECT -> "accepted, without effect: " + suboption.reason();
      case REFUSED -> "refused: " + suboption.reason();
    };
  }
}
