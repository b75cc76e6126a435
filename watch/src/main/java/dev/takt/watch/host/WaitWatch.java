package dev.takt.watch.host;

import dev.takt.watch.perf.WaitRecorder;
import java.util.ArrayList;
import java.util.List;

/// The long waits of all processors, by a program in the kernel.
final class WaitWatch implements RunQueueWatch {

  /// What is told is seldom: it may stay in the rings for a while.
  private static final long PERIOD_NANOS = 100_000_000;

  private final WaitRecorder recorder;
  private final WaitTracker tracker;
  private long lastPoll;

  WaitWatch(WaitRecorder recorder, WaitTracker tracker, long now) {
    this.recorder = recorder;
    this.tracker = tracker;
    lastPoll = now;
  }

  @Override
  public long periodNanos() {
    return PERIOD_NANOS;
  }

  /// Goes as far as the last poll: what had happened by then has been written by now on all
  /// processors.
  @Override
  public void poll(long now) {
    recorder.drain(lastPoll, tracker);
    tracker.reached(lastPoll);
    lastPoll = now;
  }

  @Override
  public void finish(long now) {
    recorder.drain(now, tracker);
    tracker.finish(now);
  }

  @Override
  public long errorNanos() {
    return SchedulerStalls.ERROR_NANOS;
  }

  @Override
  public long lost() {
    return tracker.lost();
  }

  @Override
  public List<String> blind() {
    List<String> blind = new ArrayList<>();
    if (!recorder.hasSignals()) {
      blind.add("Who stopped a process: that needs tracefs.");
    }
    blind.add(
        "Who had the processor meanwhile, if it was in slices shorter than a quarter of a"
            + " millisecond each (--watch deep records them all).");
    blind.add("Time that a hypervisor took while a thread was on its processor.");
    return blind;
  }

  @Override
  public void close() {
    recorder.close();
  }
}
