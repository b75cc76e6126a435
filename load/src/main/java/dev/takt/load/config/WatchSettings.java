package dev.takt.load.config;

import dev.takt.load.config.source.KeyReader;
import dev.takt.load.config.source.PlanKey;
import dev.takt.load.config.source.Values;
import dev.takt.load.schedule.Durations;
import dev.takt.runs.trace.TraceContext;
import java.time.Duration;
import org.jspecify.annotations.Nullable;

/// A plan's settings for observing the run. The engine does not observe: the caller that runs the
/// plan starts the observers alongside.
///
/// @param level `off`, `default` or `deep`
/// @param pid the target's process; null to detect it
/// @param spawn the command that starts the target; null if it already runs
/// @param profile CPU time between two samples of a target's thread; zero for no profile
/// @param profiler `async` or `async:PATH` for async-profiler, with its jar or library; null for
///   JFR
/// @param traceLink the template of links to traces, see [TraceContext#isLink]; null for none
public record WatchSettings(
    String level,
    @Nullable Long pid,
    @Nullable String spawn,
    Duration profile,
    @Nullable String profiler,
    @Nullable String traceLink) {

  /// The profiler that is not JFR.
  private static final String ASYNC = "async";

  /// The default CPU-time sampling period.
  public static final Duration DEFAULT_PERIOD = Duration.ofMillis(10);

  private static final Duration MIN_PERIOD = Duration.ofMillis(1);
  private static final Duration MAX_PERIOD = Duration.ofSeconds(1);

  static WatchSettings read(KeyReader keys) {
    WatchSettings watching =
        new WatchSettings(
            level(keys),
            keys.wholeOrNull(PlanKey.WATCH_PID, 1, Integer.MAX_VALUE),
            keys.textOrNull(PlanKey.SPAWN),
            keys.timeOrOff(PlanKey.PROFILE),
            keys.textOrNull(PlanKey.PROFILER),
            keys.textOrNull(PlanKey.TRACE_LINK));
    watching.check(keys);
    return watching;
  }

  /// The demo shows what Takt can do, so it is watched by default.
  private static String level(KeyReader keys) {
    return keys.isDemo() && !keys.has(PlanKey.WATCH) ? "default" : keys.choice(PlanKey.WATCH);
  }

  private void check(KeyReader keys) {
    if (!profile.isZero() && !isOn()) {
      keys.problem(PlanKey.PROFILE, "nothing is observed without --watch");
    }
    if (!profile.isZero() && !isPeriod(profile)) {
      keys.problem(
          PlanKey.PROFILE, "expected a time from 1ms to 1s, found " + Durations.format(profile));
    }
    if (profiler != null && !isProfiler(profiler)) {
      keys.problem(
          PlanKey.PROFILER,
          "expected async or async:PATH of its jar or library, found " + profiler);
    } else if (profiler != null && profile.isZero()) {
      keys.problem(PlanKey.PROFILER, "nothing is profiled without --profile");
    }
    if (pid != null && !isOn()) {
      keys.problem(PlanKey.WATCH_PID, "nothing is observed without --watch");
    }
    if (pid != null && spawn != null) {
      keys.problem(
          PlanKey.WATCH_PID, "the process of a command that is started is known: leave it out");
    }
    if (traceLink != null && !TraceContext.isLink(traceLink)) {
      keys.problem(
          PlanKey.TRACE_LINK,
          "expected an http or https URL with {id} for the trace id, without user and password: http://localhost:16686/trace/{id}");
    }
    if (spawn != null && spawn.isBlank()) {
      keys.problem(PlanKey.SPAWN, "expected a command");
    }
  }

  void write(KeyWriter to) {
    to.put(PlanKey.WATCH, level);
    to.put(PlanKey.WATCH_PID, pid);
    to.put(PlanKey.PROFILE, profile);
    to.put(PlanKey.PROFILER, profiler);
    to.put(PlanKey.SPAWN, spawn);
    to.put(PlanKey.TRACE_LINK, traceLink);
  }

  /// Whether a text names a profiler.
  public static boolean isProfiler(String text) {
    return text.equals(ASYNC)
        || (text.startsWith(ASYNC + ":") && text.length() > ASYNC.length() + 1);
  }

  /// The jar or library that a text names, as [#isProfiler] accepts it; empty if none is named.
  public static String profilerPath(String text) {
    return text.equals(ASYNC) ? "" : text.substring(ASYNC.length() + 1);
  }

  /// The jar or library of async-profiler, empty for that in the user's Maven repository; null for
  /// JFR.
  public @Nullable String asyncProfiler() {
    return profiler == null ? null : profilerPath(profiler);
  }

  /// Whether anything is observed.
  public boolean isOn() {
    return !level.equals(Values.OFF);
  }

  /// Whether to observe at the deepest level.
  public boolean isDeep() {
    return level.equals("deep");
  }

  /// Whether the sampling period is sensible: a shorter one costs more than it shows, a longer one
  /// shows nothing.
  public static boolean isPeriod(Duration time) {
    return time.compareTo(MIN_PERIOD) >= 0 && time.compareTo(MAX_PERIOD) <= 0;
  }
}
