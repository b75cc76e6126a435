package dev.takt.cli.stress;

import dev.takt.cassandra.stress.command.CommandName;
import dev.takt.cassandra.stress.command.RunSettings;
import dev.takt.cassandra.stress.command.StressCommand;
import dev.takt.cli.command.RunExtra;
import dev.takt.cli.render.stress.HdrFile;
import dev.takt.cli.render.stress.StressFormat;
import dev.takt.cli.render.stress.StressHead;
import dev.takt.cli.render.stress.StressIntervals;
import dev.takt.cli.render.stress.StressResults;
import dev.takt.cli.render.stress.WorkCounter;
import dev.takt.cli.spi.CliContext;
import dev.takt.cli.spi.NewFile;
import dev.takt.lab.RunResult;
import dev.takt.lab.RunSession;
import dev.takt.lab.RunVerdict;
import dev.takt.load.config.Plan;
import dev.takt.load.engine.recording.RecordingListener;
import dev.takt.runs.model.Balance;
import dev.takt.runs.text.Causes;
import dev.takt.runs.text.Units;
import java.io.IOException;
import java.io.OutputStream;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/// What a line of cassandra-stress asks for besides the run: its own output, its files, its ends.
final class StressRun implements RunExtra {

  private final CliContext context;
  private final StressCommand.Run command;
  private final RunSettings settings;
  private final int threads;
  private final boolean isQuiet;
  private final boolean hasFormat;
  private final ProfileWork work;
  private final StressFormat format;

  private @Nullable EarlyEnd end;
  private @Nullable HdrFile hdrFile;
  private @Nullable NewFile graph;
  private @Nullable RunResult result;

  /// @param isQuiet whether no result is shown, since the run is one of several
  /// @param hasFormat whether the output is that of cassandra-stress
  StressRun(
      CliContext context,
      StressCommand.Run command,
      RunSettings settings,
      int threads,
      boolean isQuiet,
      boolean hasFormat) {
    this.context = context;
    this.command = command;
    this.settings = settings;
    this.threads = threads;
    this.isQuiet = isQuiet;
    this.hasFormat = hasFormat;
    this.work = new ProfileWork(command.operations().active());
    this.format =
        StressFormat.of(
            command.name(),
            settings.rate().pacing(),
            command.name() == CommandName.USER ? work : WorkCounter.ONE_ROW);
  }

  @Override
  public RecordingListener open(Plan plan, RunSession session) throws IOException {
    PrintStream out =
        hasFormat
            ? context.out()
            : new PrintStream(OutputStream.nullOutputStream(), false, StandardCharsets.UTF_8);
    StressIntervals lines = new StressIntervals(out, format, plan.limits().warmup());
    EarlyEnd early =
        new EarlyEnd(
            command.length(), settings.errors().failsFast(), lines.rowRate(), session::stop);
    end = early;
    RecordingListener all =
        work.counting(session, plan.limits().warmup()).andThen(lines).andThen(early);
    Optional<String> file = settings.log().hdrFile();
    if (file.isPresent()) {
      HdrFile opened = HdrFile.of(context.directory().resolve(file.get()), format);
      hdrFile = opened;
      all = all.andThen(opened);
    }
    if (settings.graph().isPresent()) {
      graph = NewFile.create(context.directory().resolve(settings.graph().get().file()), true);
    }
    out.print(StressHead.running(command, threads));
    lines.begin();
    return all;
  }

  @Override
  public boolean showsResult() {
    return !hasFormat && !isQuiet;
  }

  /// The result of the run; empty if it has none.
  Optional<RunResult> result() {
    return Optional.ofNullable(result);
  }

  @Override
  public RunVerdict ended(RunResult ended, RunVerdict verdict) {
    result = ended;
    RunVerdict all = judged(ended, verdict);
    if (!isClosed() || !isCopied(ended)) {
      all = RunVerdict.FAILED;
    }
    if (ended.interrupted() && all == RunVerdict.INTERRUPTED) {
      context.message("stopped before its end");
    }
    if (hasFormat) {
      context
          .out()
          .print(
              StressResults.render(
                  ended.summary(), ended.distributions(), format, all == RunVerdict.FAILED));
      context.out().flush();
    }
    return all;
  }

  private RunVerdict judged(RunResult ended, RunVerdict verdict) {
    boolean isExpected = end != null && end.isReached() && verdict == RunVerdict.INTERRUPTED;
    RunVerdict own = isExpected ? ended.verdictOfEarlyEnd() : verdict;
    if (own == RunVerdict.INTERRUPTED) {
      return own;
    }
    Balance balance = ended.summary().results().balance();
    long failed = balance.failed() + balance.timedOut() + balance.unfinished();
    if (failed > 0 && !settings.errors().isIgnored()) {
      if (!isQuiet) {
        context.message(
            Units.count(failed)
                + (failed == 1 ? " operation" : " operations")
                + " failed; -errors ignore accepts that");
      }
      return RunVerdict.FAILED;
    }
    return own;
  }

  private boolean isClosed() {
    HdrFile open = hdrFile;
    if (open == null) {
      return true;
    }
    try {
      open.close();
      return true;
    } catch (IOException e) {
      context.message(String.valueOf(e.getMessage()));
      return false;
    }
  }

  /// `-graph file=` is answered by a copy of the report.
  private boolean isCopied(RunResult ended) {
    NewFile open = graph;
    if (open == null) {
      return true;
    }
    try (open) {
      Files.copy(ended.directory().path().resolve("report.html"), open);
      open.commit();
      return true;
    } catch (IOException e) {
      context.message("-graph file=" + open + ": cannot be written: " + Causes.of(e));
      return false;
    }
  }
}
