package dev.takt.fleet.coordinator;

import dev.takt.fleet.clock.KernelClock;
import dev.takt.fleet.protocol.Message;
import dev.takt.runs.clock.ClockLog;
import dev.takt.runs.clock.Exchange;
import dev.takt.runs.clock.OffsetBounds;
import dev.takt.runs.clock.StatedBound;
import dev.takt.runs.clock.WallReading;
import java.io.IOException;
import java.nio.file.Path;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.BiConsumer;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/// The clocks of the machines: asks each of them again and again, bounds its offset by the answers,
/// and keeps all of them in `clocks.bin`. Thread-safe.
final class Clocks implements AutoCloseable {

  private static final long FAST_MILLIS = 20;
  private static final long SLOW_MILLIS = 500;

  /// As many machines are asked in a millisecond at most: a thousand that are asked each 20 ms take
  /// all of two processors, and lose their connections.
  private static final int MAX_PER_MILLI = 2;

  private static final long FLUSH_NANOS = TimeUnit.SECONDS.toNanos(1);

  /// So many exchanges bound a clock well enough for a start.
  private static final int MIN_EXCHANGES = 50;

  private record Reading(OffsetBounds bounds, AtomicInteger exchanges) {}

  private final Supplier<Optional<WallReading>> wallClock;
  private final Map<String, Reading> readings = new ConcurrentHashMap<>();
  private volatile long pauseMillis = FAST_MILLIS;
  private volatile @Nullable ClockLog log;
  private @Nullable Thread asking;

  Clocks() {
    this(new KernelClock()::read);
  }

  /// @param wallClock this machine's, if its kernel states an error
  Clocks(Supplier<Optional<WallReading>> wallClock) {
    this.wallClock = wallClock;
  }

  /// Asks from now on.
  ///
  /// @param send to a machine
  /// @throws IOException with a message for people, if the file cannot be written
  void open(Path file, BiConsumer<String, Message> send) throws IOException {
    log = ClockLog.create(file);
    asking = Thread.ofVirtual().start(() -> ask(send));
  }

  private void ask(BiConsumer<String, Message> send) {
    var _ = wallClock.get(); // the first time takes long
    long flushed = System.nanoTime();
    try {
      while (true) {
        readings.keySet().forEach(each -> send.accept(each, new Message.Ping(System.nanoTime())));
        if (System.nanoTime() - flushed >= FLUSH_NANOS) {
          write(ClockLog::flush);
          flushed = System.nanoTime();
        }
        Thread.sleep(pauseMillis(pauseMillis, readings.size()));
      }
    } catch (InterruptedException _) {
      // The run has ended.
    }
  }

  /// How long to wait until the machines are asked again.
  static long pauseMillis(long wanted, int machines) {
    return Math.max(wanted, machines / MAX_PER_MILLI);
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
    write(open -> open.add(machine, exchange));
  }

  /// A machine's wall clock has come.
  ///
  /// @param asked when it was asked for
  /// @throws IllegalArgumentException if it came before
  void stated(String machine, long asked, WallReading theirs) {
    Reading reading = readings.get(machine);
    Optional<WallReading> ours = wallClock.get();
    if (reading == null || ours.isEmpty()) {
      return;
    }
    StatedBound bound = new StatedBound(asked, theirs, ours.get());
    reading.bounds.add(bound);
    write(open -> open.add(machine, bound));
  }

  private interface Writing {
    void to(ClockLog open) throws IOException;
  }

  private void write(Writing writing) {
    ClockLog open = log;
    if (open != null) {
      try {
        writing.to(open);
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
