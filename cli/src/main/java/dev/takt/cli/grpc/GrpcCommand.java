package dev.takt.cli.grpc;

import dev.takt.cli.spi.CliContext;
import dev.takt.cli.spi.CommandGroup;
import dev.takt.cli.spi.CommandGroup.Subcommand;
import dev.takt.cli.spi.ExitCode;
import dev.takt.cli.spi.args.CommandDeclaration;
import dev.takt.cli.spi.args.Options;
import dev.takt.load.driver.DriverException;
import dev.takt.load.driver.DriverProvider.Property;
import dev.takt.load.driver.ServerCatalog;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Objects;
import java.util.ServiceLoader;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Model.OptionSpec;
import picocli.CommandLine.ParseResult;

/// `takt grpc`: lists and describes what a server offers.
public final class GrpcCommand {

  private static final String DRIVER = "grpc";

  private static final String OVERVIEW =
      """
      Says what a gRPC server offers, by its reflection or by files.

      @|bold Examples|@
        takt grpc list grpc://127.0.0.1:50051                  its services
        takt grpc list grpc://127.0.0.1:50051 shop.Items       the methods of one
        takt grpc describe grpc://127.0.0.1:50051 shop.Items/Get
        takt grpc describe --proto shop/items.proto shop.Item

      @|bold Commands|@
        list        the services of a server, or the methods of a service
        describe    a service, method, message or enum, as a .proto file has it

      takt grpc COMMAND --help shows more.
      """;

  /// The command with its subcommands.
  public static final CommandGroup GROUP = new CommandGroup(DRIVER, OVERVIEW, subcommands());

  private GrpcCommand() {}

  private static Map<String, Subcommand> subcommands() {
    Map<String, Subcommand> commands = new LinkedHashMap<>();
    commands.put("list", new Subcommand(GrpcCommand::listSpec, GrpcCommand::list));
    commands.put("describe", new Subcommand(GrpcCommand::describeSpec, GrpcCommand::describe));
    return commands;
  }

  private static ServerCatalog catalog() {
    return ServiceLoader.load(ServerCatalog.class).stream()
        .map(ServiceLoader.Provider::get)
        .filter(each -> each.name().equals(DRIVER))
        .findFirst()
        .orElseThrow(() -> new IllegalStateException("there is no driver " + DRIVER));
  }

  private static CommandSpec listSpec() {
    return spec(
        "list",
        "Lists the services of a gRPC server, or the methods of one.",
        "[SERVICE]",
        "A service, such as shop.Items; default: all services");
  }

  private static CommandSpec describeSpec() {
    return spec(
        "describe",
        "Shows a service, method, message or enum as a .proto file has it.",
        "[NAME]",
        "Such as shop.Items, shop.Items/Get or shop.Item; default: all services");
  }

  private static CommandSpec spec(String name, String header, String label, String description) {
    List<OptionSpec> options = new ArrayList<>();
    catalog().properties().forEach(each -> options.add(option(each)));
    options.add(Options.verbose());
    options.add(Options.help());
    return new CommandDeclaration("takt grpc " + name, header)
        .examples("  takt grpc " + name + " grpc://127.0.0.1:50051 shop.Items")
        .synopsis("takt grpc " + name + " [TARGET] " + label + " [FLAGS]")
        .footer(
            "With --proto or --protoset there is no target, and no server is asked.",
            "Exit codes: 0 shown, 1 the server or a file does not have it, 2 usage.")
        .argument("TARGET", "0..1", "The server, such as grpc://127.0.0.1:50051")
        .argument(label.substring(1, label.length() - 1), "0..1", description)
        .options(options.toArray(OptionSpec[]::new))
        .spec();
  }

  private static OptionSpec option(Property property) {
    String name = "--" + property.name();
    String description = capitalised(property.description());
    return switch (property.type()) {
      case BOOLEAN -> Options.flag(name, description);
      case FILES -> Options.list(name, "FILE", description);
      case STRINGS -> Options.list(name, "TEXT", description);
      case STRING, INTEGER, DURATION -> Options.text(name, "TEXT", description);
    };
  }

  private static String capitalised(String text) {
    return text.substring(0, 1).toUpperCase(Locale.ROOT) + text.substring(1);
  }

  private static int list(CliContext context, ParseResult parsed) {
    return print(context, parsed, ServerCatalog::list);
  }

  private static int describe(CliContext context, ParseResult parsed) {
    return print(context, parsed, ServerCatalog::describe);
  }

  private interface Question {
    List<String> ask(
        ServerCatalog catalog,
        @Nullable String target,
        Map<String, Object> properties,
        @Nullable String of)
        throws DriverException;
  }

  private static int print(CliContext context, ParseResult parsed, Question question) {
    ServerCatalog catalog = catalog();
    Map<String, Object> properties = properties(catalog, parsed);
    List<String> words = new ArrayList<>();
    for (int i = 0; i < 2; i++) {
      String word = parsed.matchedPositionalValue(i, (String) null);
      if (word != null) {
        words.add(word);
      }
    }
    boolean hasTarget = !words.isEmpty() && words.getFirst().contains("://");
    String target = hasTarget ? words.removeFirst() : null;
    try {
      question
          .ask(catalog, target, properties, words.isEmpty() ? null : words.getFirst())
          .forEach(context.out()::println);
      return ExitCode.OK;
    } catch (DriverException e) {
      context.message(Objects.requireNonNullElse(e.getMessage(), "the server cannot be asked"));
      return ExitCode.FAILED;
    }
  }

  private static Map<String, Object> properties(ServerCatalog catalog, ParseResult parsed) {
    Map<String, Object> properties = new LinkedHashMap<>();
    for (Property each : catalog.properties()) {
      String name = "--" + each.name();
      if (parsed.hasMatchedOption(name)) {
        List<String> values = parsed.matchedOption(name).originalStringValues();
        properties.put(
            each.name(),
            switch (each.type()) {
              case BOOLEAN -> true;
              case FILES, STRINGS -> List.copyOf(values);
              case STRING, INTEGER, DURATION -> values.getFirst();
            });
      }
    }
    return properties;
  }
}
