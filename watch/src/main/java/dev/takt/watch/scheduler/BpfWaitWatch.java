package dev.takt.watch.scheduler;

import dev.takt.watch.perf.WaitRecorder;
import java.util.ArrayList;
import java.util.List;

/// Records the long run-queue waits of all processors, by a BPF program that filters them in the
/// kernel.
final class BpfWaitWatch implements RunQueueWatch {

  /// Long waits are rare, so their records may stay in the ring buffers for this time.
  private static final long PERIOD_NANOS = 100_000_000;

  private final WaitRecorder recorder;
  private final WaitTracker tracker;
  private long lastPoll;

  BpfWaitWatch(WaitRecorder recorder, WaitTracker tracker, long now) {
    this.recorder = recorder;
    this.tracker = tracker;
    lastPoll = now;
  }

  @Override
  public long periodNanos() {
    return PERIOD_NANOS;
  }

  /// Processes events up to the previous poll. By now all processors have written those, so they
  /// can be merged in the order of time.
  @Override
  public void poll(long now) {
    recorder.drain(lastPoll, tracker);
    tracker.advanceTo(lastPoll);
    lastPoll = now;
  }

  @Override
  public void finish(long now) {
    recorder.drain(now, tracker);
    tracker.finish(now);
  }

  @Override
  public long errorNanos() {
    return SchedulerStallEmitter.ERROR_NANOS;
  }

  @Override
  public long lost() {
    return tracker.lost();
  }

  @Override
  public List<String> blindSpots() {
    List<String> blind = new ArrayList<>();
    if (!recorder.hasSignals()) {
      blind.add("The sender of a stop signal: that needs tracefs.");
    }
    blind.add(
        "The thread that had the processor, if its timeslices were shorter than 0.25 ms"
            + " (--watch deep records all).");
    blind.add("Time that a hypervisor took while a thread was on its processor.");
    return blind;
  }

  @Override
  public void close() {
    recorder.close();
  }
}
