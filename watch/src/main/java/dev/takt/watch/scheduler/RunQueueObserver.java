package dev.takt.watch.scheduler;

import dev.takt.runs.model.NotObservable;
import dev.takt.runs.model.Side;
import dev.takt.runs.model.Stall;
import dev.takt.runs.model.StallKind;
import dev.takt.runs.model.StallSource;
import dev.takt.runs.text.EnglishText;
import dev.takt.runs.text.Units;
import dev.takt.watch.bpf.SchedulerProgram.TimestampSource;
import dev.takt.watch.host.Poller;
import dev.takt.watch.host.TaskLister;
import dev.takt.watch.host.ThreadNames;
import dev.takt.watch.observer.AgentThreads;
import dev.takt.watch.observer.Findings;
import dev.takt.watch.observer.LiveFigure;
import dev.takt.watch.observer.LongestStalls;
import dev.takt.watch.observer.Observer;
import dev.takt.watch.observer.WatchLevel;
import dev.takt.watch.perf.OnlineCpus;
import dev.takt.watch.perf.PerfException;
import dev.takt.watch.perf.SwitchRecorder;
import dev.takt.watch.perf.WaitRecorder;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.EnumMap;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/// Reports run-queue waits (threads that were runnable and had no processor) and processes that a
/// signal had stopped. It uses the best mechanism that this user may use ([RunQueueStrategy]), and
/// reports stalls of a millisecond and more.
public final class RunQueueObserver implements Observer {

  /// The cause of a wait of a thread that was preempted, where that is recorded.
  public static final String PREEMPTED = "preempted";

  /// How often the state of processes is sampled where stops cannot be recorded.
  static final long STOPPED_PERIOD_NANOS = 3_000_000;

  private static final long THRESHOLD_NANOS = 1_000_000;
  private static final int MAX_STALLS = 100_000;
  private static final Path PROC = Path.of("/proc");

  private final Map<Integer, Side> pids = new HashMap<>();
  private final Map<Side, String> sources = new EnumMap<>(Side.class);
  private final List<NotObservable> notObservable = new ArrayList<>();
  private final List<String> refusals = new ArrayList<>();
  private final List<StallSource> stallSources = new ArrayList<>();
  private final TaskLister tasks = new TaskLister(PROC);
  private final ThreadNames names = new ThreadNames(PROC);
  private final LongestStalls stalls = new LongestStalls(MAX_STALLS);
  private final WatchLevel level;
  private final RunQueueStrategy bestStrategy;
  private final boolean isMachineWide;
  private volatile @Nullable RunQueueStrategy strategy;
  private @Nullable RunQueueWatch watch;
  private @Nullable Poller poller;
  private long begin;

  /// Watches processes by the best mechanism that is permitted.
  ///
  /// @param pids of the processes; if empty, all threads of the machine are watched, on the host's
  ///   side, which only the first four mechanisms can
  /// @param level by default, a mechanism that costs too much is replaced by a cheaper one; deep,
  ///   never
  public RunQueueObserver(Map<Side, Long> pids, WatchLevel level) {
    this(
        pids,
        level,
        switch (level) {
          case DEFAULT -> RunQueueStrategy.PROGRAM;
          // All switches: only they show the culprit when its timeslices were short.
          case DEEP -> RunQueueStrategy.TRACEPOINTS;
        });
  }

  /// Watches processes by a given mechanism, or by the next one that is permitted.
  RunQueueObserver(Map<Side, Long> pids, WatchLevel level, RunQueueStrategy first) {
    this.level = level;
    this.bestStrategy = first;
    isMachineWide = pids.isEmpty();
    pids.forEach((side, pid) -> this.pids.put(Math.toIntExact(pid), side));
  }

  @Override
  public void start() {
    pids.entrySet().removeIf(each -> !isVisible(each.getKey(), each.getValue()));
    if (pids.isEmpty() && !isMachineWide) {
      return;
    }
    for (Side each : isMachineWide ? List.of(Side.HOST) : pids.values()) {
      sources.put(each, each.lowerCase() + "-run-queue");
    }
    for (RunQueueStrategy each : RunQueueStrategy.values()) {
      if (each.compareTo(bestStrategy) >= 0 && watch == null) {
        tryToOpen(each);
      }
    }
    RunQueueWatch opened = watch;
    if (opened == null) {
      sources
          .keySet()
          .forEach(side ->
              notObservable.add(
                  new NotObservable(side, "run-queue waits", String.join("; ", refusals))));
      return;
    }
    long now = System.nanoTime();
    begin = now;
    opened.poll(now);
    // Switches are counted on all processors, also where this process may use only some of them.
    SwitchBudget budget = SwitchBudget.of(level, OnlineCpus.count(), now);
    poller = Poller.start("takt-run-queue", opened.periodNanos(), each -> poll(each, budget));
  }

  private void poll(long now, SwitchBudget budget) {
    RunQueueWatch opened = watch;
    if (opened == null) {
      return;
    }
    opened.poll(now);
    if (budget.isExceeded(now, opened.switches())) {
      fallBack(opened, budget, now);
    }
  }

  /// Falls back to sampling, which costs the switching threads nothing.
  private void fallBack(RunQueueWatch current, SwitchBudget budget, long now) {
    current.finish(now);
    String why =
        EnglishText.format(
            "from %.0f s on there were more than %,d switches a second; recording them takes"
                + " more than 2 %% of a processor (--watch deep records them)",
            (now - begin) / 1e9, budget.maxPerSecond());
    refusals.add("Single switches: " + why + ".");
    addSources(current);
    sources.replaceAll((_, name) -> name + "-sampled");
    watch = null;
    strategy = null;
    if (isMachineWide) {
      notObservable.add(new NotObservable(Side.HOST, "run-queue waits", why));
    } else {
      tryToOpen(RunQueueStrategy.SCHEDSTAT);
    }
  }

