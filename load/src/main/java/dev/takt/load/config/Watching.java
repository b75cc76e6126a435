package dev.takt.load.config;

import dev.takt.load.config.source.Values;
import java.time.Duration;
import org.jspecify.annotations.Nullable;

/// A plan's settings for observing the run. The engine does not observe: the caller that runs the
/// plan starts the observers alongside.
///
/// @param level `off`, `default` or `deep`
/// @param pid the target's process; null to detect it
/// @param spawn the command that starts the target; null if it already runs
/// @param profile CPU time between two samples of a target's thread; zero for no profile
public record Watching(String level, @Nullable Long pid, @Nullable String spawn, Duration profile) {

  /// The default CPU-time sampling period.
  public static final Duration DEFAULT_PERIOD = Duration.ofMillis(10);

  private static final Duration MIN_PERIOD = Duration.ofMillis(1);
  private static final Duration MAX_PERIOD = Duration.ofSeconds(1);

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
