package dev.takt.load.wire;

import dev.takt.load.driver.WireDriver;
import org.jspecify.annotations.Nullable;

/// The operations under way on one connection, in the order in which their requests were written,
/// which is that of their answers.
///
/// Some of them may have been given up: nobody waits for those any more, but their answers come
/// before those of others and have to be read. There are at most as many of them as of operations
/// that may be under way.
final class Pipeline {

  private final WireDriver driver;
  private final InFlightRequest[] ring;
  private int head;
  private int count;
  private int unwanted;

  private final InFlightRequest[] spares;
  private int spareCount;

  Pipeline(WireDriver driver) {
    this.driver = driver;
    int most = driver.pipelining();
    this.ring = new InFlightRequest[2 * most];
    this.spares = new InFlightRequest[2 * most];
    for (int i = 0; i < most; i++) {
      spares[spareCount++] = new InFlightRequest(this, driver.newCodec());
    }
  }

  boolean isEmpty() {
    return count == 0;
  }

  int size() {
    return count;
  }

  /// How many of the operations somebody waits for.
  int wanted() {
    return count - unwanted;
  }

  /// Whether so many operations were given up and not answered that there is no hope.
  boolean isHopeless() {
    return unwanted >= ring.length / 2;
  }

  /// An exchange for a new operation, which is not in the order yet.
  InFlightRequest take() {
    return spareCount == 0 ? new InFlightRequest(this, driver.newCodec()) : spares[--spareCount];
  }

  /// The exchange is over and can be taken again.
  void give(InFlightRequest exchange) {
    if (spareCount < spares.length) {
      spares[spareCount++] = exchange;
    }
  }

  /// The exchange's request was written last.
  void add(InFlightRequest exchange) {
    ring[at(count)] = exchange;
    count++;
    unwanted += exchange.isWanted() ? 0 : 1;
  }

  /// Whose answer is the next to come.
  InFlightRequest first() {
    return ring[head];
  }

  /// Whose request was written last; null if nothing is under way.
  @Nullable InFlightRequest last() {
    return count == 0 ? null : ring[at(count - 1)];
  }

  InFlightRequest remove() {
    InFlightRequest first = ring[head];
    head = at(1);
    count--;
    unwanted -= first.isWanted() ? 0 : 1;
    return first;
  }

  /// Nobody waits any longer for an operation that is under way.
  void giveUp(InFlightRequest exchange) {
    exchange.release();
    unwanted++;
  }

  private int at(int place) {
    int index = head + place;
    return index >= ring.length ? index - ring.length : index;
  }
}
