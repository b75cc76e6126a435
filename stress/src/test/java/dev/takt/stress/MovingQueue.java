package dev.takt.stress;

import dev.takt.queues.MessageQueue;

/// A queue through which one thread passes the elements 1, 2, 3 and so on, with few of them in it
/// at any time, while another looks at it.
abstract class MovingQueue {

  private static final int ELEMENTS = 7;
  private static final int MOST = 3;

  final MessageQueue<Box> queue;
  final Steps offers = new Steps();
  final Steps polls = new Steps();

  MovingQueue(MessageQueue<Box> queue) {
    this.queue = queue;
  }

  /// @return a verdict
  final String move() {
    int behind = Math.min(queue.capacity(), MOST) - 1;
    String verdict = "ok";
    for (int n = 1; n <= ELEMENTS; n++) {
      if (!offered(n)) {
        verdict = "refused " + n;
      }
      if (n > behind && !polled(n - behind)) {
        verdict = "no " + (n - behind);
      }
    }
    return verdict;
  }

  private boolean offered(int number) {
    offers.begin(number);
    boolean done = queue.offer(new Box(number));
    offers.end(number);
    return done;
  }

  private boolean polled(int number) {
    polls.begin(number);
    Box box = queue.poll();
    polls.end(number);
    return box != null && box.value() == number;
  }
}
