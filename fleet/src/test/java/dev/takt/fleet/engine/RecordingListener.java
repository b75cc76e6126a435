package dev.takt.fleet.engine;

import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;

/// Keeps what it is notified of, in order: `+name`, `-name`, `name: text`, `refused name: reason`.
class RecordingListener implements Engine.Listener {

  private final List<String> events = new CopyOnWriteArrayList<>();
  private final List<String> rejected = new CopyOnWriteArrayList<>();

  @Override
  public void message(String from, byte[] body, long receivedNanos) {
    events.add(from + ": " + new String(body, StandardCharsets.UTF_8));
  }

  @Override
  public void joined(String member) {
    events.add("+" + member);
  }

  @Override
  public void left(String member) {
    events.add("-" + member);
  }

  @Override
  public void connectionRejected(String address, String reason) {
    rejected.add(address + ": " + reason);
  }

  @Override
  public void refused(String name, String reason) {
    events.add("refused " + name + ": " + reason);
  }

  List<String> events() {
    return new ArrayList<>(events);
  }

  /// What was reported of connections of others.
  List<String> rejected() {
    return new ArrayList<>(rejected);
  }

  /// Waits for an event.
  void await(String event) {
    await(event, 10_000);
  }

  void await(String event, long millis) {
    long deadline = System.nanoTime() + millis * 1_000_000;
    while (!events.contains(event)) {
      if (System.nanoTime() > deadline) {
        throw new AssertionError("no " + event + " in " + events);
      }
      sleep();
    }
  }

  private static void sleep() {
    try {
      Thread.sleep(2);
    } catch (InterruptedException e) {
      throw new AssertionError(e);
    }
  }
}
