package dev.takt.load.wire;

import static org.assertj.core.api.Assertions.assertThat;

import dev.takt.load.driver.AsyncDriver;
import dev.takt.load.driver.Outcome;
import java.util.HashMap;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import java.util.TreeSet;

/// Sends over a transport, one operation after another, and waits for the completions.
final class Caller implements AutoCloseable, AsyncDriver.Completions {

  private static final long TIMEOUT_NANOS = 20_000_000_000L;

  final WireTransport transport;
  final Map<Integer, Outcome> ended = new HashMap<>();
  final Set<Integer> withdrawn = new TreeSet<>();
  int completions;

  Caller(WireTransport transport) {
    this.transport = transport;
    transport.begin(this);
  }

  @Override
  public void completed(int slot, Outcome outcome, long endNanos) {
    if (ended.put(slot, outcome) != null) {
      throw new AssertionError("slot " + slot + " has ended twice");
    }
    completions++;
  }

  @Override
  public void withdrawn(int slot) {
    assertThat(withdrawn.add(slot)).as("slot %d is in use", slot).isTrue();
  }

  @Override
  public void restored(int slot, long nanos) {
    assertThat(withdrawn.remove(slot)).as("slot %d is withdrawn", slot).isTrue();
  }

  void send(int slot, long n) {
    ended.remove(slot);
    transport.send(slot, 0, n, this);
  }

  Outcome await(int slot) {
    long deadline = System.nanoTime() + TIMEOUT_NANOS;
    while (!ended.containsKey(slot)) {
      if (System.nanoTime() > deadline) {
        throw new AssertionError("no answer on slot " + slot);
      }
      transport.poll(System.nanoTime() + 100_000_000, this);
    }
    return Objects.requireNonNull(ended.get(slot));
  }

  /// Waits for any of the operations in flight.
  ///
  /// @return its slot
  int awaitAny() {
    int before = completions;
    long deadline = System.nanoTime() + TIMEOUT_NANOS;
    while (completions == before) {
      if (System.nanoTime() > deadline) {
        throw new AssertionError("no answer");
      }
      transport.poll(System.nanoTime() + 100_000_000, this);
    }
    return ended.keySet().iterator().next();
  }

  Outcome call(int slot, long n) {
    send(slot, n);
    return await(slot);
  }

  /// Polls idle connections for a while.
  void idle(long nanos) {
    long deadline = System.nanoTime() + nanos;
    while (System.nanoTime() < deadline) {
      transport.poll(deadline, this);
    }
  }

  @Override
  public void close() {
    transport.close();
  }
}
