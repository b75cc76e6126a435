package dev.takt.watch;

import dev.takt.watch.jfr.EventHandler;
import dev.takt.watch.jfr.StallSink;
import java.util.List;
import java.util.Set;
import java.util.stream.Collectors;
import jdk.jfr.consumer.RecordedEvent;

record Several(List<EventHandler> handlers) implements EventHandler {

  @Override
  public Set<String> types() {
    return handlers.stream().flatMap(each -> each.types().stream()).collect(Collectors.toSet());
  }

  @Override
  public void accept(RecordedEvent event) {
    String name = event.getEventType().getName();
    for (EventHandler each : handlers) {
      if (each.types().contains(name)) {
        each.accept(event);
      }
    }
  }

  @Override
  public void finish(StallSink found) {
    handlers.forEach(each -> each.finish(found));
  }
}
