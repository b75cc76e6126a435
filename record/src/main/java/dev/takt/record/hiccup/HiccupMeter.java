package dev.takt.record.hiccup;

import dev.takt.record.NanoClock;
import dev.takt.record.histogram.Counts;
import java.util.Objects;
import java.util.concurrent.TimeUnit;
import java.util.function.BiConsumer;
import java.util.function.LongConsumer;
import org.jspecify.annotations.Nullable;

/// A thread that sleeps, looks how late it wakes, and sleeps again. While it was late, all other
/// threads of the process could have been late for the same reason.
///
/// A sample costs additions to two counters, an atomic exchange, one reading of the clock and the
/// sleep; it waits for nobody, and nothing is allocated but more room for counts when a hiccup is
/// longer than those before, unless it is to allocate.
///
/// Thread-safe, but [#collect] and [#drain] are for one thread at a time.
public final class HiccupMeter implements AutoCloseable {

  private static final long PATIENCE_MILLIS = TimeUnit.SECONDS.toMillis(2);

  private final HiccupSettings settings;
  private final String rawTag;
  private final String correctedTag;
  private final NanoClock clock;
  private final LongConsumer sleep;
  private final WakeupLatencyTracker wakeUps;
  private final Thread thread;
  private volatile boolean closed;
  private volatile @Nullable Throwable failure;

  /// Published, so that the allocation cannot be optimized away.
  @SuppressWarnings("unused")
  private volatile Object allocated = this;

  /// A meter that does not run yet.
  ///
  /// @param rawTag for what is measured
  /// @param correctedTag for the same with the samples that it could not take while it was late,
  ///   see [dev.takt.record.histogram.Correction#addCorrected]
  public HiccupMeter(HiccupSettings settings, String rawTag, String correctedTag) {
    this(settings, rawTag, correctedTag, NanoClock.SYSTEM, PreciseSleep::take);
  }

  HiccupMeter(
      HiccupSettings settings,
      String rawTag,
      String correctedTag,
      NanoClock clock,
      LongConsumer sleep) {
    this.settings = Objects.requireNonNull(settings, "settings");
    this.rawTag = Objects.requireNonNull(rawTag, "rawTag");
    this.correctedTag = Objects.requireNonNull(correctedTag, "correctedTag");
    this.clock = clock;
    this.sleep = sleep;
    this.wakeUps = new WakeupLatencyTracker(settings);
    this.thread = new Thread(null, this::run, "takt-hiccup-meter", 0, false);
    thread.setDaemon(true);
    thread.setPriority(Thread.MAX_PRIORITY);
    thread.setUncaughtExceptionHandler((ended, reason) -> failure = reason);
  }

  /// Begins to measure.
  public void start() {
    thread.start();
  }

  void run() {
    long previous = clock.nanoTime();
    wakeUps.begin(previous);
    while (!closed) {
      long now = sleepFrom(previous);
      if (now - previous < settings.resolutionNanos()) {
        return; // woken to end: no sample
      }
      wakeUps.at(now);
      previous = now;
    }
  }

  /// Sleeps for the resolution, also when it is woken before by chance or by an interrupt.
  private long sleepFrom(long from) {
    long resolution = settings.resolutionNanos();
    long now = from;
    do {
      boolean unused = Thread.interrupted(); // an interrupt would let the sleep return at once
      if (resolution > 0 && !closed) {
        sleep.accept(resolution - (now - from));
      }
      if (settings.allocating()) {
        allocated = new Object();
      }
      now = clock.nanoTime();
    } while (now - from < resolution && !closed);
    return now;
  }

  /// Passes on what each tag counted since the last call, if it did. The counts are in the [layout
  /// of the settings][HiccupSettings#layout], and are overwritten afterwards: the consumer copies
  /// what it keeps. If it throws, the call's other counts are gone.
  public void collect(BiConsumer<String, Counts> consumer) {
    Objects.requireNonNull(consumer, "consumer");
    HiccupCounts interval = wakeUps.takeCounts();
    try {
      if (interval.raw().total() > 0) {
        consumer.accept(rawTag, interval.raw());
        consumer.accept(correctedTag, interval.corrected());
      }
    } finally {
      interval.clear();
    }
  }

  /// Tells of the hiccups over the threshold since the last call.
  public void drain(HiccupListener listener) {
    Objects.requireNonNull(listener, "listener");
    wakeUps.drain(listener);
  }

  /// How many hiccups could not be kept: those over the threshold, because [#drain] was not called
  /// for too long, which are in the histograms all the same; and those longer than the ones before
  /// for whose counts there was no memory, which are not.
  public long lost() {
    return wakeUps.lost();
  }

  /// Why it ended before it was closed, such as for want of memory; null if it did not.
  public @Nullable Throwable failure() {
    return failure;
  }

  /// The tag of what it measures.
  String rawTag() {
    return rawTag;
  }

  /// How it measures.
  public HiccupSettings settings() {
    return settings;
  }

  /// Ends the thread, and waits for its end; what it has counted can still be collected.
  @Override
  public void close() {
    closed = true;
    thread.interrupt();
    try {
      thread.join(PATIENCE_MILLIS);
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    }
  }
}
