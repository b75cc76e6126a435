package dev.takt.cli.usage;

import dev.takt.load.text.Spelling;
import java.util.Collection;
import java.util.List;
import java.util.regex.Pattern;

/// The message for a first argument that is not a command.
public final class UnknownCommandMessage {

  private static final Pattern TARGET = Pattern.compile("[A-Za-z][A-Za-z0-9+.-]*:.+");
  private static final Pattern PLAN = Pattern.compile(".*\\.(yaml|yml)");

  private UnknownCommandMessage() {}

  /// @param args the command line, not empty
  /// @param takt how the user started this command
  /// @param commands the names of all commands
  /// @param logCommands the names of the commands of `takt log`
  public static String message(
      List<String> args, String takt, Collection<String> commands, Collection<String> logCommands) {
    String word = args.getFirst();
    if (UsageErrors.VERSION.contains(word)) {
      return "there is no flag '" + word + "'; did you mean " + takt + " --version?";
    }
    boolean isRun =
        word.startsWith("-") || TARGET.matcher(word).matches() || PLAN.matcher(word).matches();
    if (isRun) {
      return "expected a command before '" + word + "', such as: " + takt + " run " + word;
    }
    if (logCommands.contains(word)) {
      return "there is no command '" + word + "'; did you mean " + takt + " log " + word + "?";
    }
    String nearest =
        Spelling.nearest(word, commands)
            .map(each -> "; did you mean " + each + "?")
            .orElse("; see " + takt + " help");
    return "there is no command '" + word + "'" + nearest;
  }
}
