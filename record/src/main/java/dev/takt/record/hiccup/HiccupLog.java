package dev.takt.record.hiccup;

import dev.takt.record.ThreadRole;
import dev.takt.record.log.write.IntervalLogWriter;
import java.io.IOException;
import java.util.Objects;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.LockSupport;

/// Runs a [HiccupMeter] and writes its results to an interval log, one line per interval and tag.
/// Lines are passed to the operating system when the interval ends, so a killed process loses at
/// most the last interval. [#close] writes that one, too.
///
/// Thread-safe.
public final class HiccupLog implements AutoCloseable {

  private static final long TIMEOUT_MILLIS = TimeUnit.SECONDS.toMillis(5);

  private final HiccupMeter meter;
  private final IntervalLogWriter log;
  private final HiccupSink sink;
  private final long startDelayNanos;
  private final long intervalNanos;
  private final Thread thread;
  private volatile boolean closed;

  /// Creates a log without starting it.
  ///
  /// @param meter not started; it is started and closed with the log
  /// @param log is closed with this log
  /// @param startDelayNanos the meter's warm-up time; its results are discarded
  /// @param intervalNanos positive
  public HiccupLog(
      HiccupMeter meter,
      IntervalLogWriter log,
      HiccupSink sink,
      long startDelayNanos,
      long intervalNanos) {
    if (intervalNanos <= 0) {
      throw new IllegalArgumentException("the interval must be more than 0");
    }
    this.meter = Objects.requireNonNull(meter, "meter");
    this.log = Objects.requireNonNull(log, "log");
    this.sink = Objects.requireNonNull(sink, "sink");
    this.startDelayNanos = startDelayNanos;
    this.intervalNanos = intervalNanos;
    this.thread = new Thread(null, this::run, ThreadRole.HICCUP_METER.threadName("log"), 0, false);
    thread.setDaemon(true);
  }

  /// The tag of the measured hiccups.
  ///
  /// @param side the side whose hiccups they are: `target`, `generator` or `host`
  public static String rawTag(String side) {
    Objects.requireNonNull(side, "side");
    return side + ":hiccup-raw";
  }

  /// The tag of the hiccups corrected by the samples that the sleeping thread missed.
  public static String correctedTag(String side) {
    Objects.requireNonNull(side, "side");
    return side + ":hiccup-corrected";
  }

  /// Starts measuring and writing.
  public void start() {
    meter.start();
    thread.start();
  }

  private void run() {
    try {
      long begin = System.nanoTime();
      if (startDelayNanos > 0) {
        begin = sleepUntil(begin + startDelayNanos);
        forget();
      }
      if (!closed) {
        log.comment(howItMeasures());
        sink.begun(begin);
        measureFrom(begin);
      }
    } catch (RuntimeException | Error e) {
      sink.failed(new IOException("the log of hiccups ended: " + e, e));
    } finally {
      end();
    }
  }

  /// The log states the resolution because it determines the steps of the corrected values and the
  /// shortest stall that the meter can miss while it sleeps.
  private String howItMeasures() {
    return "[" + meter.rawTag() + ": a sample each " + meter.settings().resolutionNanos() + " ns]";
  }

  private void forget() {
    meter.collect((tag, counts) -> {});
    meter.drain((begin, end) -> {});
  }

  private void measureFrom(long start) {
    long begin = start;
    // In this order, so that a failure in the last interval is reported.
    while (!hasMeterFailed() && !closed) {
      long next = begin + intervalNanos - Math.floorMod(begin - start, intervalNanos);
      long end = sleepUntil(next);
      if (closed) {
        meter.close(); // so that the last interval has all measured hiccups
        end = System.nanoTime();
      }
      write(begin, end);
      begin = end;
    }
  }

  private boolean hasMeterFailed() {
    Throwable failure = meter.failure();
    if (failure != null) {
      sink.failed(new IOException("the measuring of hiccups ended: " + failure, failure));
    }
    return failure != null;
  }

  private void write(long begin, long end) {
    meter.drain(sink::hiccup);
    meter.collect((tag, counts) -> {
      log.write(tag, begin, end, counts);
      sink.interval(tag, begin, end, counts);
    });
    try {
      log.flush();
    } catch (IOException e) {
      sink.failed(e);
    }
    sink.flush(meter.lost());
  }

  /// @return the current time: at or after the deadline, or earlier if the log is being closed
  private long sleepUntil(long deadline) {
    long now = System.nanoTime();
    while (now - deadline < 0 && !closed) {
      boolean unused = Thread.interrupted(); // an interrupt would let the park return at once
      LockSupport.parkNanos(this, deadline - now);
      now = System.nanoTime();
    }
    return now;
  }

  private void end() {
    meter.close();
    try {
      log.close();
    } catch (IOException e) {
      sink.failed(e);
    }
    sink.ended();
  }

  /// Stops measuring, writes the last interval and closes the log. Returns when that is done, or
  /// after some seconds if the disk does not respond.
  @Override
  public void close() {
    closed = true;
    LockSupport.unpark(thread);
    try {
      thread.join(TIMEOUT_MILLIS);
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    }
  }

  /// Whether the log was started and has not ended.
  public boolean isRunning() {
    return thread.isAlive();
  }
}
