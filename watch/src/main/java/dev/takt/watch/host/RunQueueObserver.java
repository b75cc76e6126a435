package dev.takt.watch.host;

import dev.takt.runs.NotObservable;
import dev.takt.runs.Side;
import dev.takt.runs.Stall;
import dev.takt.runs.StallKind;
import dev.takt.runs.StallSource;
import dev.takt.runs.text.EnglishText;
import dev.takt.watch.bpf.SchedulerProgram.Times;
import dev.takt.watch.observer.Findings;
import dev.takt.watch.observer.LiveFigure;
import dev.takt.watch.observer.LongestStalls;
import dev.takt.watch.observer.Observer;
import dev.takt.watch.observer.OwnThreads;
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

/// Sees threads that could run and had no processor, and processes that a signal had stopped, in
/// the best way that this user has ([RunQueueRung]). Stalls of a millisecond and more are told.
public final class RunQueueObserver implements Observer {

  /// The cause of a wait of a thread that had a processor and lost it, where that is recorded.
  public static final String PREEMPTED = "preempted";

  /// How often a process's state is looked at where nothing better is to be had.
  static final long STOPPED_PERIOD_NANOS = 3_000_000;

  private static final long THRESHOLD_NANOS = 1_000_000;
  private static final int MOST_STALLS = 100_000;
  private static final Path PROC = Path.of("/proc");

  private final Map<Integer, Side> pids = new HashMap<>();
  private final Map<Side, String> sources = new EnumMap<>(Side.class);
  private final List<NotObservable> notObservable = new ArrayList<>();
  private final List<String> refusals = new ArrayList<>();
  private final List<StallSource> told = new ArrayList<>();
  private final Tasks tasks = new Tasks(PROC);
  private final ThreadNames names = new ThreadNames(PROC);
  private final LongestStalls stalls = new LongestStalls(MOST_STALLS);
  private final WatchLevel level;
  private final RunQueueRung first;
  private final boolean everybody;
  private volatile @Nullable RunQueueRung rung;
  private @Nullable RunQueueWatch watch;
  private @Nullable Poller poller;
  private long begin;

  /// Watches processes in the best way that is possible.
  ///
  /// @param pids of the processes; if there are none, all threads of the machine are watched, as
  ///   the host's, which only the first four rungs can
  /// @param level by default, one that costs too much is given up for a worse one; deep, never
  public RunQueueObserver(Map<Side, Long> pids, WatchLevel level) {
    this(
        pids,
        level,
        switch (level) {
          case DEFAULT -> RunQueueRung.PROGRAM;
          // All switches, for who had the processor when each slice of it was short.
          case DEEP -> RunQueueRung.TRACEPOINTS;
        });
  }

  /// Watches processes in a certain way, or in a worse one if that is not possible.
  RunQueueObserver(Map<Side, Long> pids, WatchLevel level, RunQueueRung first) {
    this.level = level;
    this.first = first;
    everybody = pids.isEmpty();
    pids.forEach((side, pid) -> this.pids.put(Math.toIntExact(pid), side));
  }

