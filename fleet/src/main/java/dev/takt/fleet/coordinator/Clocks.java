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

/// The clocks of the machines: asks one after another again and again, bounds its offset by the
/// answers, and keeps all of them in `clocks.bin`.
///
/// The questions are spread evenly, and at most [#MAX_PER_SECOND] in all, so that the cost of many
/// machines is bounded and no answer waits for others. Once a machine has answered, up to
/// [#MAX_IN_FLIGHT] questions to it are under way at a time, so that a long round trip does not
/// make the answers rare, and one that is slow or stopped gets no more than it can answer.
/// Thread-safe.
final class Clocks implements AutoCloseable {

  /// How often all machines together are asked at most. Of a thousand that are each asked each
  /// second, clocks are known 0.1 ms worse than of those that are asked each 20 ms.
  static final int MAX_PER_SECOND = 1_000;

  /// How many questions to one machine are without an answer at most: one each 20 ms at a round
  /// trip of 320 ms.
  static final int MAX_IN_FLIGHT = 16;

  private static final long FAST_NANOS = TimeUnit.MILLISECONDS.toNanos(20);
  private static final long SLOW_NANOS = TimeUnit.MILLISECONDS.toNanos(500);
  private static final long FLUSH_NANOS = TimeUnit.SECONDS.toNanos(1);

  /// A question that was not answered by then is lost.
  private static final long MAX_ANSWER_NANOS = TimeUnit.SECONDS.toNanos(2);

  /// So many exchanges bound a clock well enough for a start, if there are few machines.
  private static final int FULL_EXCHANGES = 50;

  /// The same of many machines, and of how many exchanges of all.
  private static final int MIN_EXCHANGES = 10;

  private static final int MAX_EXCHANGES_OF_ALL = 2_000;

  /// What is known of a machine.
  private static final class Reading {
    final OffsetBounds bounds = new OffsetBounds();
    final AtomicInteger exchanges = new AtomicInteger();
    private final AtomicInteger inFlight = new AtomicInteger();
    private long askedNanos;

    /// Whether a question to it can be sent now, which is then taken to be sent. By one thread.
    boolean ask(long now) {
      if (inFlight.get() >= (exchanges.get() == 0 ? 1 : MAX_IN_FLIGHT)) {
        if (now - askedNanos < MAX_ANSWER_NANOS) {
          return false;
        }
        inFlight.set(0);
      }
      inFlight.incrementAndGet();
      askedNanos = now;
      return true;
    }

    void answered(Exchange exchange) {
      bounds.add(exchange);
      exchanges.incrementAndGet();
      inFlight.updateAndGet(count -> Math.max(0, count - 1)); // it may have been given up
    }
  }

  private final Supplier<Optional<WallReading>> wallClock;
  private final Map<String, Reading> readings = new ConcurrentHashMap<>();
  private volatile long pauseNanos = FAST_NANOS;
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
    long next = flushed;
    try {
      while (true) {
        long each = nanosBetween(pauseNanos, readings.size());
        for (var machine : readings.entrySet()) {
          long now = System.nanoTime();
          if (machine.getValue().ask(now)) {
            send.accept(machine.getKey(), new Message.Ping(System.nanoTime()));
          }
          next = sleepUntil(next + each);
        }
        if (readings.isEmpty()) {
          next = sleepUntil(next + each);
        }
        if (next - flushed >= FLUSH_NANOS) {
          write(ClockLog::flush);
          flushed = next;
        }
      }
    } catch (InterruptedException _) {
      // The run has ended.
    }
  }

  /// How long after one machine the next one is asked.
  ///
  /// @param wanted how often each is to be asked
  static long nanosBetween(long wanted, int machines) {
    return Math.max(wanted / Math.max(1, machines), TimeUnit.SECONDS.toNanos(1) / MAX_PER_SECOND);
  }

  /// Sleeps for whole milliseconds. What was missed is not caught up with.
  ///
  /// @return the moment, or now if that is later
  private static long sleepUntil(long moment) throws InterruptedException {
    long left = moment - System.nanoTime();
    if (left >= TimeUnit.MILLISECONDS.toNanos(1)) {
      TimeUnit.NANOSECONDS.sleep(left);
    }
    return left < 0 ? moment - left : moment;
  }

  /// Once the start is agreed: a clock needs to be followed only.
  void slowDown() {
    pauseNanos = SLOW_NANOS;
  }

  OffsetBounds add(String machine) {
    Reading made = new Reading();
    readings.put(machine, made);
    return made.bounds;
  }

  void remove(String machine) {
    readings.remove(machine);
  }

  /// Whether enough is known of a machine's clock for a start.
  boolean isKnown(String machine) {
    return exchanges(machine) >= exchangesForStart(readings.size());
  }

  private int exchanges(String machine) {
    return Objects.requireNonNull(readings.get(machine)).exchanges.get();
  }

  /// How much is known of a clock that is not known well enough, for people.
  String progress(String machine) {
    return exchanges(machine) + " of " + exchangesForStart(readings.size()) + " readings";
  }

  /// How many exchanges with each of so many machines bound their clocks well enough for a start.
  /// All are had within the same two seconds, up to 200 machines.
  static int exchangesForStart(int machines) {
    return Math.clamp(MAX_EXCHANGES_OF_ALL / Math.max(1, machines), MIN_EXCHANGES, FULL_EXCHANGES);
  }

  /// An answer has come.
  void exchanged(String machine, Exchange exchange) {
    Reading reading = readings.get(machine);
    if (reading == null) {
      return;
    }
    reading.answered(exchange);
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
