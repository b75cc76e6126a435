package dev.takt.watch.scheduler;

import dev.takt.process.Signal;
import dev.takt.runs.model.Evidence;
import dev.takt.runs.model.Side;
import dev.takt.runs.model.Stall;
import dev.takt.runs.model.Stall.Actor;
import dev.takt.runs.model.StallKind;
import dev.takt.watch.host.ThreadNames;
import java.util.HashMap;
import java.util.Map;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/// Emits run-queue waits and stops of the watched processes as stalls, with thread names, cause and
/// culprit. Not thread-safe.
final class SchedulerStallEmitter {

  /// The largest difference between the kernel's scheduler clock, which records use, and
  /// [System#nanoTime].
  static final long ERROR_NANOS = 1_000;

  private static final String NOT_STARTED = "woken, not yet run";
  private static final String DEBUGGER = "stopped by a debugger";
  private static final int SIGCONT = 18;

  private final Map<Integer, Side> sides;
  private final ThreadNames names;
  private final Map<Side, String> sources;
  private final long thresholdNanos;
  private final Consumer<Stall> stalls;
  private final Map<Integer, StopSignal> signals = new HashMap<>();

  /// A stop signal and its sender.
  private record StopSignal(int signal, int pid, int tid) {}

  /// @param sides the processes and their sides; if empty, all processes are watched, on the host's
  ///   side
  /// @param sources the name of the source for each side
  SchedulerStallEmitter(
      Map<Integer, Side> sides,
      ThreadNames names,
      Map<Side, String> sources,
      long thresholdNanos,
      Consumer<Stall> stalls) {
    this.sides = sides;
    this.names = names;
    this.sources = sources;
    this.thresholdNanos = thresholdNanos;
    this.stalls = stalls;
  }

  /// Whether all processes are watched.
  boolean isMachineWide() {
    return sides.isEmpty();
  }

  /// The side of a process; null if it is not watched.
  @Nullable Side sideOf(int pid) {
    return isMachineWide() ? Side.HOST : sides.get(pid);
  }

  /// Whether the interval reaches the threshold.
  boolean reachesThreshold(long begin, long end) {
    return end - begin >= thresholdNanos;
  }

  /// The names of threads.
  ThreadNames names() {
    return names;
  }

  /// Emits a run-queue wait.
  ///
  /// @param preempted whether the thread had the processor before; else it was woken
  /// @param most the thread that had the processor longest during the wait
  void emitWait(
      Side side,
      int pid,
      int tid,
      long begin,
      long end,
      boolean preempted,
      int cpu,
      TimesliceHistory.Share most) {
    if (!reachesThreshold(begin, end)) {
      return;
    }
    Actor culprit = most.tid() == 0 ? null : names.actor(most.pid(), most.tid());
    Evidence evidence =
        culprit != null
            ? Evidence.RunQueueWait.behind(cpu, most.nanos())
            : Evidence.RunQueueWait.atIdle(cpu, most.nanos());
    stalls.accept(
        stall(StallKind.RUN_QUEUE, side, begin, end)
            .withThread(names.actor(pid, tid))
            .withCause(preempted ? RunQueueObserver.PREEMPTED : NOT_STARTED)
            .withCulprit(culprit)
            .withEvidence(evidence));
  }

  /// Emits a stop of a process by a signal.
  void emitStop(Side side, int pid, long begin, long end) {
    if (!reachesThreshold(begin, end)) {
      return;
    }
    StopSignal sent = signals.get(pid);
    Stall stop = stall(StallKind.STOPPED, side, begin, end);
    stalls.accept(
        sent == null
            ? stop
            : stop.withCause(Signal.nameOf(sent.signal()))
                .withCulprit(names.actor(sent.pid(), sent.tid())));
  }

  /// Emits a stop of a thread by a debugger.
  void emitTracedStop(Side side, int pid, int tid, long begin, long end) {
    if (reachesThreshold(begin, end)) {
      stalls.accept(
          stall(StallKind.STOPPED, side, begin, end)
              .withThread(names.actor(pid, tid))
              .withCause(DEBUGGER));
    }
  }

  /// Notes the sender of a stop signal.
  void recordSignal(int signal, int senderPid, int senderTid, int receiverPid) {
    if (signal != SIGCONT) {
      signals.put(receiverPid, new StopSignal(signal, senderPid, senderTid));
    }
  }

  private Stall stall(StallKind kind, Side side, long begin, long end) {
    String source = sources.getOrDefault(side, "");
    return Stall.of(kind, side, new Stall.Interval(begin, end, ERROR_NANOS, source));
  }
}
