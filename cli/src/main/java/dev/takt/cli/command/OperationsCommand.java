package dev.takt.cli.command;

import dev.takt.cli.flags.OperationsFlags;
import dev.takt.cli.spi.CliContext;
import dev.takt.cli.spi.ExitCode;
import dev.takt.explain.RunExplainer;
import dev.takt.explain.attribution.classify.Cause;
import dev.takt.lab.OutOfMemory;
import dev.takt.record.ClockAnchor;
import dev.takt.report.text.OperationRows;
import dev.takt.runs.RunDirectory;
import java.io.IOException;
import java.util.function.Predicate;

/// `takt operations`: prints single operations for other programs.
public final class OperationsCommand {

  private final CliContext context;
  private final OperationsFlags flags;

  public OperationsCommand(CliContext context, OperationsFlags flags) {
    this.context = context;
    this.flags = flags;
  }

  public int run() {
    try {
      RunExplainer run = RunExplainer.of(RunDirectory.open(flags.run()));
      run.notes().forEach(context::message);
      ClockAnchor anchor = run.record().timeBase().clockAnchors().getFirst();
      OperationRows rows = new OperationRows(run, anchor, flags.jsonLines(), context.out());
      Predicate<Cause> cause = flags.cause();
      long written = cause == null ? rows.write(flags.slow()) : rows.write(cause);
      if (written == 0) {
        context.message(
            "no operation matches; "
                + context.typed("takt explain")
                + " lists the causes of this run");
      }
      return ExitCode.OK;
    } catch (IOException e) {
      context.message(e.getMessage());
      return ExitCode.FAILED;
    } catch (OutOfMemoryError e) {
      context.message(OutOfMemory.reason(e));
      return ExitCode.FAILED;
    }
  }
}
