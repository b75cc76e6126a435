package dev.takt.load.config;

import dev.takt.load.config.source.KeyReader;
import dev.takt.load.config.source.PlanKey;
import dev.takt.load.schedule.Rate;
import dev.takt.load.schedule.RateMode;
import dev.takt.load.schedule.ScheduleSpec;
import dev.takt.load.share.Share;
import dev.takt.load.share.Sharing;
import dev.takt.load.share.StartTime;
import java.time.Duration;
import java.util.Locale;
import org.jspecify.annotations.Nullable;

/// When operations are sent, and how many.
///
/// @param mode the rate mode
/// @param rate null in mode `throughput`, and if the schedule has its own rates
/// @param schedule null in mode `throughput`
/// @param seed of all random choices
/// @param duration how long to send, including warm-up; null if the schedule or the count ends the
///   run
/// @param count how many operations to send, including warm-up; null for no limit
/// @param sharing how all this is spread over generators
public record OfferedLoad(
    RateMode mode,
    @Nullable Rate rate,
    @Nullable ScheduleSpec schedule,
    long seed,
    @Nullable Duration duration,
    @Nullable Long count,
    Sharing sharing) {

  static OfferedLoad read(KeyReader keys, ScheduleReader schedules, Sharing sharing) {
    RateMode mode = RateMode.valueOf(keys.choice(PlanKey.MODE).toUpperCase(Locale.ROOT));
    ScheduleSpec schedule = mode.hasSchedule() ? schedules.read() : null;
    Rate rate = schedule == null || !schedule.needsRate() ? null : keys.rate(PlanKey.RATE);
    schedules.refuseRates(mode, schedule);
    Long count = keys.wholeOrNull(PlanKey.COUNT, 1, Long.MAX_VALUE);
    Duration duration = duration(keys, schedule, count);
    long seed = keys.whole(PlanKey.SEED, Long.MIN_VALUE, Long.MAX_VALUE);
    return new OfferedLoad(mode, rate, schedule, seed, duration, count, sharing);
  }

  /// A count ends a run, and so does a finite schedule; otherwise the default duration applies.
  private static @Nullable Duration duration(
      KeyReader keys, @Nullable ScheduleSpec schedule, @Nullable Long count) {
    boolean hasEnd =
        schedule instanceof ScheduleSpec.Stages || schedule instanceof ScheduleSpec.Trace;
    return !keys.has(PlanKey.DURATION) && (count != null || hasEnd)
        ? null
        : keys.positive(PlanKey.DURATION);
  }

  void write(KeyWriter to) {
    to.put(PlanKey.MODE, mode);
    to.put(PlanKey.RATE, rate);
    to.put(PlanKey.SCHEDULE, schedule);
    to.put(PlanKey.SEED, seed);
    to.put(PlanKey.DURATION, duration);
    to.put(PlanKey.COUNT, count);
    SharingReader.write(sharing, to);
  }

  OfferedLoad withRate(Rate other) {
    return new OfferedLoad(mode, other, schedule, seed, duration, count, sharing);
  }

  OfferedLoad withCount(long other) {
    return new OfferedLoad(mode, rate, schedule, seed, duration, other, Sharing.NONE);
  }

  OfferedLoad with(Sharing other) {
    return new OfferedLoad(mode, rate, schedule, seed, duration, count, other);
  }

  /// The part of the load that this generator sends.
  public Share share() {
    return sharing.share();
  }

  /// When the schedule starts; null for as soon as the run is ready.
  public @Nullable StartTime start() {
    return sharing.start();
  }

  /// How long to send; [Long#MAX_VALUE] for no limit.
  public long durationNanos() {
    return duration == null ? Long.MAX_VALUE : duration.toNanos();
  }

  /// How many operations to send; [Long#MAX_VALUE] for no limit.
  public long maxOperations() {
    return count == null ? Long.MAX_VALUE : count;
  }
}
