package dev.takt.bench.concurrent.contest;

import dev.takt.bench.concurrent.Contest;

/// One thread sends a burst of messages to another, which sends each of them back: a chain of two
/// queues. An operation is a burst's way there and back.
public final class RoundTrip implements Contest {

  private static final int CAPACITY = 4096;

  private final Channel there;
  private final Channel back;
  private final int burst;
  private final Object message = "ball";

  /// @param burst how many messages are in a burst
  public RoundTrip(String contender, String burst) {
    there = Channel.create(contender, CAPACITY);
    back = Channel.create(contender, CAPACITY);
    this.burst = Integer.parseInt(burst);
  }

  @Override
  public int threads() {
    return 2;
  }

  @Override
  public void run(int thread, long operations) {
    if (thread == 0) {
      send(operations);
    } else {
      echo(operations * burst);
    }
  }

  private void send(long bursts) {
    for (long i = 0; i < bursts; i++) {
      for (int sent = 0; sent < burst; sent++) {
        while (!there.offer(message)) {
          // busy
        }
      }
      for (int received = 0; received < burst; received++) {
        while (back.poll() == null) {
          // busy
        }
      }
    }
  }

  private void echo(long messages) {
    for (long i = 0; i < messages; i++) {
      Object received = there.poll();
      while (received == null) {
        received = there.poll();
      }
      while (!back.offer(received)) {
        // busy
      }
    }
  }
}
