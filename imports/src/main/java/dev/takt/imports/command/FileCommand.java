package dev.takt.imports.command;

import dev.takt.cli.spi.CliContext;
import dev.takt.cli.spi.args.CommandDeclaration;
import dev.takt.cli.spi.args.FlagValues;
import dev.takt.cli.spi.args.Options;
import dev.takt.imports.file.ForeignFile;
import dev.takt.imports.har.HarImport;
import dev.takt.imports.jmx.JmxImport;
import dev.takt.imports.openapi.OpenApiImport;
import dev.takt.imports.plan.ImportException;
import dev.takt.imports.plan.PlanDraft;
import dev.takt.imports.postman.PostmanImport;
import dev.takt.imports.script.K6Import;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Model.OptionSpec;
import picocli.CommandLine.ParseResult;

/// `takt import har FILE` and so on.
final class FileCommand {

  private static final String TARGET = "--target";
  private static final String HOST = "--host";
  private static final String ALL = "--all";
  private static final String ENVIRONMENT = "--environment";

  private FileCommand() {}

  static CommandSpec spec(FileKind kind) {
    String command = "takt import " + kind.word();
    List<OptionSpec> options = new ArrayList<>();
    options.add(Options.output("FILE", "Where to write the plan (default standard output)"));
    options.add(Options.flag(Options.FORCE, "Write over a file that exists"));
    options.add(
        Options.text(
            TARGET, "URL", "The server, instead of the one in the file: http://HOST:PORT"));
    if (kind == FileKind.HAR) {
      options.add(Options.list(HOST, "NAME", "Take only requests to this host; may be repeated"));
      options.add(Options.flag(ALL, "Take static resources too: images, scripts, styles"));
    }
    if (kind == FileKind.POSTMAN) {
      options.add(
          Options.text(ENVIRONMENT, "FILE", "An environment of Postman, with values of variables"));
    }
    options.add(Options.verbose());
    options.add(Options.help());
    return new CommandDeclaration(command, "Makes a plan of " + kind.summary() + ".")
        .examples("  " + command + " " + kind.example() + " -o plan.yaml")
        .synopsis(command + " FILE [-o FILE] [FLAGS]")
        .footer("Exit codes: 0 made, 1 nothing to import or not written, 2 usage.")
        .argument("FILE", "1", "The file, such as " + kind.example())
        .options(options)
        .spec();
  }

  static int run(FileKind kind, CliContext context, ParseResult parsed) {
    String name = parsed.matchedPositionalValue(0, "");
    ForeignFile file =
        new ForeignFile(FlagValues.path(parsed, "FILE", context.directory(), name), name);
    return ImportOutput.write(
        context,
        parsed,
        "takt import " + kind.word(),
        name,
        target(parsed),
        plan -> read(kind, file, parsed, context.directory(), plan));
  }

  private static void read(
      FileKind kind, ForeignFile file, ParseResult parsed, Path directory, PlanDraft plan)
      throws ImportException {
    switch (kind) {
      case HAR ->
          HarImport.read(
              file,
              plan,
              parsed.matchedOptionValue(HOST, List.of()),
              parsed.matchedOptionValue(ALL, false));
      case JMX -> JmxImport.read(file, plan);
      case K6 -> K6Import.read(file, plan);
      case OPENAPI -> OpenApiImport.read(file, plan);
      case POSTMAN -> {
        String name = FlagValues.text(parsed, ENVIRONMENT);
        ForeignFile environment =
            name == null
                ? null
                : new ForeignFile(FlagValues.path(parsed, ENVIRONMENT, directory, name), name);
        PostmanImport.read(file, environment, plan);
      }
    }
  }

  private static @Nullable String target(ParseResult parsed) {
    String target = FlagValues.text(parsed, TARGET);
    if (target == null) {
      return null;
    }
    if (!target.matches("(?i)https?://[^/?#\\s@]+/?")) {
      throw FlagValues.wrong(
          parsed, TARGET, "expected http://HOST:PORT or https://HOST, found '" + target + "'");
    }
    return target.replaceFirst("/$", "");
  }
}
