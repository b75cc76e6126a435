package dev.takt.cli.usage;

import java.util.List;

/// Recognises a command line that was passed as several arguments instead of one.
final class Unquoted {

  private static final List<String> COMMANDS = List.of("--spawn", "--command");

  private Unquoted() {}

  /// A clause that says how to quote, if the argument follows a command.
  static String hint(List<String> args, String arg) {
    int index = args.indexOf(arg);
    if (index < 1) {
      return "";
    }
    String before = args.get(index - 1);
    String flag = index < 2 ? "" : args.get(index - 2);
    boolean isExec = before.startsWith("exec:");
    if (!isExec && !COMMANDS.contains(flag)) {
      return "";
    }
    String whole = "'" + before + " " + arg + "'";
    return "; a command is one argument: " + (isExec ? whole : flag + " " + whole);
  }
}
