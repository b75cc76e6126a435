package dev.takt.driver.http;

import dev.takt.load.driver.AsyncDriver;
import dev.takt.load.driver.Outcome;
import dev.takt.load.wire.WireTransport;
import java.util.ArrayList;
import java.util.List;

/// Sends one operation over a transport, and waits for its end.
final class OneCall {

  private OneCall() {}

  /// @param polls number of polls, each of at most a tenth of a second
  /// @return [Outcome#TIMED_OUT] if it has not ended by then
  static Outcome on(WireTransport transport, int polls) {
    List<Outcome> ended = new ArrayList<>();
    AsyncDriver.Completions completions = (slot, outcome, nanos) -> ended.add(outcome);
    transport.send(0, 0, 1, completions);
    for (int i = 0; i < polls && ended.isEmpty(); i++) {
      transport.poll(System.nanoTime() + 100_000_000, completions);
    }
    return ended.isEmpty() ? Outcome.TIMED_OUT : ended.getFirst();
  }
}
