package dev.takt.driver.grpc;

import dev.takt.load.driver.AsyncDriver;
import dev.takt.load.driver.Outcome;
import dev.takt.load.driver.WireDriver;
import dev.takt.load.wire.WireTransport;
import java.util.HashMap;
import java.util.Map;

/// Sends operations one by one, and waits for each.
final class Caller implements AutoCloseable, AsyncDriver.Completions {

  private static final long TIMEOUT_NANOS = 20_000_000_000L;

  private final WireTransport transport;
  private final Map<Integer, Outcome> ended = new HashMap<>();

  Caller(WireDriver driver) throws Exception {
    this(driver, 1);
  }

  /// @param slots how many operations can be in flight at once
  Caller(WireDriver driver, int slots) throws Exception {
    transport = WireTransport.connect(driver, slots);
  }

  @Override
  public void completed(int slot, Outcome outcome, long endNanos) {
    if (ended.put(slot, outcome) != null) {
      throw new AssertionError("slot " + slot + " has ended twice");
    }
  }

  /// The outcome of operation `n`.
  String call(int operation, long n) {
    send(0, operation, n);
    return await(0);
  }

  void send(int slot, int operation, long n) {
    ended.remove(slot);
    transport.send(slot, operation, n, this);
  }

  /// The outcome of the operation on a slot.
  String await(int slot) {
    long deadline = System.nanoTime() + TIMEOUT_NANOS;
    Outcome outcome = ended.get(slot);
    while (outcome == null) {
      if (System.nanoTime() > deadline) {
        throw new AssertionError("no answer");
      }
      transport.poll(deadline, this);
      outcome = ended.get(slot);
    }
    return outcome.label();
  }

  void cancel(int slot) {
    transport.cancel(slot);
  }

  @Override
  public void close() {
    transport.close();
  }
}