  @Override
  public void start() {
    pids.entrySet().removeIf(each -> !isThere(each.getKey(), each.getValue()));
    if (pids.isEmpty() && !everybody) {
      return;
    }
    for (Side each : everybody ? List.of(Side.HOST) : pids.values()) {
      sources.put(each, each.lowerCase() + "-run-queue");
    }
    for (RunQueueRung each : RunQueueRung.values()) {
      if (each.compareTo(first) >= 0 && watch == null) {
        tryToOpen(each);
      }
    }
    RunQueueWatch opened = watch;
    if (opened == null) {
      sources
          .keySet()
          .forEach(side ->
              notObservable.add(
                  new NotObservable(side, "waits for processors", String.join("; ", refusals))));
      return;
    }
    long now = System.nanoTime();
    begin = now;
    opened.poll(now);
    // Switches are counted machine-wide, also where this process may use a part of it only.
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
      giveUp(opened, budget, now);
    }
  }

  /// Goes on in a way that costs whoever switches nothing.
  private void giveUp(RunQueueWatch dear, SwitchBudget budget, long now) {
    dear.finish(now);
    String why =
        EnglishText.format(
            "from %.0f s on there were more than %,d switches a second, and to record each takes"
                + " more than 2 %% of a processor (--watch deep records them)",
            (now - begin) / 1e9, budget.mostPerSecond());
    refusals.add("Each switch: " + why + ".");
    tell(dear);
    sources.replaceAll((_, name) -> name + "-sampled");
    watch = null;
    rung = null;
    if (everybody) {
      notObservable.add(new NotObservable(Side.HOST, "waits for processors", why));
    } else {
      tryToOpen(RunQueueRung.SCHEDSTAT);
    }
  }

  private boolean isThere(int pid, Side side) {
    if (tasks.forEach(pid, _ -> {})) {
      return true;
    }
    notObservable.add(
        new NotObservable(
            side,
            "waits for processors",
            "there is no process " + pid + ", or " + PROC + " hides it (hidepid)"));
    return false;
  }

  private void tryToOpen(RunQueueRung candidate) {
    try {
      watch = open(candidate);
      rung = candidate;
    } catch (PerfException e) {
      refusals.add("Not by " + candidate.what() + ": " + e.getMessage() + ".");
    }
  }

  private RunQueueWatch open(RunQueueRung candidate) throws PerfException {
    long now = System.nanoTime();
    return switch (candidate) {
      case PROGRAM -> waits(Times.OF_KERNEL, now);
      case PROGRAMS -> waits(Times.OWN, now);
      case TRACEPOINTS -> switches(SwitchRecorder.withTracepoints(), now);
      case SWITCH_RECORDS -> switches(SwitchRecorder.withSwitchRecords(), now);
      case THREAD_RECORDS -> {
        requireProcesses();
        yield new ThreadRecordsWatch(pids, tasks, teller(), stopped(now));
      }
      case SCHEDSTAT -> {
        requireProcesses();
        yield new SchedstatWatch(pids, tasks, teller(), stopped(now), now);
      }
    };
  }

  private RunQueueWatch waits(Times times, long now) throws PerfException {
    WaitRecorder recorder = WaitRecorder.open(times, Math.toIntExact(THRESHOLD_NANOS));
    return new WaitWatch(recorder, new WaitTracker(schedulerStalls()), now);
  }

  private WaitTeller teller() {
    return new WaitTeller(names, sources, THRESHOLD_NANOS, this::add);
  }

  private void requireProcesses() throws PerfException {
    if (everybody) {
      throw new PerfException("it is for single processes");
    }
  }

  private RunQueueWatch switches(SwitchRecorder recorder, long now) {
    RunQueueTracker tracker = new RunQueueTracker(schedulerStalls());
    return new SwitchWatch(recorder, tracker, pids, stopped(now), tasks, now);
  }

  private SchedulerStalls schedulerStalls() {
    return new SchedulerStalls(pids, names, sources, THRESHOLD_NANOS, this::add);
  }

  private StoppedSampler stopped(long now) {
    return new StoppedSampler(PROC, pids, sources, now, this::add);
  }

  /// Keeps a stall, but for those of threads that a target has only because it is watched.
  private void add(Stall stall) {
    Stall.Actor thread = stall.thread();
    if (stall.side() != Side.TARGET || thread == null || !OwnThreads.isOne(thread.name())) {
      stalls.add(stall);
    }
  }

  /// The way in which it is watched; null if there is none.
  @Nullable RunQueueRung rung() {
    return rung;
  }

  @Override
  public List<LiveFigure> live() {
    Stall longest = stalls.takeLongest();
    if (longest == null) {
      return List.of();
    }
    Stall.Actor named = longest.culprit() != null ? longest.culprit() : longest.thread();
    String what = longest.kind() == StallKind.STOPPED ? "stopped for" : "longest";
    String text = EnglishText.format("%s %.1f ms", what, longest.nanos() / 1e6);
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
              new NotObservable(
                  side, "waits for processors, from some moment on", failure.toString())));
    }
    if (opened != null) {
      tell(opened);
    }
    return new Findings(told, stalls.list(), notObservable, List.of());
  }

  /// Says how it was seen, and sees no more.
  private void tell(RunQueueWatch opened) {
    RunQueueRung how = rung;
    if (how != null) {
      sources.forEach((side, name) -> told.add(source(name, side, opened, how)));
    }
    opened.close();
  }

  private StallSource source(String name, Side side, RunQueueWatch opened, RunQueueRung how) {
    List<String> blind = new ArrayList<>(opened.blind());
    blind.addAll(refusals);
    if (stalls.omitted() > 0) {
      blind.add(stalls.omitted() + " stalls are left out, shorter than all that are told.");
    }
    return new StallSource(
        name,
        side,
        how.what(),
        opened.errorNanos(),
        "the kernel's own times, on the monotonic clock",
        THRESHOLD_NANOS,
        opened.lost(),
        List.of(StallKind.RUN_QUEUE, StallKind.STOPPED),
        blind);
  }
}
