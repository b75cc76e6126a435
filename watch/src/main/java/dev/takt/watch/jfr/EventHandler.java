package dev.takt.watch.jfr;

import java.util.Set;
import jdk.jfr.consumer.RecordedEvent;

/// Makes stalls of some types of events of one recording.
public interface EventHandler {

  /// The names of the event types that it wants to see, such as `jdk.SafepointBegin`.
  Set<String> types();

  /// Called for each event of these types, in the order of the file, which is not that of time.
  void accept(RecordedEvent event);

  /// Called once, after the last event.
  void finish(StallSink found);
}
