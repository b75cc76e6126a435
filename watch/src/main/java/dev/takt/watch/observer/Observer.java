package dev.takt.watch.observer;

import java.util.List;

/// Sees one thing that can stop a request, from [#start] to [#finish].
///
/// What is not there on this machine, or refused, is no exception: the observer says so among what
/// was not observable, and the rest of the watch goes on. All methods are called by one thread at a
/// time.
public interface Observer {

  /// Begins to observe. Returns when it does.
  void start();

  /// What was seen since the last call, for a display; empty where there is nothing new to say.
  /// Never waits for long.
  default List<LiveFigure> live() {
    return List.of();
  }

  /// Ends observing and tells what was seen. Called once, also if [#start] was not, and also when
  /// the target is gone.
  Findings finish();
}
