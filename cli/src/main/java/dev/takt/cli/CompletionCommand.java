package dev.takt.cli;

import dev.takt.cli.spi.CliContext;
import dev.takt.cli.spi.ExitCode;
import java.util.List;
import picocli.AutoComplete;
import picocli.CommandLine;
import picocli.CommandLine.Model.ArgSpec;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Model.OptionSpec;
import picocli.CommandLine.Model.PositionalParamSpec;

/// `takt completion`: prints a script that completes commands and flags in a shell.
final class CompletionCommand {

  static final List<String> SHELLS = List.of("bash", "zsh", "fish");

  private static final String HELP =
      """
      takt completion bash|zsh|fish   prints a script that completes commands and flags

      In bash and zsh: source <(takt completion bash)
      In fish:         takt completion fish | source
      """;

  /// zsh runs the file as a function when it completes the command for the first time. The script
  /// for bash also works in zsh, and defines what completes from then on.
  private static final String ZSH_HEADER = "#compdef takt\n";

  private static final String ZSH_FOOTER =
      "\n[[ $funcstack[1] != _takt ]] || _bash_complete -o default -F _complete_takt\n";

  private CompletionCommand() {}

  static int run(CliContext context, List<String> args) {
    String shell = args.size() == 1 ? args.getFirst() : "";
    return switch (shell) {
      case "bash" -> print(context, bash());
      case "zsh" -> print(context, ZSH_HEADER + bash() + ZSH_FOOTER);
      case "fish" -> print(context, FishCompletion.script(CommandTree.root()));
      case "--help", "-h" -> help(context);
      default -> {
        String found = args.isEmpty() ? "" : ", found '" + String.join(" ", args) + "'";
        String expected = String.join(", ", SHELLS);
        context.message("takt completion", "expected one of " + expected + found);
        yield ExitCode.USAGE;
      }
    };
  }

  static int help(CliContext context) {
    return print(context, HELP);
  }

  private static int print(CliContext context, String text) {
    context.out().print(text);
    return ExitCode.OK;
  }

  private static String bash() {
    return AutoComplete.bash("takt", new CommandLine(completed(CommandTree.root())));
  }

  /// The command with its flags, and the values that they may have.
  private static CommandSpec completed(CommandSpec spec) {
    CommandSpec completed = CommandSpec.create();
    for (OptionSpec each : spec.options()) {
      if (!each.hidden()) {
        List<String> choices = choices(each);
        OptionSpec.Builder option = each.toBuilder();
        completed.addOption(
            choices.isEmpty() ? option.build() : option.completionCandidates(choices).build());
      }
    }
    for (PositionalParamSpec each : spec.positionalParameters()) {
      if (!choices(each).isEmpty()) {
        completed.addPositional(each.toBuilder().completionCandidates(choices(each)).build());
      }
    }
    spec.subcommands()
        .forEach((name, line) -> completed.addSubcommand(name, completed(line.getCommandSpec())));
    return completed;
  }

  /// The values that its label lists, such as `table|json`; empty for any others.
  static List<String> choices(ArgSpec arg) {
    String label = arg.paramLabel();
    return label.matches("[a-z0-9-]+(\\|[a-z0-9-]+)+") ? List.of(label.split("\\|")) : List.of();
  }
}