  private boolean isVisible(int pid, Side side) {
    if (tasks.forEach(pid, _ -> {})) {
      return true;
    }
    notObservable.add(
        new NotObservable(
            side,
            "run-queue waits",
            "there is no process " + pid + ", or " + PROC + " hides it (hidepid)"));
    return false;
  }

  private void tryToOpen(RunQueueStrategy candidate) {
    try {
      watch = open(candidate);
      strategy = candidate;
    } catch (PerfException e) {
      refusals.add("Not used: " + candidate.description() + ": " + e.getMessage() + ".");
    }
  }

  private RunQueueWatch open(RunQueueStrategy candidate) throws PerfException {
    long now = System.nanoTime();
    return switch (candidate) {
      case PROGRAM -> openWaitWatch(TimestampSource.SCHED_INFO, now);
      case PROGRAMS -> openWaitWatch(TimestampSource.BPF_MAP, now);
      case TRACEPOINTS -> openSwitchWatch(SwitchRecorder.withTracepoints(), now);
      case SWITCH_RECORDS -> openSwitchWatch(SwitchRecorder.withSwitchRecords(), now);
      case THREAD_RECORDS -> {
        requireProcesses();
        yield new ThreadSwitchWatch(pids, tasks, newWaitEmitter(), openStoppedSampler(now));
      }
      case SCHEDSTAT -> {
        requireProcesses();
        yield new SchedstatWatch(pids, tasks, newWaitEmitter(), openStoppedSampler(now), now);
      }
    };
  }

  private RunQueueWatch openWaitWatch(TimestampSource times, long now) throws PerfException {
    WaitRecorder recorder = WaitRecorder.open(times, Math.toIntExact(THRESHOLD_NANOS));
    return new BpfWaitWatch(recorder, new WaitTracker(newSchedulerEmitter()), now);
  }

  private WaitStallEmitter newWaitEmitter() {
    return new WaitStallEmitter(names, sources, THRESHOLD_NANOS, this::add);
  }

  private void requireProcesses() throws PerfException {
    if (isMachineWide) {
      throw new PerfException("it cannot watch the whole machine");
    }
  }

  private RunQueueWatch openSwitchWatch(SwitchRecorder recorder, long now) {
    RunQueueTracker tracker = new RunQueueTracker(newSchedulerEmitter());
    return new ContextSwitchWatch(recorder, tracker, pids, openStoppedSampler(now), tasks, now);
  }

  private SchedulerStallEmitter newSchedulerEmitter() {
    return new SchedulerStallEmitter(pids, names, sources, THRESHOLD_NANOS, this::add);
  }

  private StoppedSampler openStoppedSampler(long now) {
    return new StoppedSampler(PROC, pids, sources, now, this::add);
  }

  /// Keeps a stall, except those of threads that exist in a target only because it is watched.
  private void add(Stall stall) {
    Stall.Actor thread = stall.thread();
    if (stall.side() != Side.TARGET || thread == null || !AgentThreads.contains(thread.name())) {
      stalls.add(stall);
    }
  }

  /// The mechanism in use; null if there is none.
  @Nullable RunQueueStrategy strategy() {
    return strategy;
  }

  @Override
  public List<LiveFigure> live() {
    Stall longest = stalls.takeLongest();
    if (longest == null) {
      return List.of();
    }
    Stall.Actor named = longest.culprit() != null ? longest.culprit() : longest.thread();
    String what = longest.kind() == StallKind.STOPPED ? "stopped for" : "longest";
    String text = what + " " + Units.time(longest.nanos());
    return List.of(
        new LiveFigure(
            longest.side().lowerCase() + " run queue",
            named == null ? text : text + " (" + named.name() + ")"));
  }

  @Override
  public Findings finish() {
    if (poller == null) {
      return new Findings(List.of(), List.of(), notObservable, List.of());
    }
    Throwable failure = poller.stop();
    RunQueueWatch opened = watch;
    if (failure == null) {
      if (opened != null) {
        opened.finish(System.nanoTime());
      }
    } else {
      sources.forEach((side, _) ->
          notObservable.add(
              new NotObservable(side, "run-queue waits after a failure", failure.toString())));
    }
    if (opened != null) {
      addSources(opened);
    }
    return new Findings(stallSources, stalls.list(), notObservable, List.of());
  }

  /// Adds the description of the mechanism to the sources, and closes it.
  private void addSources(RunQueueWatch opened) {
    RunQueueStrategy how = strategy;
    if (how != null) {
      sources.forEach((side, name) -> stallSources.add(source(name, side, opened, how)));
    }
    opened.close();
  }

  private StallSource source(String name, Side side, RunQueueWatch opened, RunQueueStrategy how) {
    List<String> blind = new ArrayList<>(opened.blindSpots());
    blind.addAll(refusals);
    if (stalls.omitted() > 0) {
      blind.add(stalls.omitted() + " stalls, shorter than all reported ones, are left out.");
    }
    return new StallSource(
        name,
        side,
        how.description(),
        new StallSource.ClockAlignment(
            opened.errorNanos(), "the kernel's timestamps, on the monotonic clock"),
        THRESHOLD_NANOS,
        opened.lost(),
        List.of(StallKind.RUN_QUEUE, StallKind.STOPPED),
        blind);
  }
}
