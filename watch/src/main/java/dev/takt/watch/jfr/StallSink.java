package dev.takt.watch.jfr;

import dev.takt.runs.Contention;
import dev.takt.runs.NotObservable;
import dev.takt.runs.Stall;

/// Takes what handlers make of a recording.
public interface StallSink {

  /// One stall.
  void add(Stall stall);

  /// One lock that threads waited for.
  void add(Contention contention);

  /// Something that the recording could not show.
  void add(NotObservable what);
}
