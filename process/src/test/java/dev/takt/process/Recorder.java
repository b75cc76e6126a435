package dev.takt.process;

import java.io.ByteArrayOutputStream;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.function.Predicate;
import java.util.zip.CRC32;

/// A handler that consumes everything and records its events in order.
class Recorder implements ChildHandler {

  private static final int MAX_EVENTS = 1 << 16;

  // All guarded by this.
  private final List<String> events = new ArrayList<>();
  private final ByteArrayOutputStream text = new ByteArrayOutputStream();
  private final CRC32 crc = new CRC32();
  private long bytes;
  private final List<Throwable> failures = new ArrayList<>();

  @Override
  public void onStdout(CallbackChild child, ByteBuffer more, boolean ended) {
    take("out", more, ended);
  }

  @Override
  public void onStderr(CallbackChild child, ByteBuffer more, boolean ended) {
    take("err", more, ended);
  }

  @Override
  public void onStdinClosed(CallbackChild child, long lostBytes) {
    add("stdin closed, lost " + lostBytes);
  }

  @Override
  public void onExit(CallbackChild child, Exit exit) {
    add(exit.describe());
  }

  @Override
  public void onFailure(CallbackChild child, Throwable failure) {
    synchronized (this) {
      failures.add(failure);
    }
    add("failure");
  }

  final synchronized void take(String name, ByteBuffer more, boolean ended) {
    bytes += more.remaining();
    crc.update(more.duplicate());
    byte[] kept = new byte[Math.min(more.remaining(), MAX_EVENTS - text.size())];
    more.get(kept);
    text.writeBytes(kept);
    more.position(more.limit());
    if (ended) {
      events.add(name + " ended");
    } else if (events.isEmpty() || !events.getLast().equals(name)) {
      events.add(name);
    }
    notifyAll();
  }

  final synchronized void add(String event) {
    events.add(event);
    notifyAll();
  }

  /// The events; consecutive bytes of one output are one event.
  final synchronized List<String> events() {
    return List.copyOf(events);
  }

  final synchronized List<Throwable> failures() {
    return List.copyOf(failures);
  }

  /// The text of both outputs, from the beginning.
  final synchronized String text() {
    return text.toString(StandardCharsets.UTF_8);
  }

  final synchronized long bytes() {
    return bytes;
  }

  final synchronized long crc() {
    return crc.getValue();
  }

  /// Waits until a condition holds.
  final synchronized void await(Predicate<Recorder> condition) throws InterruptedException {
    long deadline = System.nanoTime() + Testing.LONG.toNanos();
    while (!condition.test(this)) {
      long left = Duration.ofNanos(deadline - System.nanoTime()).toMillis();
      if (left <= 0) {
        throw new AssertionError("no time left to wait behind " + events);
      }
      wait(left);
    }
  }

  final void awaitEvent(String event) throws InterruptedException {
    await(r -> r.events().contains(event));
  }

  final void awaitText(String part) throws InterruptedException {
    await(r -> r.text().contains(part));
  }
}
