package dev.takt.fleet.engine;

import java.io.IOException;
import java.util.concurrent.locks.ReentrantLock;
import org.jgroups.util.UUID;

/// An agent that the coordinator has admitted. Its lock makes the listener's calls about it come
/// one after another: joined, messages, left.
final class Member {

  private final String name;
  private final UUID address;
  private final Line line;
  private final Engine.Listener listener;
  private final Outbox outbox;
  private final ReentrantLock lock = new ReentrantLock();
  private volatile boolean left;

  Member(String name, UUID address, Line line, Engine.Listener listener) {
    this.name = name;
    this.address = address;
    this.line = line;
    this.listener = listener;
    outbox = new Outbox(line);
  }

  String name() {
    return name;
  }

  /// Whether this is the same agent, which kept its address when it connected again.
  boolean hasAddress(UUID other) {
    return address.equals(other);
  }

  void join() {
    outbox.start(name);
    send(Frames.message(Frames.Kind.WELCOME, new byte[0]));
    whileHere(() -> listener.joined(name));
  }

  void receive(byte[] body, long receivedNanos) {
    whileHere(() -> listener.message(name, body, receivedNanos));
  }

  /// Sends a frame later; loses the connection if too many are waiting.
  ///
  /// @return false if the connection is lost
  boolean send(byte[] frame) {
    boolean isSent = outbox.offer(frame);
    if (!isSent) {
      line.close();
    }
    return isSent;
  }

  /// Waits until everything is sent, and ends without notifying the listener.
  void finish(long deadlineNanos) {
    try {
      outbox.awaitSent(deadlineNanos);
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    }
    left = true;
    outbox.end();
    line.close();
  }

  /// Notifies the listener, once.
  void leave() {
    outbox.end();
    line.close();
    whileHere(() -> {
      left = true;
      listener.left(name);
    });
  }

  private void whileHere(Runnable call) {
    lock.lock();
    try {
      if (!left) {
        call.run();
      }
    } finally {
      lock.unlock();
    }
  }

  static IOException absent(String name) {
    return new IOException("no agent \"" + name + "\" is connected");
  }
}
