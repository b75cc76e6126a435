package dev.takt.fleet.coordinator;

import dev.takt.fleet.protocol.Message;
import dev.takt.runs.clock.ClockLog;
import dev.takt.runs.clock.Exchange;
import dev.takt.runs.clock.OffsetBounds;
import java.io.IOException;
import java.nio.file.Path;
import java.util.Map;
import java.util.Objects;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.BiConsumer;
import org.jspecify.annotations.Nullable;

/// The clocks of the machines: asks each of them again and again, bounds its offset by the answers,
/// and keeps all of them in `clocks.bin`. Thread-safe.
final class Clocks implements AutoCloseable {

  private static final long FAST_MILLIS = 20;
  private static final long SLOW_MILLIS = 500;

  /// So many exchanges bound a clock well enough for a start.
  private static final int MIN_EXCHANGES = 50;

  private record Reading(OffsetBounds bounds, AtomicInteger exchanges) {}

  private final Map<String, Reading> readings = new ConcurrentHashMap<>();
  private volatile long pauseMillis = FAST_MILLIS;
  private volatile @Nullable ClockLog log;
  private @Nullable Thread asking;

  /// Asks from now on.
  ///
  /// @param send to a machine
  /// @throws IOException with a message for people, if the file cannot be written
  void open(Path file, BiConsumer<String, Message> send) throws IOException {
    log = ClockLog.create(file);
    asking = Thread.ofVirtual().start(() -> ask(send));
  }

  private void ask(BiConsumer<String, Message> send) {
    try {
      while (true) {
        readings.keySet().forEach(each -> send.accept(each, new Message.Ping(System.nanoTime())));
        Thread.sleep(pauseMillis);
      }
    } catch (InterruptedException _) {
      // The run has ended.
    }
  }

  /// Once the start is agreed: a clock needs to be followed only.
  void slowDown() {
    pauseMillis = SLOW_MILLIS;
  }

  OffsetBounds add(String machine) {
    OffsetBounds bounds = new OffsetBounds();
    readings.put(machine, new Reading(bounds, new AtomicInteger()));
    return bounds;
  }

  void remove(String machine) {
    readings.remove(machine);
  }

  /// Whether enough is known of a machine's clock for a start.
  boolean isKnown(String machine) {
    return Objects.requireNonNull(readings.get(machine)).exchanges.get() >= MIN_EXCHANGES;
  }

  /// An answer has come.
  void exchanged(String machine, Exchange exchange) {
    Reading reading = readings.get(machine);
    if (reading == null) {
      return;
    }
    reading.bounds.add(exchange);
    reading.exchanges.incrementAndGet();
    ClockLog open = log;
    if (open != null) {
      try {
        open.add(machine, exchange);
      } catch (IOException _) {
        // The bounds in memory are those that are used; the file is for later.
      }
    }
  }

  @Override
  public void close() {
    if (asking != null) {
      asking.interrupt();
    }
    ClockLog open = log;
    log = null;
    if (open != null) {
      try {
        open.close();
      } catch (IOException _) {
        // As above.
      }
    }
  }
}
