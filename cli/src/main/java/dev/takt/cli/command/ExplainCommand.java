package dev.takt.cli.command;

import dev.takt.cli.flags.ExplainFlags;
import dev.takt.cli.render.TextPage;
import dev.takt.cli.render.run.ExplanationTable;
import dev.takt.cli.render.run.MachineTable;
import dev.takt.cli.render.run.OperationDrawing;
import dev.takt.cli.render.run.StallTable;
import dev.takt.cli.spi.CliContext;
import dev.takt.cli.spi.ExitCode;
import dev.takt.explain.Explanation;
import dev.takt.explain.Explanation.SlowOperation;
import dev.takt.explain.RunExplainer;
import dev.takt.lab.Headline;
import dev.takt.lab.OutOfMemory;
import dev.takt.report.text.ExplanationJson;
import dev.takt.runs.RunDirectory;
import dev.takt.runs.model.RunSummary;
import dev.takt.runs.model.Stalls;
import dev.takt.runs.text.EnglishText;
import java.io.IOException;
import org.jspecify.annotations.Nullable;

/// `takt explain`: shows what made a run's operations slow.
public final class ExplainCommand {

  private final CliContext context;
  private final ExplainFlags flags;

  public ExplainCommand(CliContext context, ExplainFlags flags) {
    this.context = context;
    this.flags = flags;
  }

  public int run() {
    try {
      RunExplainer run = RunExplainer.of(RunDirectory.open(flags.run()));
      Integer id = flags.operation();
      return id == null ? explain(run) : draw(run, id);
    } catch (IOException e) {
      context.message(e.getMessage());
      return ExitCode.FAILED;
    } catch (OutOfMemoryError e) {
      context.message(OutOfMemory.reason(e));
      return ExitCode.FAILED;
    }
  }

  private int explain(RunExplainer run) throws IOException {
    var explanation = run.explain(flags.slowest());
    if (flags.json()) {
      ExplanationJson.write(explanation, run.origin(), run.measuredStalls(), context.out());
    } else {
      headline(run.record().summary(), explanation);
      context.out().print(ExplanationTable.render(explanation, run, context.paint()));
      context.out().print(MachineTable.render(run.record().fleet(), context.paint()));
      Stalls stalls = run.measuredStalls();
      if (stalls != null) {
        context.out().print(StallTable.renderDetails(stalls, context.paint()));
      }
    }
    return ExitCode.OK;
  }

  /// Prints the run's headline. A run of an older Takt has none: it is made now.
  private void headline(@Nullable RunSummary summary, Explanation explanation) {
    if (summary != null) {
      String known = summary.heading().headline();
      String headline =
          known == null
              ? Headline.of(summary, explanation, summary.missedSchedule().orElse(null)).headline()
              : known;
      TextPage page = new TextPage(context.paint());
      page.line(context.paint().bold(String.valueOf(headline)));
      page.blank();
      context.out().print(page);
    }
  }

  private int draw(RunExplainer run, int id) throws IOException {
    SlowOperation operation = run.explainer().operation(id);
    if (operation == null) {
      context.message(
          EnglishText.format(
              "there is no operation %d: they are numbered from 0 to %d",
              id, run.operations().size() - 1));
      return ExitCode.USAGE;
    }
    if (flags.json()) {
      ExplanationJson.write(operation, run.origin(), context.out());
    } else {
      context.out().print(OperationDrawing.render(operation, run, context.paint()));
    }
    return ExitCode.OK;
  }
}
