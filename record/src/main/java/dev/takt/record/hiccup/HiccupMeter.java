package dev.takt.record.hiccup;

import dev.takt.record.NanoClock;
import dev.takt.record.ThreadRole;
import dev.takt.record.histogram.Counts;
import java.util.Objects;
import java.util.concurrent.TimeUnit;
import java.util.function.BiConsumer;
import java.util.function.LongConsumer;
import org.jspecify.annotations.Nullable;

/// A thread that sleeps, measures how late it wakes, and sleeps again. While it was late, all other
/// threads of the process could have been late for the same reason.
///
/// A sample costs additions to two counters, an atomic exchange, one clock reading and the sleep.
/// The thread never waits for another one. It allocates only when a hiccup longer than all before
/// needs more memory for counts, or when the settings ask for allocation.
///
/// Thread-safe, but [#collect] and [#drain] may be called by one thread at a time only.
public final class HiccupMeter implements AutoCloseable {

  private static final long TIMEOUT_MILLIS = TimeUnit.SECONDS.toMillis(2);

  private final HiccupSettings settings;
  private final String rawTag;
  private final String correctedTag;
  private final NanoClock clock;
  private final LongConsumer sleep;
  private final WakeupLatencyTracker wakeUps;
  private final Thread thread;
  private volatile boolean closed;
  private volatile @Nullable Throwable failure;

  /// A field, so that the JIT compiler cannot remove the allocation.
  @SuppressWarnings("unused")
  private volatile Object allocated = this;

  /// Creates a meter without starting it.
  ///
  /// @param rawTag for the measured hiccups
  /// @param correctedTag for the same with the samples that the meter could not take while it was
  ///   late, see [dev.takt.record.histogram.Correction#addCorrected]
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
    this.thread =
        new Thread(null, this::run, ThreadRole.HICCUP_METER.threadName("meter"), 0, false);
    thread.setDaemon(true);
    thread.setPriority(Thread.MAX_PRIORITY);
    thread.setUncaughtExceptionHandler((ended, reason) -> failure = reason);
  }

  /// Starts measuring.
  public void start() {
    thread.start();
  }

  void run() {
    long previous = clock.nanoTime();
    wakeUps.begin(previous);
    while (!closed) {
      long now = sleepFrom(previous);
      if (now - previous < settings.resolutionNanos()) {
        return; // woken by close: no sample
      }
      wakeUps.at(now);
      previous = now;
    }
  }

  /// Sleeps for the full resolution, despite spurious wake-ups and interrupts.
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

  /// Passes on what each tag counted since the last call, if there is anything. The counts are in
  /// the [layout of the settings][HiccupSettings#layout] and are overwritten afterwards: the
  /// consumer must copy what it keeps. If the consumer throws, the call's other counts are lost.
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

  /// Passes on the hiccups over the threshold since the last call.
  public void drain(HiccupListener listener) {
    Objects.requireNonNull(listener, "listener");
    wakeUps.drain(listener);
  }

  /// The number of lost hiccups. Those over the threshold are lost when [#drain] is not called in
  /// time; the histograms still count them. Those longer than all before are lost when there is no
  /// memory for their counts; the histograms lack them.
  public long lost() {
    return wakeUps.lost();
  }

  /// The error that ended the thread before it was closed, such as a lack of memory; null if there
  /// was none.
  public @Nullable Throwable failure() {
    return failure;
  }

  /// The tag of the measured hiccups.
  String rawTag() {
    return rawTag;
  }

  /// The settings of the measurement.
  public HiccupSettings settings() {
    return settings;
  }

  /// Stops the thread and waits for its end. What it has counted can still be collected.
  @Override
  public void close() {
    closed = true;
    thread.interrupt();
    try {
      thread.join(TIMEOUT_MILLIS);
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    }
  }
}
