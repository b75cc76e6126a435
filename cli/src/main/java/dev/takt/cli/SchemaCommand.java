package dev.takt.cli;

import dev.takt.cli.render.log.LogSchema;
import dev.takt.cli.render.study.FindSchema;
import dev.takt.cli.spi.CliContext;
import dev.takt.cli.spi.ExitCode;
import dev.takt.lab.InstalledDrivers;
import dev.takt.load.config.PlanSchema;
import dev.takt.runs.json.Schemas;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.stream.Stream;

/// `takt schema`: prints a JSON schema.
final class SchemaCommand {

  /// The schemas, in the order of the help.
  private enum Schema {
    PLAN,
    RUN,
    STALLS,
    THREADS,
    BASELINE,
    SUMMARY,
    LOG_SUMMARY,
    FIND;

    private String text() {
      return switch (this) {
        case PLAN -> PlanSchema.json(InstalledDrivers.load());
        case RUN -> Schemas.run();
        case STALLS -> Schemas.stalls();
        case THREADS -> Schemas.threads();
        case BASELINE -> Schemas.baseline();
        case SUMMARY -> Schemas.summary();
        case LOG_SUMMARY -> LogSchema.text();
        case FIND -> FindSchema.text();
      };
    }

    private String word() {
      return name().toLowerCase(Locale.ROOT).replace('_', '-');
    }
  }

  private SchemaCommand() {}

  /// The names of the schemas.
  static List<String> names() {
    return Stream.of(Schema.values()).map(Schema::word).toList();
  }

  static String names(String separator, String last) {
    List<String> words = names();
    return String.join(separator, words.subList(0, words.size() - 1)) + last + words.getLast();
  }

  static int run(CliContext context, List<String> args) {
    Optional<Schema> schema =
        Stream.of(Schema.values()).filter(each -> args.equals(List.of(each.word()))).findFirst();
    if (schema.isEmpty()) {
      String given = args.isEmpty() ? "" : ", found '" + String.join(" ", args) + "'";
      context.message("takt schema", "expected one of " + names(", ", ", ") + given);
      return ExitCode.USAGE;
    }
    context.out().print(schema.get().text());
    return ExitCode.OK;
  }

  static int help(CliContext context) {
    context.out().println("takt schema " + names("|", "|") + "   prints a JSON schema");
    return ExitCode.OK;
  }
}
