package dev.takt.cassandra.stress.command;

import static dev.takt.cassandra.stress.command.Suboption.flag;
import static dev.takt.cassandra.stress.command.Suboption.option;

import dev.takt.cassandra.stress.command.OptionGroup.Values;
import java.util.List;
import java.util.Optional;

/// `-rate`: how many threads there are, and the schedule.
///
/// @param minThreads the first number of threads, and the only one if it is `maxThreads`
/// @param stopsAtSaturation whether the search ends when more threads bring no more throughput
/// @param perSecond partitions, 0 without a schedule
public record Rate(
    int minThreads, int maxThreads, boolean stopsAtSaturation, Pacing pacing, int perSecond) {

  /// What sets the pace.
  public enum Pacing {
    /// No schedule; latency is service time.
    NONE,
    /// A schedule; latency is service time.
    THROTTLE,
    /// A schedule; latency is response time.
    FIXED
  }

  private static final Suboption<Integer> THREADS = option("threads=", ValueForm.POSITIVE);
  private static final Suboption<Integer> THROTTLE = option("throttle=", ValueForm.PER_SECOND);
  private static final Suboption<Integer> LIMIT = option("limit=", ValueForm.PER_SECOND);
  private static final Suboption<Integer> FIXED = option("fixed=", ValueForm.PER_SECOND);
  private static final Suboption<Integer> MIN_THREADS = option("threads>=", ValueForm.POSITIVE);
  private static final Suboption<Integer> MAX_THREADS = option("threads<=", ValueForm.POSITIVE);
  private static final Suboption<String> AUTO = flag("auto");

  static final OptionGroup GROUP =
      OptionGroup.of("-rate", THREADS, THROTTLE, LIMIT, FIXED, MIN_THREADS, MAX_THREADS, AUTO)
          .alternatives(
              List.of(
                  List.of(THREADS, THROTTLE, LIMIT, FIXED),
                  List.of(MIN_THREADS, MAX_THREADS, AUTO)))
          .alternatives(List.of(List.of(THROTTLE), List.of(LIMIT), List.of(FIXED)));

  static Rate from(Values values, StressCommand.Run command) {
    boolean isSearch = values.has(MIN_THREADS) || values.has(MAX_THREADS) || values.has(AUTO);
    for (Suboption<Integer> paced : List.of(THROTTLE, LIMIT, FIXED)) {
      values.requireWith(paced, THREADS);
    }
    if (values.has(THREADS) || (!isSearch && isWriteOfCount(command))) {
      int threads = values.get(THREADS, "200");
      Optional<Integer> throttle = values.get(THROTTLE).or(() -> values.get(LIMIT));
      Optional<Integer> fixed = values.get(FIXED);
      Pacing pacing =
          throttle.isPresent() ? Pacing.THROTTLE : fixed.isPresent() ? Pacing.FIXED : Pacing.NONE;
      return new Rate(threads, threads, false, pacing, throttle.or(() -> fixed).orElse(0));
    }
    int min = values.get(MIN_THREADS, "4");
    int max = values.get(MAX_THREADS, "1000");
    if (min > max) {
      throw values.fail(
          values.has(MIN_THREADS) ? MIN_THREADS : MAX_THREADS,
          "from " + min + " to " + max + " threads");
    }
    return new Rate(min, max, !isSearch || values.has(AUTO), Pacing.NONE, 0);
  }

  private static boolean isWriteOfCount(StressCommand.Run command) {
    return (command.name() == CommandName.WRITE || command.name() == CommandName.COUNTER_WRITE)
        && command.length() instanceof RunLength.Count(long partitions)
        && partitions > 0;
  }
}
