package dev.takt.fleet.coordinator;

import dev.takt.fleet.engine.Engine;
import dev.takt.fleet.protocol.MalformedMessageException;
import dev.takt.fleet.protocol.Message;
import dev.takt.fleet.protocol.MessageFormat;
import dev.takt.runs.clock.Exchange;
import dev.takt.runs.clock.WallReading;
import java.io.IOException;
import java.util.ArrayDeque;
import java.util.Deque;
import java.util.HashMap;
import java.util.Map;
import java.util.concurrent.TimeUnit;
import org.jspecify.annotations.Nullable;

/// The messages of the coordinator. The engine's threads put what comes into a queue, except for
/// clock readings, which are used at once. What waits in it is limited, so that no machine can fill
/// the memory, nor block the messages of others. Thread-safe.
final class Mailbox {

  /// What happens.
  sealed interface Event {

    /// The name of the agent, or the address of a rejected connection.
    String from();

    record Received(String from, Message message) implements Event {}

    record Left(String from) implements Event {}

    /// A connection was ended that is not that of an agent of this fleet.
    record ConnectionRejected(String from, String reason) implements Event {}

    /// The engine did not let it join.
    record Refused(String from, String reason) implements Event {}
  }

  /// The most bytes of one machine that wait, or an eighth of those of all if that is less: four
  /// times what it is asked for at the same time.
  static final int MAX_MACHINE_BYTES = 16 << 20;

  /// The most bytes of all machines that wait, or an eighth of the heap if that is less.
  private static final int MAX_BYTES = 128 << 20;

  /// What a message takes besides its bytes.
  private static final int OVERHEAD_BYTES = 200;

  /// @param bytes of a message; 0 for what the engine reports, which is little
  private record Waiting(Event event, int bytes) {}

  private final Deque<Waiting> events = new ArrayDeque<>();
  private final Map<String, Integer> bytesOf = new HashMap<>();
  private final Clocks clocks;
  private final long maxBytes;
  private final long maxMachineBytes;
  private long bytes;
  private boolean isClosed;
  private volatile @Nullable Engine engine;

  Mailbox(Clocks clocks) {
    this(clocks, Math.min(Runtime.getRuntime().maxMemory() / 8, MAX_BYTES));
  }

  /// @param maxBytes of all machines
  Mailbox(Clocks clocks, long maxBytes) {
    this.clocks = clocks;
    this.maxBytes = maxBytes;
    this.maxMachineBytes = Math.min(MAX_MACHINE_BYTES, maxBytes / 8);
  }

  /// From now on messages can be sent.
  void open(Engine opened) {
    engine = opened;
  }

  /// From now on nothing is received, and no machine waits.
  synchronized void close() {
    isClosed = true;
    events.clear();
    notifyAll();
  }

  void left(String member) {
    add(new Event.Left(member));
  }

  void connectionRejected(String address, String reason) {
    add(new Event.ConnectionRejected(address, reason));
  }

  void refused(String name, String reason) {
    add(new Event.Refused(name, reason));
  }

  private synchronized void add(Event event) {
    if (!isClosed) {
      events.add(new Waiting(event, 0));
      notifyAll();
    }
  }

  /// Blocks while too much of that machine, or of all, is not yet handled: its messages wait in its
  /// connection then.
  void receive(String from, byte[] body, long receivedNanos) {
    try {
      Message message = MessageFormat.read(body);
      switch (message) {
        case Message.Pong(long sent, long received, long answered) ->
            clocks.exchanged(from, new Exchange(sent, received, answered, receivedNanos));
        case Message.WallClock(long sent, long nanoTime, long epochNanos, long errorNanos) ->
            clocks.stated(from, sent, new WallReading(nanoTime, epochNanos, errorNanos));
        default -> await(new Event.Received(from, message), body.length + OVERHEAD_BYTES);
      }
    } catch (MalformedMessageException | IllegalArgumentException e) {
      Message refusal = new Message.Refusal(String.valueOf(e.getMessage()));
      await(new Event.Received(from, refusal), body.length + OVERHEAD_BYTES);
    }
  }

  private synchronized void await(Event.Received message, int size) {
    try {
      while (!isClosed && !hasRoom(message.from(), size)) {
        wait();
      }
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      throw new IllegalStateException("interrupted", e); // the connection is lost
    }
    if (!isClosed) {
      bytes += size;
      bytesOf.merge(message.from(), size, Integer::sum);
      events.add(new Waiting(message, size));
      notifyAll();
    }
  }

  /// A message that is larger than a limit may wait alone.
  private boolean hasRoom(String from, int size) {
    int own = bytesOf.getOrDefault(from, 0);
    return (own == 0 || own + size <= maxMachineBytes) && (bytes == 0 || bytes + size <= maxBytes);
  }

  /// The next event; null if there is none within a time.
  synchronized @Nullable Event poll(long timeoutMillis) throws InterruptedException {
    long deadline = System.nanoTime() + TimeUnit.MILLISECONDS.toNanos(timeoutMillis);
    long left = timeoutMillis;
    while (events.isEmpty() && left > 0) {
      wait(left);
      left = TimeUnit.NANOSECONDS.toMillis(deadline - System.nanoTime());
    }
    Waiting next = events.poll();
    if (next == null) {
      return null;
    }
    if (next.bytes > 0) {
      bytes -= next.bytes;
      bytesOf.computeIfPresent(
          next.event.from(), (_, sum) -> sum > next.bytes ? sum - next.bytes : null);
      notifyAll();
    }
    return next.event;
  }

  void send(String to, Message message) {
    Engine open = engine;
    try {
      if (open != null) {
        open.send(to, MessageFormat.bytes(message));
      }
    } catch (IOException _) {
      // The engine reports that the machine has left.
    }
  }
}
