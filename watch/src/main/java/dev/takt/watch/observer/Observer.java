package dev.takt.watch.observer;

import java.util.List;

/// Records stalls of one kind of source, such as a JVM's flight recording, from [#start] to
/// [#finish].
///
/// A source that this machine lacks or refuses is no exception: the observer reports it as not
/// observable, and the other observers go on. All methods are called by one thread at a time.
public interface Observer {

  /// Begins to observe. Returns when observation has begun.
  void start();

  /// The figures since the last call, for the live display; empty if there are none. Returns
  /// quickly.
  default List<LiveFigure> live() {
    return List.of();
  }

  /// Ends observation and returns the result. Called once, also without [#start], and also if the
  /// target has ended.
  Findings finish();
}
