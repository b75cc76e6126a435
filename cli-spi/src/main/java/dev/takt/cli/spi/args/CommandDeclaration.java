package dev.takt.cli.spi.args;

import java.util.ArrayList;
import java.util.List;
import java.util.stream.Stream;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Model.OptionSpec;
import picocli.CommandLine.Model.PositionalParamSpec;

/// Declares a command: its help texts, its arguments and its flags, in the order of its help. Texts
/// are literal: `%` needs no escaping.
public final class CommandDeclaration {

  private final CommandSpec spec;
  private final List<Section> sections = new ArrayList<>();

  /// Flags under a heading of their own.
  public record Section(String heading, List<OptionSpec> options) {}

  /// @param name the whole command, such as `takt log cat`
  /// @param header the first line of its help
  public CommandDeclaration(String name, String header) {
    spec = CommandSpec.wrapWithoutInspection(this).name(name);
    spec.usageMessage().header(header, "");
  }

  /// Sets the examples, and any text after them.
  public CommandDeclaration examples(String... lines) {
    spec.usageMessage()
        .description(
            Stream.of(Stream.of("@|bold Examples|@"), Stream.of(lines), Stream.of(""))
                .flatMap(each -> each)
                .map(Options::escaped)
                .toArray(String[]::new));
    return this;
  }

  /// Sets the line that shows how the command is called.
  public CommandDeclaration synopsis(String line) {
    spec.usageMessage().customSynopsis(line, "");
    return this;
  }

  /// Sets the text below the flags.
  public CommandDeclaration footer(String... lines) {
    spec.usageMessage()
        .footer(
            Stream.concat(Stream.of(""), Stream.of(lines))
                .map(Options::escaped)
                .toArray(String[]::new));
    return this;
  }

  /// Adds one argument.
  ///
  /// @param arity how often, such as `0..1`
  public CommandDeclaration argument(String label, String arity, String description) {
    spec.addPositional(
        PositionalParamSpec.builder()
            .paramLabel(label)
            .arity(arity)
            .required(!arity.startsWith("0"))
            .type(String.class)
            .description(Options.escaped(description))
            .build());
    return this;
  }

  /// Adds any number of arguments.
  ///
  /// @param description empty for arguments that the footer describes
  public CommandDeclaration arguments(String label, String description) {
    spec.addPositional(
        PositionalParamSpec.builder()
            .paramLabel(label)
            .arity("0..*")
            .type(List.class)
            .auxiliaryTypes(String.class)
            .hidden(description.isEmpty())
            .description(Options.escaped(description))
            .build());
    return this;
  }

  public CommandDeclaration options(OptionSpec... options) {
    return options(List.of(options));
  }

  public CommandDeclaration options(List<OptionSpec> options) {
    options.forEach(spec::addOption);
    return this;
  }

  /// Adds flags under a heading of their own. These are no groups of picocli: for each of those,
  /// its parser renders texts that are not used, which takes a tenth of the time to the first
  /// request.
  public CommandDeclaration group(String heading, List<OptionSpec> options) {
    sections.add(new Section(heading, List.copyOf(options)));
    return options(options);
  }

  /// The sections of a declared command; empty for any other.
  public static List<Section> sections(CommandSpec spec) {
    return spec.userObject() instanceof CommandDeclaration declared
        ? List.copyOf(declared.sections)
        : List.of();
  }

  /// The flags of a command that have no heading.
  public static List<OptionSpec> withoutHeading(CommandSpec spec) {
    List<OptionSpec> options = new ArrayList<>(spec.options());
    sections(spec).forEach(each -> options.removeAll(each.options()));
    return options;
  }

  public CommandSpec spec() {
    return spec;
  }
}
