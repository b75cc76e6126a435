package dev.takt.cli;

import dev.takt.cli.render.log.LogSchema;
import dev.takt.cli.render.study.FindSchema;
import dev.takt.cli.spi.CliContext;
import dev.takt.cli.spi.ExitCode;
import dev.takt.lab.InstalledDrivers;
import dev.takt.load.plan.PlanSchema;
import dev.takt.runs.json.Schemas;
import java.util.List;

/// `takt schema`: prints a JSON schema.
final class SchemaCommand {

  private static final List<String> NAMES =
      List.of("plan", "run", "stalls", "threads", "summary", "log-summary", "find");

  private SchemaCommand() {}

  /// The names of the schemas.
  static String names(String separator, String last) {
    return String.join(separator, NAMES.subList(0, NAMES.size() - 1)) + last + NAMES.getLast();
  }

  static int run(CliContext context, List<String> args) {
    if (args.size() != 1 || !NAMES.contains(args.getFirst())) {
      String given = args.isEmpty() ? "" : ", found '" + String.join(" ", args) + "'";
      context.err().println("takt schema: expected one of " + names(", ", ", ") + given);
      return ExitCode.USAGE;
    }
    context.out().print(schema(args.getFirst()));
    return ExitCode.OK;
  }

  private static String schema(String name) {
    return switch (name) {
      case "plan" -> PlanSchema.json(InstalledDrivers.load());
      case "run" -> Schemas.run();
      case "stalls" -> Schemas.stalls();
      case "threads" -> Schemas.threads();
      case "summary" -> Schemas.summary();
      case "log-summary" -> LogSchema.text();
      case "find" -> FindSchema.text();
      default -> throw new IllegalArgumentException(name);
    };
  }

  static int help(CliContext context) {
    context.out().println("takt schema " + names("|", "|") + "   prints a JSON schema");
    return ExitCode.OK;
  }
}
