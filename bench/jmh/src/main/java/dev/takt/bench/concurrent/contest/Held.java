package dev.takt.bench.concurrent.contest;

import dev.takt.bench.concurrent.Contest;

/// Two threads and two queues in a ring, in which a number of messages goes round and round: the
/// queues are neither empty nor full. An operation is one message's way there and back.
public final class Held implements Contest {

  private static final int CAPACITY = 4096;

  private final Channel there;
  private final Channel back;
  private final int messages;
  private final Object message = "ball";

  /// @param messages how many go round
  public Held(String contender, String messages) {
    there = Channel.create(contender, CAPACITY);
    back = Channel.create(contender, CAPACITY);
    this.messages = Integer.parseInt(messages);
  }

  @Override
  public int threads() {
    return 2;
  }

  @Override
  public void run(int thread, long operations) {
    if (thread == 0) {
      for (int i = 0; i < messages; i++) {
        there.offer(message);
      }
      pass(back, there, operations);
      for (int i = 0; i < messages; i++) {
        take(back);
      }
    } else {
      pass(there, back, operations + messages);
    }
  }

  private static void pass(Channel from, Channel to, long count) {
    for (long i = 0; i < count; i++) {
      Object received = take(from);
      while (!to.offer(received)) {
        // busy
      }
    }
  }

  private static Object take(Channel from) {
    Object received = from.poll();
    while (received == null) {
      received = from.poll();
    }
    return received;
  }
}
