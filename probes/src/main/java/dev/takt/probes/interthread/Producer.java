package dev.takt.probes.interthread;

import dev.takt.probes.ProbeThread;
import dev.takt.probes.WaitMode;
import dev.takt.record.LatencyRecorder;
import java.util.concurrent.locks.LockSupport;
import java.util.function.BooleanSupplier;
import org.jspecify.annotations.Nullable;

/// The thread that sends each message when it is due, or as soon as it can after that.
final class Producer extends ProbeThread {

  /// A sleep ends this long before a message is due, since a wake-up may be this late; the rest is
  /// spent spinning.
  private static final long SLEEP_COST_NANOS = 80_000;

  private final InterthreadSettings settings;
  private final MessageChannel path;
  private final BooleanSupplier stopped;
  private final @Nullable ConstantRateSchedule schedule;
  private long start;
  private long begin;
  private long end;
  private long neverSent;
  private volatile long sent;

  Producer(InterthreadSettings settings, MessageChannel path, BooleanSupplier stopped) {
    super(settings.pin() == null ? null : settings.pin().producer());
    this.settings = settings;
    this.path = path;
    this.stopped = stopped;
    InterthreadSettings.Rate rate = settings.rate();
    this.schedule = rate == null ? null : new ConstantRateSchedule(rate.messages(), rate.nanos());
  }

  @Override
  public void work() {
    start = System.nanoTime();
    begin = start + settings.warmupNanos();
    end = begin + settings.measureNanos();
    try {
      send();
      long now = System.nanoTime();
      if (now - end < 0) {
        end = now - begin < 0 ? begin : now;
      }
    } finally {
      sendEndMarker();
    }
  }

  private void send() {
    long counted = 0;
    while (!stopped.getAsBoolean()) {
      long now = System.nanoTime();
      long intended = schedule == null ? now : start + schedule.due();
      if (schedule != null) {
        now = await(now, intended);
      }
      if (now - intended < 0 || intended - end >= 0 || now - end >= 0) {
        return;
      }
      Message message = path.nextFree();
      message.intended = intended;
      message.started = now;
      message.isMeasured = intended - begin >= 0;
      message.isLast = false;
      if (!enqueue(message)) {
        return;
      }
      if (message.isMeasured) {
        sent = ++counted;
      }
      if (schedule != null) {
        schedule.advance();
      }
    }
  }

  /// Waits until a message is due.
  ///
  /// @return the time at the end of the wait; before the message is due only if stopped
  private long await(long from, long intended) {
    long now = from;
    for (int times = 1; now - intended < 0 && !stopped.getAsBoolean(); times++) {
      long left = intended - now;
      if (settings.waiting() != WaitMode.PARK) {
        path.idle(times);
      } else if (left > SLEEP_COST_NANOS) {
        LockSupport.parkNanos(left - SLEEP_COST_NANOS);
      } else {
        Thread.onSpinWait();
      }
      now = System.nanoTime();
    }
    return now;
  }

  /// Puts a message into the queue, waiting for room.
  ///
  /// @return false if the probe was stopped, or the time was over, before there was room
  private boolean enqueue(Message message) {
    for (int times = 1; !path.offer(message); times++) {
      if (stopped.getAsBoolean() || System.nanoTime() - end >= 0) {
        return false;
      }
      path.idle(times);
    }
    return true;
  }

  private void sendEndMarker() {
    Message last = path.nextFree();
    last.isLast = true;
    for (int times = 1; !path.offer(last); times++) {
      path.idle(times);
    }
  }

  /// Records the messages that were due and never sent, with their age when sending ended. Called
  /// once, after this thread was joined.
  void recordNeverSent(LatencyRecorder ages, OutlierLog log) {
    if (schedule == null) {
      return;
    }
    while (start + schedule.due() - begin < 0) {
      schedule.advance();
    }
    for (long due = start + schedule.due(); due - end < 0; due = start + schedule.due()) {
      ages.record(end - due);
      log.record(due, end);
      neverSent++;
      schedule.advance();
    }
  }

  long beginNanoTime() {
    return begin;
  }

  /// How many measured messages were sent; exact once the thread has ended.
  long sent() {
    return sent;
  }

  long neverSent() {
    return neverSent;
  }
}
