package dev.takt.watch.hiccup;

import dev.takt.record.hiccup.HiccupSettings;
import dev.takt.runs.model.Side;
import dev.takt.runs.text.EnglishText;
import dev.takt.watch.observer.Findings;
import dev.takt.watch.observer.LiveFigure;
import dev.takt.watch.observer.Observer;
import dev.takt.watch.observer.WatchLevel;
import java.io.IOException;
import java.nio.file.Path;
import java.util.List;
import java.util.concurrent.TimeUnit;
import org.jspecify.annotations.Nullable;

/// Measures the hiccups of another JVM, by the agent that it loads into it. The agent ends on
/// request, and also when this process ends.
public final class TargetHiccupObserver implements Observer {

  private static final Side SIDE = Side.TARGET;
  private static final long TIMEOUT_NANOS = TimeUnit.SECONDS.toNanos(5);

  private final long pid;
  private final Path log;
  private final HiccupSettings settings;
  private final long startDelayNanos;
  private final long intervalNanos;
  private final WatchLevel level;
  private final long timeoutNanos;
  private final HiccupCollector collector;
  private @Nullable AgentFiles files;
  private @Nullable JournalFollower journal;
  private boolean loaded;
  private @Nullable String problem;

  /// For the target of a run.
  ///
  /// @param pid of the JVM
  /// @param log `hiccups.hdr` of the run, which other meters may write to as well
  /// @param settings of the meter
  /// @param level with [WatchLevel#DEEP] the agent also records waits for locks
  public TargetHiccupObserver(long pid, Path log, HiccupSettings settings, WatchLevel level) {
    this(pid, log, settings, 0, TimeUnit.SECONDS.toNanos(1), level, TIMEOUT_NANOS);
  }

  /// With all settings.
  ///
  /// @param startDelayNanos how long the meter warms up
  /// @param intervalNanos the length of an interval of the log
  public TargetHiccupObserver(
      long pid, Path log, HiccupSettings settings, long startDelayNanos, long intervalNanos) {
    this(pid, log, settings, startDelayNanos, intervalNanos, WatchLevel.DEFAULT, TIMEOUT_NANOS);
  }

  /// With another timeout for the agent's start and end.
  TargetHiccupObserver(long pid, Path log, long timeoutNanos) {
    this(
        pid,
        log,
        HiccupSettings.DEFAULT,
        0,
        TimeUnit.SECONDS.toNanos(1),
        WatchLevel.DEFAULT,
        timeoutNanos);
  }

  private TargetHiccupObserver(
      long pid,
      Path log,
      HiccupSettings settings,
      long startDelayNanos,
      long intervalNanos,
      WatchLevel level,
      long timeoutNanos) {
    this.pid = pid;
    this.log = log.toAbsolutePath().normalize();
    this.settings = settings;
    this.startDelayNanos = startDelayNanos;
    this.intervalNanos = intervalNanos;
    this.level = level;
    this.timeoutNanos = timeoutNanos;
    this.collector = new HiccupCollector(SIDE, HiccupCollector.SHARED_CLOCK, settings);
  }

  @Override
  public void start() {
    try {
      AgentFiles its = AgentFiles.of(pid, log);
      files = its;
      JournalFollower agentJournal = its.journal(collector);
      journal = agentJournal;
      AgentLoader.load(pid, its.jar(), options(its));
      loaded = true;
      if (!agentJournal.readUntil(
          collector::hasBegun, this::hasTargetEnded, startDelayNanos + timeoutNanos)) {
        problem =
            EnglishText.format(
                "the agent in process %d did not start; see its standard error. Can it write to %s?",
                pid, its.log().getParent());
      }
    } catch (IOException e) {
      problem = e.getMessage();
    }
  }

  private String options(AgentFiles its) throws IOException {
    for (Path each : List.of(its.log(), its.journal())) {
      if (each.toString().matches(".*[,%].*")) {
        throw new IOException("the agent cannot write to a path that contains , or %: " + each);
      }
    }
    return String.join(
        ",",
        "file=" + its.log(),
        "journal=" + its.journal(),
        "resolution=" + settings.resolutionNanos() + "ns",
        "threshold=" + settings.thresholdNanos() + "ns",
        "allocate=" + settings.allocating(),
        "start-delay=" + startDelayNanos + "ns",
        "interval=" + intervalNanos + "ns",
        "locks=" + (level == WatchLevel.DEEP),
        its.lifetimeOption());
  }

  private boolean hasTargetEnded() {
    return !ProcessHandle.of(pid).map(ProcessHandle::isAlive).orElse(false);
  }

  @Override
  public List<LiveFigure> live() {
    if (journal != null) {
      journal.read();
    }
    return collector.live();
  }

  @Override
  public Findings finish() {
    if (files != null && journal != null) {
      stop(files, journal);
    }
    return HiccupFindings.findings(SIDE, collector, problem);
  }

  /// Stops the agent and collects its files. A target that was killed lacks at most its last
  /// interval; one that ended by itself has written that too.
  private void stop(AgentFiles its, JournalFollower agentJournal) {
    try {
      if (loaded && !hasTargetEnded()) {
        AgentLoader.load(pid, its.jar(), "stop=" + its.log());
      }
    } catch (IOException e) {
      if (!hasTargetEnded()) {
        addProblem("the agent could not be stopped, and stops with Takt: " + e.getMessage());
      }
    }
    if (loaded) {
      boolean _ =
          agentJournal.readUntil(
              collector::hasEnded, () -> hasTargetEnded() || !collector.hasBegun(), timeoutNanos);
    }
    try {
      its.collect();
    } catch (IOException e) {
      addProblem("its hiccups could not be copied: " + e.getMessage());
    }
  }

  /// Appends a failure. The first one is usually the cause of the others, so it comes first.
  private void addProblem(String more) {
    problem = problem == null ? more : problem + "; " + more;
  }
}
