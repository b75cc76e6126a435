package dev.takt.cli;

import dev.takt.cli.spi.args.CommandDeclaration;
import dev.takt.cli.usage.HelpLayout;
import dev.takt.load.config.source.PlanKey;
import dev.takt.runs.model.Environment;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.Comparator;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Objects;
import java.util.TreeMap;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import picocli.CommandLine;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Model.OptionSpec;
import picocli.CommandLine.Model.PositionalParamSpec;

/// Writes a manual page for each command. Run when a package is made.
final class ManPages {

  /// Of a terminal with 80 columns, without the indentation of a page.
  private static final int COLUMNS = 73;

  private final CommandSpec spec;
  private final Roff page;

  private ManPages(CommandSpec spec) {
    this.spec = spec;
    this.page = new Roff(name(spec), Environment.Takt.current().version());
  }

  /// @param args the folder for the pages
  public static void main(String[] args) throws IOException {
    Path folder = Path.of(args[0]);
    for (Map.Entry<String, String> each : all().entrySet()) {
      Files.writeString(folder.resolve(each.getKey() + ".1"), each.getValue());
    }
  }

  /// The pages by name, such as `takt-log-cat`.
  static Map<String, String> all() {
    Map<String, String> pages = new TreeMap<>();
    add(CommandTree.root(), pages);
    return pages;
  }

  private static void add(CommandSpec spec, Map<String, String> pages) {
    pages.put(name(spec), new ManPages(spec).page());
    spec.subcommands().values().forEach(each -> add(each.getCommandSpec(), pages));
  }

  private static String name(CommandSpec spec) {
    return spec.name().replace(' ', '-');
  }

  private String page() {
    HelpLayout.fit(spec.usageMessage(), COLUMNS);
    String header = String.join(" ", spec.usageMessage().header()).strip();
    page.section("NAME").text(name(spec) + " - " + header);
    String[] synopsis = spec.usageMessage().customSynopsis();
    page.section("SYNOPSIS").bold(synopsis.length == 0 ? spec.name() + " COMMAND" : synopsis[0]);
    arguments();
    for (CommandDeclaration.Section each : CommandDeclaration.sections(spec)) {
      page.section(each.heading().toUpperCase(Locale.ROOT));
      each.options().forEach(this::option);
    }
    commands();
    paragraphs("EXAMPLES", spec.usageMessage().description());
    paragraphs("NOTES", spec.usageMessage().footer());
    if (spec.name().equals("takt")) {
      environment();
    } else {
      page.section("SEE ALSO").bold("takt(1)");
    }
    return page.page();
  }

  private void arguments() {
    List<OptionSpec> options =
        CommandDeclaration.withoutHeading(spec).stream().filter(each -> !each.hidden()).toList();
    List<PositionalParamSpec> arguments =
        spec.positionalParameters().stream()
            .filter(each -> !each.hidden() && each.description().length > 0)
            .toList();
    if (!options.isEmpty() || !arguments.isEmpty()) {
      page.section("OPTIONS");
      arguments.forEach(each -> page.item(each.paramLabel(), "", each.description()));
      options.forEach(this::option);
    }
  }

  private void option(OptionSpec option) {
    String names =
        Arrays.stream(option.names())
            .sorted(Comparator.comparingInt(String::length))
            .collect(Collectors.joining(", "));
    String label = option.arity().max() > 0 ? option.paramLabel() : "";
    String shown = option.negatable() ? names.replace("--", "--[no-]") : names;
    page.item(shown, label, option.description());
  }

  private void commands() {
    if (!spec.subcommands().isEmpty()) {
      page.section("COMMANDS");
    }
    for (CommandLine each : spec.subcommands().values()) {
      CommandSpec command = each.getCommandSpec();
      page.item(name(command) + "(1)", "", command.usageMessage().header());
    }
  }

  private void paragraphs(String title, String[] lines) {
    List<String> texts =
        Stream.of(lines)
            .dropWhile(each -> each.isBlank() || each.equals("@|bold Examples|@"))
            .toList();
    if (!texts.isEmpty()) {
      page.section(title).paragraphs(texts.toArray(String[]::new));
    }
  }

  private void environment() {
    String keys =
        Stream.of(PlanKey.values())
            .map(PlanKey::variable)
            .filter(Objects::nonNull)
            .collect(Collectors.joining(", "));
    page.section("ENVIRONMENT")
        .item(keys, "", "Keys of a plan, for run, load and find: below flags, above the plan.")
        .item("NO_COLOR", "", "Print no colours.");
  }
}
