package dev.takt.fleet.coordinator;

import dev.takt.fleet.engine.Engine;
import dev.takt.fleet.protocol.MalformedMessageException;
import dev.takt.fleet.protocol.Message;
import dev.takt.fleet.protocol.MessageFormat;
import dev.takt.runs.clock.Exchange;
import dev.takt.runs.clock.WallReading;
import java.io.IOException;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.TimeUnit;
import org.jspecify.annotations.Nullable;

/// The messages of the coordinator. The engine's threads put what comes into a queue, except for
/// clock readings, which are used at once. Thread-safe.
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

  private final BlockingQueue<Event> events = new LinkedBlockingQueue<>();
  private final Clocks clocks;
  private volatile @Nullable Engine engine;

  Mailbox(Clocks clocks) {
    this.clocks = clocks;
  }

  /// From now on messages can be sent.
  void open(Engine opened) {
    engine = opened;
  }

  void left(String member) {
    events.add(new Event.Left(member));
  }

  void connectionRejected(String address, String reason) {
    events.add(new Event.ConnectionRejected(address, reason));
  }

  void refused(String name, String reason) {
    events.add(new Event.Refused(name, reason));
  }

  void receive(String from, byte[] body, long receivedNanos) {
    try {
      Message message = MessageFormat.read(body);
      switch (message) {
        case Message.Pong(long sent, long received, long answered) ->
            clocks.exchanged(from, new Exchange(sent, received, answered, receivedNanos));
        case Message.WallClock(long sent, long nanoTime, long epochNanos, long errorNanos) ->
            clocks.stated(from, sent, new WallReading(nanoTime, epochNanos, errorNanos));
        default -> events.add(new Event.Received(from, message));
      }
    } catch (MalformedMessageException | IllegalArgumentException e) {
      events.add(new Event.Received(from, new Message.Refusal(String.valueOf(e.getMessage()))));
    }
  }

  /// The next event; null if there is none within a time.
  @Nullable Event poll(long timeoutMillis) throws InterruptedException {
    return events.poll(timeoutMillis, TimeUnit.MILLISECONDS);
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
