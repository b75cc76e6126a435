package dev.takt.watch.jfr;

import dev.takt.runs.allocation.AllocatedBytes;
import dev.takt.runs.model.Contention;
import dev.takt.runs.model.NotObservable;
import dev.takt.runs.model.Stall;

/// Receives the results of event handlers.
public interface StallSink {

  /// Adds a stall.
  void add(Stall stall);

  /// Adds a lock that threads waited for.
  void add(Contention contention);

  /// Sets what the target allocated.
  default void set(AllocatedBytes allocated) {}

  /// Adds something that the recording cannot show.
  void add(NotObservable what);
}
