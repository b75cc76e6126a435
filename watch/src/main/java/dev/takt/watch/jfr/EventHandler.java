package dev.takt.watch.jfr;

import java.util.Set;
import jdk.jfr.consumer.RecordedEvent;

/// Converts events of some types of one recording to stalls.
public interface EventHandler {

  /// The names of the event types that it handles, such as `jdk.SafepointBegin`.
  Set<String> types();

  /// Called for each event of these types, in file order, which is not the order of time.
  void accept(RecordedEvent event);

  /// Called once, after the last event.
  void finish(StallSink found);
}
