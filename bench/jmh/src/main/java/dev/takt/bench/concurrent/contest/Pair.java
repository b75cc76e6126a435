package dev.takt.bench.concurrent.contest;

import dev.takt.bench.concurrent.Contest;

/// One thread that adds an element and takes it. An operation is a pair of both.
///
/// With fresh elements the queue has survived collections before: what the collector's barriers
/// cost an application, whose queues are old and whose messages are young.
public final class Pair implements Contest {

  private static final int CAPACITY = 4096;

  private record Message(long number) {}

  private final Channel channel;
  private final boolean fresh;
  private final Message same = new Message(0);

  /// @param elements `same` or `fresh`
  public Pair(String contender, String elements) {
    channel = Channel.create(contender, CAPACITY);
    fresh = elements.equals("fresh");
    if (fresh) {
      for (int i = 0; i < 3; i++) {
        channel.offer(new Message(i));
        take();
        System.gc();
      }
    }
  }

  @Override
  public int threads() {
    return 1;
  }

  @Override
  public void run(int thread, long operations) {
    if (fresh) {
      for (long i = 0; i < operations; i++) {
        channel.offer(new Message(i));
        take();
      }
    } else {
      for (long i = 0; i < operations; i++) {
        channel.offer(same);
        take();
      }
    }
  }

  private void take() {
    if (channel.poll() == null) {
      throw new IllegalStateException("what was added is not there");
    }
  }
}
