package dev.takt.cli;

import dev.takt.cli.fleet.FleetCommand;
import dev.takt.cli.grpc.GrpcCommand;
import dev.takt.cli.log.LogCommand;
import dev.takt.cli.spi.CommandGroup;
import dev.takt.cli.spi.args.Options;
import dev.takt.imports.command.ImportCommand;
import java.util.List;
import java.util.TreeMap;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Model.PositionalParamSpec;

/// All commands with their flags as one tree, for completion and manual pages.
final class CommandTree {

  private CommandTree() {}

  static CommandSpec root() {
    CommandSpec root =
        CommandSpec.create()
            .name("takt")
            .addOption(Options.help())
            .addOption(Options.flag("--version", "Print the version"));
    root.usageMessage().header("a latency laboratory for the JVM and what it talks to");
    for (CommandName each : CommandName.values()) {
      if (each != CommandName.VERSION) {
        root.addSubcommand(each.word(), spec(each));
      }
    }
    return root;
  }

  private static CommandSpec spec(CommandName name) {
    return switch (name) {
      case LOG -> group(name, LogCommand.GROUP);
      case IMPORT -> group(name, ImportCommand.GROUP);
      case FLEET -> group(name, FleetCommand.GROUP);
      case GRPC -> group(name, GrpcCommand.GROUP);
      case PROBE -> group(name, ProbeGroup.load());
      case SCHEMA -> choice(name, SchemaCommand.names());
      case COMPLETION -> choice(name, CompletionCommand.SHELLS);
      case HELP -> choice(name, CommandName.words());
      default -> FlagCommand.of(name).spec();
    };
  }

  private static CommandSpec group(CommandName name, CommandGroup group) {
    CommandSpec spec = described(name);
    // Sorted: the order of an immutable map differs between runs of the JVM.
    new TreeMap<>(group.subcommands())
        .forEach((word, each) -> spec.addSubcommand(word, each.spec().get()));
    return spec;
  }

  private static CommandSpec choice(CommandName name, List<String> words) {
    String label = String.join("|", words);
    PositionalParamSpec word =
        PositionalParamSpec.builder().paramLabel(label).arity("1").type(String.class).build();
    CommandSpec spec = described(name).addPositional(word);
    spec.usageMessage().customSynopsis(spec.name() + " " + String.join(" | ", words));
    return spec;
  }

  private static CommandSpec described(CommandName name) {
    CommandSpec spec = CommandSpec.create().name("takt " + name.word());
    spec.usageMessage().header(name.summary());
    return spec;
  }
}
