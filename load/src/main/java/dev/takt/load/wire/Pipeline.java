package dev.takt.load.wire;

import dev.takt.load.driver.WireDriver;
import org.jspecify.annotations.Nullable;

/// The operations in flight on one connection, in the order in which their requests were written.
/// Their answers arrive in the same order.
///
/// A timed-out operation keeps its place in the pipeline until its answer arrives. No slot waits
/// for it any more, but its answer comes before those of later operations and has to be read. There
/// are at most as many timed-out operations as operations may be in flight.
final class Pipeline {

  private final WireDriver driver;
  private final InFlightRequest[] ring;
  private int head;
  private int count;
  private int abandonedCount;

  private final InFlightRequest[] freeRequests;
  private int freeCount;

  Pipeline(WireDriver driver) {
    this.driver = driver;
    int max = driver.pipelining();
    this.ring = new InFlightRequest[2 * max];
    this.freeRequests = new InFlightRequest[2 * max];
    for (int i = 0; i < max; i++) {
      freeRequests[freeCount++] = new InFlightRequest(this, driver.newCodec());
    }
  }

  boolean isEmpty() {
    return count == 0;
  }

  int size() {
    return count;
  }

  /// How many of the operations a slot waits for.
  int awaitedCount() {
    return count - abandonedCount;
  }

  /// Whether so many timed-out operations are unanswered that the connection is not worth keeping.
  boolean hasTooManyTimeouts() {
    return abandonedCount >= ring.length / 2;
  }

  /// A request for a new operation. It is not in the pipeline yet.
  InFlightRequest take() {
    return freeCount == 0
        ? new InFlightRequest(this, driver.newCodec())
        : freeRequests[--freeCount];
  }

  /// The request has ended and can be reused.
  void recycle(InFlightRequest exchange) {
    if (freeCount < freeRequests.length) {
      freeRequests[freeCount++] = exchange;
    }
  }

  /// Appends a request, which was written last.
  void add(InFlightRequest exchange) {
    ring[at(count)] = exchange;
    count++;
    abandonedCount += exchange.hasWaitingSlot() ? 0 : 1;
  }

  /// The request whose answer is the next to arrive.
  InFlightRequest first() {
    return ring[head];
  }

  /// The request that was written last; null if nothing is in flight.
  @Nullable InFlightRequest last() {
    return count == 0 ? null : ring[at(count - 1)];
  }

  InFlightRequest remove() {
    InFlightRequest first = ring[head];
    head = at(1);
    count--;
    abandonedCount -= first.hasWaitingSlot() ? 0 : 1;
    return first;
  }

  /// No slot waits any longer for an operation in flight. It stays in the pipeline.
  void abandon(InFlightRequest exchange) {
    exchange.release();
    abandonedCount++;
  }

  private int at(int place) {
    int index = head + place;
    return index >= ring.length ? index - ring.length : index;
  }
}
