package dev.takt.cli.fleet;

import dev.takt.cli.spi.CliContext;
import dev.takt.fleet.coordinator.FleetListener;
import dev.takt.fleet.coordinator.LiveInterval;
import dev.takt.fleet.result.MergedRun;
import dev.takt.load.config.Plan;
import dev.takt.runs.RunDirectory;
import dev.takt.runs.model.RunRecord;
import dev.takt.runs.text.EnglishText;
import dev.takt.runs.text.Units;
import java.io.IOException;
import java.util.List;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/// Shows the events of a run on several machines on standard error, and records its start.
final class FleetConsole implements FleetListener {

  private static final int LINES_PER_HEAD = 30;

  private final CliContext context;
  private final Plan plan;
  private final RunDirectory directory;
  private final boolean quiet;
  private final @Nullable FleetLive live;
  private volatile @Nullable RunRecord started;
  private int lines;
  private long shownNanos;
  private @Nullable LiveInterval newest;

  /// @param quiet whether only warnings are shown
  /// @param live gets all intervals; null for a check, which has none
  FleetConsole(
      CliContext context,
      Plan plan,
      RunDirectory directory,
      boolean quiet,
      @Nullable FleetLive live) {
    this.context = context;
    this.plan = plan;
    this.directory = directory;
    this.quiet = quiet;
    this.live = live;
  }

  @Override
  public void info(String message) {
    if (!quiet) {
      context.message(message);
    }
  }

  @Override
  public void warning(String message) {
    context.message(message);
  }

  @Override
  public void starting(long startNanos) throws IOException {
    RunRecord record = MergedRun.started(plan, startNanos);
    directory.write(record);
    started = record;
    info("all machines are ready; start in " + Units.time(startNanos - System.nanoTime()));
    if (live != null) {
      live.begin(record);
    }
  }

  @Override
  public void progressed(long sinceStartNanos, List<LiveInterval> intervals) {
    if (live != null) {
      live.add(intervals);
    }
    if (!quiet && (live == null || !live.hasStatus())) {
      intervals.forEach(this::showPrevious);
      LiveInterval last = newest;
      if (last != null && last.endNanos() <= sinceStartNanos) {
        show(last);
      }
    }
  }

  /// The newest interval may not be over, or the machines' clocks are ahead of this one: it is
  /// shown once a later one has come, or its end has passed.
  private void showPrevious(LiveInterval next) {
    LiveInterval last = newest;
    if (next.endNanos() <= (last == null ? shownNanos : last.endNanos())) {
      return; // the rest of one that was shown
    }
    if (last != null) {
      show(last);
    }
    newest = next;
  }

  private void show(LiveInterval now) {
    shownNanos = now.endNanos();
    newest = null;
    if (lines++ % LINES_PER_HEAD == 0) {
      context
          .err()
          .println("     time  machines         rate       p50       p99       max  errors");
    }
    context
        .err()
        .println(
            EnglishText.format(
                "%9s %9d %12s %9s %9s %9s %7s",
                Units.time(now.endNanos()),
                now.machines().size(),
                Units.rate(now.rate()),
                Units.time(now.times().p50()),
                Units.time(now.times().p99()),
                Units.time(now.times().max()),
                Units.count(now.failed())));
    context.err().flush();
  }

  /// Whether the run has begun.
  boolean hasStarted() {
    return started != null;
  }

  /// The record of the run that has begun.
  RunRecord started() {
    return Objects.requireNonNull(started, "the run has begun");
  }
}
