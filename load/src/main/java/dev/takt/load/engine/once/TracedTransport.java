package dev.takt.load.engine.once;

import dev.takt.load.driver.AsyncDriver;
import dev.takt.load.driver.Outcome;
import dev.takt.load.journey.User;
import dev.takt.record.NanoClock;
import org.jspecify.annotations.Nullable;

/// A transport whose operations are seen as they begin and end.
final class TracedTransport implements AsyncDriver.Transport {

  private final AsyncDriver.Transport transport;
  private final Exchanges exchanges;
  private AsyncDriver.@Nullable Completions loop;
  private AsyncDriver.@Nullable Completions seen;

  TracedTransport(AsyncDriver.Transport transport, Exchanges exchanges) {
    this.transport = transport;
    this.exchanges = exchanges;
    transport.show(exchanges.viewer());
  }

  @Override
  public NanoClock clock() {
    return transport.clock();
  }

  /// It prints, which can take long.
  @Override
  public boolean hasFastSend() {
    return false;
  }

  @Override
  public boolean handsOver() {
    return transport.handsOver();
  }

  @Override
  public long startOf(int slot) {
    return transport.startOf(slot);
  }

  @Override
  public long readyOf(int slot) {
    return transport.readyOf(slot);
  }

  @Override
  public int groups() {
    return transport.groups();
  }

  @Override
  public int groupOf(int slot) {
    return transport.groupOf(slot);
  }

  @Override
  public int preferredGroup(int operation, long n) {
    return transport.preferredGroup(operation, n);
  }

  @Override
  public void begin(AsyncDriver.Completions completions) {
    transport.begin(seen(completions));
  }

  @Override
  public void actFor(int slot, User user) {
    exchanges.actFor(user);
    transport.actFor(slot, user);
  }

  @Override
  public void send(int slot, int operation, long n, AsyncDriver.Completions completions) {
    exchanges.sent(operation, clock().nanoTime());
    transport.send(slot, operation, n, seen(completions));
  }

  @Override
  public void poll(long deadlineNanos, AsyncDriver.Completions completions) {
    transport.poll(deadlineNanos, seen(completions));
  }

  @Override
  public void userEnded(int slot) {
    transport.userEnded(slot);
  }

  /// The engine gives up: the operation has timed out, unless the run is stopped.
  @Override
  public void cancel(int slot) {
    transport.cancel(slot);
    exchanges.ended(Outcome.TIMED_OUT, clock().nanoTime());
  }

  @Override
  public void close() {
    transport.close();
  }

  private AsyncDriver.Completions seen(AsyncDriver.Completions completions) {
    AsyncDriver.Completions known = seen;
    if (known == null || loop != completions) {
      known = new Seen(completions, exchanges);
      loop = completions;
      seen = known;
    }
    return known;
  }

  private record Seen(AsyncDriver.Completions completions, Exchanges exchanges)
      implements AsyncDriver.Completions {

    @Override
    public void completed(int slot, Outcome outcome, long endNanos) {
      exchanges.ended(outcome, endNanos);
      completions.completed(slot, outcome, endNanos);
    }

    @Override
    public void withdrawn(int slot) {
      completions.withdrawn(slot);
    }

    @Override
    public void restored(int slot, long nanos) {
      completions.restored(slot, nanos);
    }
  }
}
