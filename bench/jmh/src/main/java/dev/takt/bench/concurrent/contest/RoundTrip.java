package dev.takt.bench.concurrent.contest;

import dev.takt.bench.concurrent.Contest;
import java.util.stream.IntStream;

/// One thread sends a burst of messages by a chain of threads and queues, the last of which leads
/// back to it. An operation is a burst's way around. A chain of two is a burst's way there and
/// back; with more threads than that, who waits yields.
public final class RoundTrip implements Contest {

  private static final int CAPACITY = 4096;

  private final Channel[] channels;
  private final int burst;
  private final boolean yield;
  private final Object message = "ball";

  /// @param parameter how many messages are in a burst, and how many threads in the chain: `100,8`
  public RoundTrip(String contender, String parameter) {
    String[] parts = parameter.split(",", -1);
    burst = Integer.parseInt(parts[0]);
    int chain = Integer.parseInt(parts[1]);
    channels =
        IntStream.range(0, chain)
            .mapToObj(i -> Channel.create(contender, CAPACITY))
            .toArray(Channel[]::new);
    yield = chain > 2;
  }

  @Override
  public int threads() {
    return channels.length;
  }

  @Override
  public void run(int thread, long operations) {
    if (thread == 0) {
      send(channels[0], channels[channels.length - 1], operations);
    } else {
      pass(channels[thread - 1], channels[thread], operations * burst);
    }
  }

  private void send(Channel to, Channel from, long bursts) {
    for (long i = 0; i < bursts; i++) {
      for (int sent = 0; sent < burst; sent++) {
        while (!to.offer(message)) {
          idle();
        }
      }
      for (int received = 0; received < burst; received++) {
        while (from.poll() == null) {
          idle();
        }
      }
    }
  }

  private void pass(Channel from, Channel to, long messages) {
    for (long i = 0; i < messages; i++) {
      Object received = from.poll();
      while (received == null) {
        idle();
        received = from.poll();
      }
      while (!to.offer(received)) {
        idle();
      }
    }
  }

  private void idle() {
    if (yield) {
      Thread.yield();
    }
  }
}
