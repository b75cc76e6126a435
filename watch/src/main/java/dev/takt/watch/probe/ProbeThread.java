package dev.takt.watch.probe;

import dev.takt.runs.Stall.Actor;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/// A thread of a probe that says who it is and what it was refused.
///
/// What it tells is for whoever has seen its end.
abstract class ProbeThread implements Runnable {

  private final @Nullable Integer processor;
  private final List<String> notes = new ArrayList<>();
  private Actor actor = Actor.named("not started");

  /// @param processor where it is to run; null to let the system choose
  ProbeThread(@Nullable Integer processor) {
    this.processor = processor;
  }

  static Thread start(String name, ProbeThread work) {
    return Thread.ofPlatform().name(name).daemon().start(work);
  }

  @Override
  public final void run() {
    String name = Thread.currentThread().getName();
    actor = new Actor(name, ProcessHandle.current().pid(), Processors.currentThread(), null);
    if (processor != null) {
      Processors.pin(processor)
          .ifPresent(refused -> notes.add(name + " runs unpinned: " + refused));
    }
    work();
  }

  /// What it is for.
  abstract void work();

  Actor actor() {
    return actor;
  }

  List<String> notes() {
    return notes;
  }
}
