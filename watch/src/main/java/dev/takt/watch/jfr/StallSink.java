package dev.takt.watch.jfr;

import dev.takt.runs.Contention;
import dev.takt.runs.NotObservable;
import dev.takt.runs.Stall;

/// Receives the results of event handlers.
public interface StallSink {

  /// Adds a stall.
  void add(Stall stall);

  /// Adds a lock that threads waited for.
  void add(Contention contention);

  /// Adds something that the recording cannot show.
  void add(NotObservable what);
}
