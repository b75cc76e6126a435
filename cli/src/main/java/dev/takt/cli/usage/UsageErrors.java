package dev.takt.cli.usage;

import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.UnmatchedArgumentException;

/// Messages for unknown arguments of a command.
public final class UsageErrors {

  /// The commands that generate load, as other tools do.
  private static final Set<String> DRIVING = Set.of("takt run", "takt load", "takt find");

  /// Flags that print the version in other tools.
  static final Set<String> VERSION = Set.of("-V", "-v", "-version", "--version", "-Version");

  private final KnownFlags known;
  private final List<String> args;
  private final boolean isDriving;
  private final Map<String, ForeignFlag> peers;
  private final List<String> messages = new ArrayList<>();

  private UsageErrors(CommandSpec spec, List<String> args) {
    this.known = new KnownFlags(spec);
    this.args = args;
    this.isDriving = DRIVING.contains(spec.name());
    this.peers =
        isDriving ? new ForeignFlags(args, spec.name().equals("takt find")).all() : Map.of();
  }

  /// The error, in one line or several.
  ///
  /// @param args the command line, with or without the name of the command
  public static List<String> messages(ParameterException e, List<String> args) {
    if (e instanceof UnmatchedArgumentException) {
      List<String> found = new UsageErrors(e.getCommandLine().getCommandSpec(), args).unknown();
      if (!found.isEmpty()) {
        return found;
      }
    }
    String message = String.valueOf(e.getMessage());
    boolean isParsers = e.getClass() != ParameterException.class;
    return List.of(isParsers ? message.lines().findFirst().orElse(message) : message);
  }

  private List<String> unknown() {
    Optional<String> script = isDriving ? ForeignScript.messageOfFirst(args) : Optional.empty();
    script.ifPresent(messages::add);
    if (script.isPresent() && ForeignScript.isJMeter(args)) {
      return messages;
    }
    int i = 0;
    while (i < args.size() && !args.get(i).equals("--")) {
      String arg = args.get(i);
      boolean isOption = arg.startsWith("-") && arg.length() > 1;
      if (!isOption) {
        i++;
      } else if (known.contains(arg)) {
        i += known.takesNext(arg) ? 2 : 1;
      } else {
        i += answer(i);
      }
    }
    return messages;
  }

  /// Answers an unknown option.
  ///
  /// @return how many arguments the option uses
  private int answer(int index) {
    String arg = args.get(index);
    String name = KnownFlags.name(arg);
    String next = index + 1 < args.size() ? args.get(index + 1) : "";
    ForeignFlag peer = peers.get(name);
    if (peer != null) {
      boolean hasEquals = name.length() < arg.length();
      boolean takes = !hasEquals && peer.value().matcher(next).matches();
      String value = hasEquals ? arg.substring(name.length() + 1) : takes ? next : "";
      add(takes ? arg + " " + ForeignFlag.shown(name, next) : arg, ": " + peer.answer(value));
      return takes ? 2 : 1;
    }
    Optional<String> attached = attached(arg);
    add(arg, attached.orElseGet(() -> known.suggestion(name) + hint(index)));
    return 1;
  }

  /// `-c16`
  private Optional<String> attached(String arg) {
    ForeignFlag peer =
        arg.length() > KnownFlags.SHORT ? peers.get(arg.substring(0, KnownFlags.SHORT)) : null;
    String value = peer == null ? "" : arg.substring(KnownFlags.SHORT);
    return peer != null
            && Character.isDigit(value.charAt(0))
            && peer.value().matcher(value).matches()
        ? Optional.of(": " + peer.answer(value))
        : Optional.empty();
  }

  private void add(String typed, String answer) {
    messages.add("unknown option " + typed + answer);
  }

  private String hint(int index) {
    return Unquoted.hint(args, args.get(index));
  }
}
