package dev.takt.bench.concurrent.contest;

import dev.takt.bench.concurrent.Contest;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicLong;

/// Producers add as fast as they can, consumers take as fast as they can. An operation is one
/// message that was delivered.
public final class Stream implements Contest {

  private static final Object STOP = "stop";

  private final Channel channel;
  private final int producers;
  private final int consumers;
  private final boolean yield;
  private final Object message = "ball";
  private final AtomicInteger producing = new AtomicInteger();
  private final AtomicLong delivered = new AtomicLong();
  private final AtomicInteger consuming = new AtomicInteger();
  private long expected;

  /// @param parameter `producers,consumers,capacity`, and `yield` or `spin`
  public Stream(String contender, String parameter) {
    String[] parts = parameter.split(",", -1);
    producers = Integer.parseInt(parts[0]);
    consumers = Integer.parseInt(parts[1]);
    channel = Channel.create(contender, Integer.parseInt(parts[2]));
    yield = parts[3].equals("yield");
  }

  @Override
  public int threads() {
    return producers + consumers;
  }

  @Override
  public void prepare(long operations) {
    producing.set(producers);
    consuming.set(consumers);
    delivered.set(0);
    expected = operations / producers * producers;
  }

  @Override
  public void run(int thread, long operations) {
    if (thread < producers) {
      produce(operations / producers);
    } else {
      delivered.addAndGet(consume());
      if (consuming.decrementAndGet() == 0 && delivered.get() != expected) {
        throw new IllegalStateException(delivered + " of " + expected + " were delivered");
      }
    }
  }

  private void produce(long messages) {
    for (long i = 0; i < messages; i++) {
      while (!channel.offer(message)) {
        idle();
      }
    }
    if (producing.decrementAndGet() == 0) {
      for (int i = 0; i < consumers; i++) {
        while (!channel.offer(STOP)) {
          idle();
        }
      }
    }
  }

  private long consume() {
    for (long count = 0; ; count++) {
      Object received = channel.poll();
      while (received == null) {
        idle();
        received = channel.poll();
      }
      if (received == STOP) {
        return count;
      }
    }
  }

  private void idle() {
    if (yield) {
      Thread.yield();
    }
  }
}
