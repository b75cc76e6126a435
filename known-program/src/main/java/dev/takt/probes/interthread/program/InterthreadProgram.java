package dev.takt.probes.interthread.program;

import java.io.BufferedOutputStream;
import java.io.PrintStream;
import java.lang.management.ManagementFactory;
import java.lang.management.ThreadMXBean;
import java.util.Queue;
import org.jspecify.annotations.Nullable;

/// Sends messages from one spinning thread to another on a schedule that does not wait for them,
/// and prints their latencies.
///
/// It prints a line for each value (`rt 1250 17`: 17 response times of 1,250 ns; `st` for service
/// and `wt` for wait times), the numbers of messages (`sent 1000`, `neverSent 0`), and for each
/// thread how long it ran and its CPU time (`sender 4000000000 3990000000`).
public final class InterthreadProgram {

  private static final class Message {
    long intended;
    long started;
    boolean isMeasured;
    boolean isLast;
  }

  private final Queue<Message> queue;
  private final Message[] messages;
  private final long count;
  private final long nanos;
  private final long warmupNanos;
  private final long measureNanos;
  private final LatencyCounts responses = new LatencyCounts();
  private final LatencyCounts services = new LatencyCounts();
  private final LatencyCounts waits = new LatencyCounts();
  private final LatencyCounts neverSentAges = new LatencyCounts();
  private long sent;
  private long neverSent;

  private InterthreadProgram(Queue<Message> queue, String[] arguments) {
    this.queue = queue;
    int capacity = Integer.parseInt(arguments[1]);
    count = Long.parseLong(arguments[2]);
    nanos = Long.parseLong(arguments[3]);
    warmupNanos = Long.parseLong(arguments[4]);
    measureNanos = Long.parseLong(arguments[5]);
    // A queue may round its capacity up to a power of two. Three messages are outside of it.
    messages = new Message[2 * Integer.highestOneBit(capacity) + 3];
    for (int i = 0; i < messages.length; i++) {
      messages[i] = new Message();
    }
  }

  /// @param arguments the class of the queue; its capacity; how many messages are due in how many
  ///   nanoseconds, 0 for as many as it can; the length of the warm-up and of the measurement
  public static void main(String[] arguments) throws Exception {
    @SuppressWarnings("unchecked")
    Queue<Message> queue =
        Class.forName(arguments[0])
            .asSubclass(Queue.class)
            .getConstructor(int.class)
            .newInstance(Integer.parseInt(arguments[1]));
    InterthreadProgram program = new InterthreadProgram(queue, arguments);
    String[] cpuTimes = new String[2];
    Thread receiver =
        new Thread(() -> cpuTimes[1] = timed("receiver", program::receive), "takt-receiver");
    Thread sender = new Thread(() -> cpuTimes[0] = timed("sender", program::send), "takt-sender");
    receiver.start();
    sender.start();
    sender.join();
    receiver.join();
    program.print(cpuTimes);
  }

  private void print(@Nullable String[] cpuTimes) {
    PrintStream out = new PrintStream(new BufferedOutputStream(System.out), false);
    responses.print("rt", out);
    neverSentAges.print("rt", out);
    services.print("st", out);
    waits.print("wt", out);
    out.println("sent " + sent);
    out.println("neverSent " + neverSent);
    for (String each : cpuTimes) {
      out.println(each);
    }
    out.flush();
  }

  private static String timed(String name, Runnable work) {
    ThreadMXBean threads = ManagementFactory.getThreadMXBean();
    long cpu = threads.getCurrentThreadCpuTime();
    long begin = System.nanoTime();
    work.run();
    return name
        + ' '
        + (System.nanoTime() - begin)
        + ' '
        + (threads.getCurrentThreadCpuTime() - cpu);
  }

  private void receive() {
    while (true) {
      Message message = queue.poll();
      if (message == null) {
        Thread.onSpinWait();
      } else if (message.isLast) {
        return;
      } else if (message.isMeasured) {
        long now = System.nanoTime();
        services.record(now - message.started);
        if (nanos > 0) {
          responses.record(now - message.intended);
          waits.record(message.started - message.intended);
        }
      }
    }
  }

  private void send() {
    long start = System.nanoTime();
    long begin = start + warmupNanos;
    long end = begin + measureNanos;
    long number = 0;
    boolean isFull = false;
    int next = 0;
    while (!isFull) {
      long now = System.nanoTime();
      long intended = nanos == 0 ? now : start + due(number);
      while (now - intended < 0) {
        Thread.onSpinWait();
        now = System.nanoTime();
      }
      if (intended - end >= 0 || now - end >= 0) {
        break;
      }
      Message message = messages[next];
      next = next + 1 == messages.length ? 0 : next + 1;
      message.intended = intended;
      message.started = now;
      message.isMeasured = intended - begin >= 0;
      while (!queue.offer(message) && !isFull) {
        isFull = System.nanoTime() - end >= 0;
        Thread.onSpinWait();
      }
      if (!isFull) {
        number++;
        sent += message.isMeasured ? 1 : 0;
      }
    }
    for (; nanos > 0 && start + due(number) - end < 0; number++) {
      if (start + due(number) - begin >= 0) {
        neverSent++;
        neverSentAges.record(end - (start + due(number)));
      }
    }
    Message last = messages[next];
    last.isLast = true;
    while (!queue.offer(last)) {
      Thread.onSpinWait();
    }
  }

  /// When a message is due after the start. Exact for 290 years of messages.
  private long due(long number) {
    return number / count * nanos + number % count * nanos / count;
  }
}
