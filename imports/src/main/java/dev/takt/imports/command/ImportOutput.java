package dev.takt.imports.command;

import dev.takt.cli.spi.CliContext;
import dev.takt.cli.spi.ExitCode;
import dev.takt.cli.spi.NewFile;
import dev.takt.cli.spi.args.FlagValues;
import dev.takt.cli.spi.args.Options;
import dev.takt.cli.spi.render.Prose;
import dev.takt.imports.plan.ImportException;
import dev.takt.imports.plan.PlanDraft;
import dev.takt.lab.InstalledDrivers;
import dev.takt.load.config.PlanReader;
import dev.takt.load.config.source.PlanException;
import dev.takt.load.config.source.PlanProblem;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.ParseResult;

/// Writes a plan, and says what was left out and what has to be set.
final class ImportOutput {

  private static final String PLACEHOLDER = "(?<!\\{)((?:\\{\\{)*)\\{env\\.[A-Za-z0-9_]+}";

  /// Fills a plan.
  interface Source {
    void addTo(PlanDraft plan) throws ImportException;
  }

  private ImportOutput() {}

  /// Makes a plan and writes it.
  ///
  /// @param what the plan is made of
  /// @param target that the user gave; null for none
  /// @return the exit code
  static int write(
      CliContext context,
      ParseResult parsed,
      String command,
      String what,
      @Nullable String target,
      Source source) {
    PlanDraft plan = new PlanDraft(target);
    Path file = FlagValues.path(parsed, Options.OUT, context.directory());
    try {
      source.addTo(plan);
      check(plan.yaml(what, null));
      Path folder = file == null ? context.directory() : file.toAbsolutePath().getParent();
      String yaml = plan.yaml(what, folder);
      if (file == null) {
        context.out().print(yaml);
        context.out().flush();
      } else {
        write(file, yaml, parsed.matchedOptionValue(Options.FORCE, false));
      }
      report(context, plan, file == null ? null : parsed.matchedOptionValue(Options.OUT, ""));
      return ExitCode.OK;
    } catch (ImportException e) {
      context.message(command, String.valueOf(e.getMessage()));
    } catch (IOException e) {
      context.message(command, String.valueOf(e.getMessage()));
    }
    report(context, plan, null);
    return ExitCode.FAILED;
  }

  private static void write(Path file, String yaml, boolean force) throws IOException {
    try (NewFile out = NewFile.create(file, force)) {
      out.write(yaml.getBytes(StandardCharsets.UTF_8));
      out.commit();
    }
  }

  /// Every plan that is written runs: it is read as `takt run` reads it, with any values for what
  /// the environment has to have.
  private static void check(String yaml) throws ImportException {
    try {
      new PlanReader(InstalledDrivers.load()).read("plan", yaml.replaceAll(PLACEHOLDER, "$1x"));
    } catch (PlanException e) {
      PlanProblem first = e.problems().getFirst();
      throw new ImportException("this cannot be a plan: " + first);
    }
  }

  private static void report(CliContext context, PlanDraft plan, @Nullable String file) {
    int width = context.terminal().textWidth();
    Map<String, List<String>> leftOut = plan.leftOut().places();
    if (!leftOut.isEmpty()) {
      context.err().println("Left out:");
      leftOut.forEach((reason, places) -> {
        String all = PlanDraft.oneLine(String.join(", ", places));
        context
            .err()
            .println(Prose.hanging("  - ", PlanDraft.oneLine(reason) + " (" + all + ")", width));
      });
    }
    if (!plan.needed().isEmpty()) {
      context.err().println("Set before the run:");
      plan.needed()
          .forEach((name, meaning) ->
              context
                  .err()
                  .println(Prose.hanging("  - " + name + ": ", PlanDraft.oneLine(meaning), width)));
    }
    context.err().flush();
    if (file != null) {
      context.next(context.typed("takt run") + " " + file + " --once --trace");
    }
  }
}
