package dev.takt.load.config;

import dev.takt.load.config.source.KeyReader;
import dev.takt.load.config.source.Node;
import dev.takt.load.config.source.PlanKey;
import dev.takt.load.config.source.Settings;
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
/// @param schedule null in mode `throughput`, and if a log says when requests are sent
/// @param seed of all random choices
/// @param duration how long to send, including warm-up; null if the schedule or the count ends the
///   run
/// @param count how many operations to send, including warm-up; null for no limit
/// @param users how many users there are in a closed population, on all generators; null if
///   operations or users arrive by a schedule, or as fast as possible
/// @param sharing how all this is spread over generators
public record OfferedLoad(
    RateMode mode,
    @Nullable Rate rate,
    @Nullable ScheduleSpec schedule,
    long seed,
    @Nullable Duration duration,
    @Nullable Long count,
    @Nullable Integer users,
    Sharing sharing) {

  private static final int MAX_USERS = 1_000_000;

  static OfferedLoad read(KeyReader keys, ScheduleReader schedules, Sharing sharing) {
    Integer users = users(keys);
    RateMode mode = mode(keys, users);
    boolean arrives =
        (mode == RateMode.FIXED || mode == RateMode.THROTTLE) && !keys.has(PlanKey.REPLAY);
    ScheduleSpec schedule = arrives ? schedules.read() : null;
    Rate rate = schedule == null || !schedule.needsRate() ? null : keys.rate(PlanKey.RATE);
    if (!keys.has(PlanKey.REPLAY)) {
      schedules.refuseRates(mode, schedule);
    }
    Long count = keys.wholeOrNull(PlanKey.COUNT, 1, Long.MAX_VALUE);
    Duration duration = duration(keys, schedule, count);
    long seed = keys.whole(PlanKey.SEED, Long.MIN_VALUE, Long.MAX_VALUE);
    return new OfferedLoad(mode, rate, schedule, seed, duration, count, users, sharing);
  }

  private static RateMode mode(KeyReader keys, @Nullable Integer users) {
    RateMode mode = RateMode.valueOf(keys.choice(PlanKey.MODE).toUpperCase(Locale.ROOT));
    if (mode.isClosed() && countNode(keys) == null) {
      keys.problem(PlanKey.MODE, "a closed population needs its number of users: --users 100");
    }
    return users == null ? mode : RateMode.CLOSED;
  }

  private static @Nullable Integer users(KeyReader keys) {
    Node.Entry count = countNode(keys);
    Long users =
        count == null ? null : keys.values().integer(count.key(), count.value(), 1, MAX_USERS);
    return users == null ? null : Math.toIntExact(users);
  }

  /// The number of users with its place in the plan: the value of the key itself, or in its map.
  private static Node.@Nullable Entry countNode(KeyReader keys) {
    String key = PlanKey.USERS.key();
    Node node = keys.has(PlanKey.USERS) ? keys.node(PlanKey.USERS) : null;
    return switch (node) {
      case null -> null;
      case Node.Scalar number when isNumber(number) -> new Node.Entry(key, number.at(), number);
      case Node.Scalar _, Node.Sequence _ -> null; // the reader of journeys reports it
      case Node.Mapping map ->
          map.entries().stream()
              .filter(each -> each.key().equals(Settings.USER_COUNT))
              .map(each -> new Node.Entry(key + "." + each.key(), each.at(), each.value()))
              .findFirst()
              .orElse(null);
    };
  }

  static boolean isNumber(Node.Scalar scalar) {
    return scalar.text() != null && scalar.text().matches("[-+]?[0-9][0-9_]*");
  }

  /// A count ends a run, and so does a finite schedule; otherwise the default duration applies.
  private static @Nullable Duration duration(
      KeyReader keys, @Nullable ScheduleSpec schedule, @Nullable Long count) {
    boolean hasEnd =
        schedule instanceof ScheduleSpec.Stages
            || schedule instanceof ScheduleSpec.Trace
            || keys.has(PlanKey.REPLAY);
    return !keys.has(PlanKey.DURATION) && (count != null || hasEnd)
        ? null
        : keys.positive(PlanKey.DURATION);
  }

  void write(KeyWriter to) {
    to.put(PlanKey.MODE, mode.lowerCase());
    to.put(PlanKey.RATE, rate);
    to.put(PlanKey.SCHEDULE, schedule);
    to.put(PlanKey.SEED, seed);
    to.put(PlanKey.DURATION, duration);
    to.put(PlanKey.COUNT, count);
    SharingReader.write(sharing, to);
  }

  OfferedLoad withRate(Rate other) {
    return new OfferedLoad(mode, other, schedule, seed, duration, count, users, sharing);
  }

  OfferedLoad withUsers(int other) {
    return new OfferedLoad(mode, rate, schedule, seed, duration, count, other, sharing);
  }

  /// @param thinks whether the users of a closed population think
  OfferedLoad withThinkTimes(boolean thinks) {
    RateMode other = mode == RateMode.CLOSED && thinks ? RateMode.CLOSED_THINKING : mode;
    return new OfferedLoad(other, rate, schedule, seed, duration, count, users, sharing);
  }

  OfferedLoad withCount(long other) {
    return new OfferedLoad(mode, rate, schedule, seed, duration, other, users, Sharing.NONE);
  }

  OfferedLoad with(Sharing other) {
    return new OfferedLoad(mode, rate, schedule, seed, duration, count, users, other);
  }

  /// The part of the load that this generator sends.
  public Share share() {
    return sharing.share();
  }

  /// How many users of a closed population this generator has; null for none.
  public @Nullable Integer ownUsers() {
    return users == null ? null : Math.toIntExact(share().countOf(users));
  }

  /// How many operations this generator sends; [Long#MAX_VALUE] for no limit.
  public long ownOperations() {
    return share().countOf(maxOperations());
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
