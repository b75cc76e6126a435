package dev.takt.load.wire;

import dev.takt.load.driver.WireDriver.Session;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/// The operations in flight on one connection, in the order in which their requests were written.
/// Their answers arrive in the same order, or, if the session has streams, in any order.
///
/// A timed-out operation keeps its place in the pipeline until its answer arrives, unless its codec
/// can cancel it. No slot waits for it any more, but its answer still has to be read: it comes
/// before those of later operations, or its stream must not be used by another one. There are at
/// most as many timed-out operations as operations may be in flight.
final class Pipeline {

  private final Session session;

  /// How many operations may be in flight.
  private final int max;

  private @Nullable InFlightRequest first;
  private @Nullable InFlightRequest last;
  private int count;
  private int abandonedCount;

  /// How many operations have been cancelled since the peer sent something.
  private int cancelledCount;

  /// All requests of this connection, by stream.
  private final List<InFlightRequest> requests = new ArrayList<>();

  /// Those that are not in use, linked by [InFlightRequest#next].
  private @Nullable InFlightRequest free;

  /// @param slots how many operations are in flight at once, for which there are requests from the
  ///   beginning
  /// @param max how many the session can carry
  Pipeline(Session session, int slots, int max) {
    this.session = session;
    this.max = max;
    for (int i = 0; i < slots; i++) {
      recycle(newRequest());
    }
  }

  private InFlightRequest newRequest() {
    int stream = requests.size();
    InFlightRequest request = new InFlightRequest(this, session.newCodec(stream), stream);
    requests.add(request);
    return request;
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
    return abandonedCount + cancelledCount >= max;
  }

  /// A request for a new operation. It is not in the pipeline yet.
  InFlightRequest take() {
    InFlightRequest taken = free;
    if (taken == null) {
      return newRequest();
    }
    free = taken.next;
    taken.next = null;
    return taken;
  }

  /// The request has ended and can be reused.
  void recycle(InFlightRequest request) {
    request.next = free;
    free = request;
  }

  /// Appends a request, which was written last.
  void add(InFlightRequest request) {
    request.previous = last;
    if (last == null) {
      first = request;
    } else {
      last.next = request;
    }
    last = request;
    request.isInPipeline = true;
    count++;
    abandonedCount += request.hasWaitingSlot() ? 0 : 1;
  }

  /// The request that was written first; without streams, its answer is the next to arrive. The
  /// pipeline must not be empty.
  InFlightRequest first() {
    return Objects.requireNonNull(first);
  }

  /// The request that was written last; null if nothing is in flight.
  @Nullable InFlightRequest last() {
    return last;
  }

  /// The request in flight on a stream; null if there is none.
  @Nullable InFlightRequest onStream(int stream) {
    InFlightRequest request = stream < requests.size() ? requests.get(stream) : null;
    return request != null && request.isInPipeline ? request : null;
  }

  /// Removes the first request.
  InFlightRequest remove() {
    InFlightRequest removed = first();
    remove(removed);
    return removed;
  }

  void remove(InFlightRequest request) {
    InFlightRequest before = request.previous;
    InFlightRequest after = request.next;
    if (before == null) {
      first = after;
    } else {
      before.next = after;
    }
    if (after == null) {
      last = before;
    } else {
      after.previous = before;
    }
    request.previous = null;
    request.next = null;
    request.isInPipeline = false;
    count--;
    abandonedCount -= request.hasWaitingSlot() ? 0 : 1;
  }

  /// Removes an operation that has timed out and will not be answered.
  void cancel(InFlightRequest request) {
    remove(request);
    cancelledCount++;
  }

  /// The peer has sent something, or the connection is closed.
  void resetCancelled() {
    cancelledCount = 0;
  }

  /// No slot waits any longer for an operation in flight. It stays in the pipeline.
  void abandon(InFlightRequest request) {
    request.release();
    abandonedCount++;
  }
}
