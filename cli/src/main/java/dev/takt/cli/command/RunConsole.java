package dev.takt.cli.command;

import dev.takt.cli.fleet.StartOnInput;
import dev.takt.cli.render.run.ProgressDisplay;
import dev.takt.cli.render.ycsb.YcsbStatus;
import dev.takt.cli.spi.CliContext;
import dev.takt.lab.RunListener;
import dev.takt.load.config.Plan;
import dev.takt.load.config.ycsb.KeyValuePlan;
import dev.takt.load.driver.DriverException;
import dev.takt.load.engine.recording.Progress;
import dev.takt.load.engine.recording.RecordingListener;
import dev.takt.load.share.StartTime;
import java.time.InstantSource;
import java.time.ZoneId;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/// Shows the events of a run on standard error: messages, and progress as a live view, as lines, or
/// as YCSB's status lines.
final class RunConsole implements RunListener {

  private final CliContext context;
  private final Plan plan;
  private final boolean quiet;
  private final @Nullable YcsbStatus status;
  private final boolean showsProgress;
  private @Nullable RecordingListener added;
  private @Nullable StartOnInput startOnInput;
  private volatile @Nullable ProgressDisplay display;

  /// @param quiet whether only warnings are shown
  /// @param hasStatus whether progress is shown as YCSB's status lines only
  /// @param showsProgress whether progress is shown at all
  RunConsole(
      CliContext context, Plan plan, boolean quiet, boolean hasStatus, boolean showsProgress) {
    this.context = context;
    this.plan = plan;
    this.quiet = quiet;
    this.showsProgress = showsProgress;
    this.status = hasStatus ? status(context, plan) : null;
  }

  /// Adds a listener to what is recorded.
  void add(@Nullable RecordingListener listener) {
    added = listener;
  }

  /// Lets a run with `--start-at -` be started, and stopped, by standard input.
  ///
  /// @param stop stops the run
  void listenForStart(Runnable stop) {
    StartTime start = plan.load().start();
    if (start != null && start.isOnInput()) {
      startOnInput = new StartOnInput(context, stop);
      startOnInput.listen();
    }
  }

  @Override
  public StartTime awaitStart() throws DriverException, InterruptedException {
    return startOnInput == null ? RunListener.super.awaitStart() : startOnInput.await();
  }

  /// The status lines of a run.
  static YcsbStatus status(CliContext context, Plan plan) {
    KeyValuePlan keyValues = plan.target().keyValues();
    return new YcsbStatus(
        context.err(),
        InstantSource.system(),
        ZoneId.systemDefault(),
        keyValues == null ? Map.of() : keyValues.properties(),
        plan.load().share().countOf(plan.load().maxOperations()));
  }

  @Override
  public void info(String message) {
    // A message printed inside a live view would stay there.
    boolean isRedrawn = display != null && context.terminal().isErr();
    if (!quiet && !isRedrawn) {
      warning(message);
    }
  }

  @Override
  public void warning(String message) {
    context.message(message);
  }

  /// Prints a message after the live view, which ends: a message inside it would be drawn over.
  void message(String message) {
    loadEnded();
    context.message(message);
  }

  @Override
  public void loadStarting() {
    if (status != null) {
      status.begin();
    } else if (!quiet && showsProgress) {
      CliContext.Terminal terminal = context.terminal();
      display =
          terminal.isErr()
              ? ProgressDisplay.live(context.err(), plan.displayTarget(), terminal.width())
              : ProgressDisplay.lines(context.err());
    }
  }

  @Override
  public void progressed(Progress progress) {
    ProgressDisplay open = display;
    if (open != null) {
      open.progressed(progress);
    }
  }

  @Override
  public void loadEnded() {
    ProgressDisplay open = display;
    if (open != null) {
      open.close();
      display = null;
    }
  }

  @Override
  public @Nullable RecordingListener recordingListener() {
    if (status == null || added == null) {
      return status == null ? added : status;
    }
    return status.andThen(added);
  }
}
