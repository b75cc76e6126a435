package dev.takt.watch.scheduler;

import dev.takt.runs.model.Side;
import dev.takt.watch.host.TaskLister;
import dev.takt.watch.perf.SwitchRecorder;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;

/// Records the context switches of all processors, with or without tracepoints.
final class ContextSwitchWatch implements RunQueueWatch {

  private static final long PERIOD_NANOS = 10_000_000;

  private final SwitchRecorder recorder;
  private final RunQueueTracker tracker;
  private final StoppedSampler stopped;
  private long lastPoll;

  /// @param stopped the fallback for stops, where there are no tracepoints
  ContextSwitchWatch(
      SwitchRecorder recorder,
      RunQueueTracker tracker,
      Map<Integer, Side> pids,
      StoppedSampler stopped,
      TaskLister tasks,
      long now) {
    this.recorder = recorder;
    this.tracker = tracker;
    this.stopped = stopped;
    lastPoll = now;
    pids.keySet().forEach(pid -> tasks.forEach(pid, tid -> tracker.track(pid, tid)));
  }

  @Override
  public long periodNanos() {
    return recorder.hasTracepoints() ? PERIOD_NANOS : RunQueueObserver.STOPPED_PERIOD_NANOS;
  }

  /// Processes events up to the previous poll. By now all processors have written those, so they
  /// can be merged in the order of time.
  @Override
  public void poll(long now) {
    recorder.drain(lastPoll, tracker);
    lastPoll = now;
    if (!recorder.hasTracepoints()) {
      stopped.poll(now);
    }
  }

  @Override
  public void finish(long now) {
    recorder.drain(now, tracker);
    tracker.finish(now);
    if (!recorder.hasTracepoints()) {
      stopped.finish(now);
    }
  }

  @Override
  public long errorNanos() {
    return SchedulerStallEmitter.ERROR_NANOS;
  }

  @Override
  public long switches() {
    return tracker.switches();
  }

  @Override
  public long lost() {
    return tracker.lost();
  }

  @Override
  public List<String> blindSpots() {
    List<String> blind = new ArrayList<>();
    if (!recorder.hasTracepoints()) {
      blind.add(
          "Waits between a wake-up and running: only waits of preempted threads are recorded.");
      blind.add("The sender of a stop signal, and stops of less than a few milliseconds.");
    }
    blind.add("Time that a hypervisor took while a thread was on its processor.");
    return blind;
  }

  @Override
  public void close() {
    recorder.close();
    stopped.close();
  }
}
