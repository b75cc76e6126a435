package dev.takt.probes;

import dev.takt.runs.model.Stall.Actor;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/// A thread of a probe, optionally pinned to a processor. Its results are valid after it was
/// joined.
public abstract class ProbeThread implements Runnable {

  private final @Nullable Integer processor;
  private final List<String> notes = new ArrayList<>();
  private long wallNanos;
  private long cpuNanos;
  private Actor actor = Actor.named("not started");

  /// @param processor to pin it to; null for none
  public ProbeThread(@Nullable Integer processor) {
    this.processor = processor;
  }

  public static Thread start(String name, ProbeThread work) {
    return Thread.ofPlatform().name(name).daemon().start(work);
  }

  @Override
  public final void run() {
    String name = Thread.currentThread().getName();
    actor = new Actor(name, ProcessHandle.current().pid(), Processors.currentThread(), null);
    if (processor != null) {
      Processors.pin(processor)
          .ifPresent(refused -> notes.add(name + " is not pinned: " + refused));
    }
    long cpuFrom = Disturbance.isKnown() ? Disturbance.OWN_CPU_TIME.nanoTime() : 0;
    long from = System.nanoTime();
    work();
    wallNanos = System.nanoTime() - from;
    cpuNanos = Disturbance.isKnown() ? Disturbance.OWN_CPU_TIME.nanoTime() - cpuFrom : wallNanos;
  }

  /// The share of the time of the work for which the thread did not run.
  public double offProcessorShare() {
    return wallNanos == 0 ? 0 : Math.clamp(1 - (double) cpuNanos / wallNanos, 0, 1);
  }

  /// The work of the thread.
  public abstract void work();

  public Actor actor() {
    return actor;
  }

  public List<String> notes() {
    return notes;
  }
}
