package dev.takt.load.plan;

import java.time.Duration;
import org.jspecify.annotations.Nullable;

/// What a plan says of observers. The engine does not know of them: whoever runs a plan starts them
/// beside it.
///
/// @param level `off`, `default` or `deep`
/// @param pid the target's process; null where it is to be found out
/// @param spawn the command that is the target; null where it runs already
/// @param profile after how much time on a processor a thread of the target is sampled; zero for no
///   profile
public record Watching(String level, @Nullable Long pid, @Nullable String spawn, Duration profile) {

  /// How often threads are sampled where nothing else is said.
  public static final Duration DEFAULT_PERIOD = Duration.ofMillis(10);

  private static final Duration MIN_PERIOD = Duration.ofMillis(1);
  private static final Duration MAX_PERIOD = Duration.ofSeconds(1);

  /// Whether anything is observed.
  public boolean isOn() {
    return !level.equals(Values.OFF);
  }

  /// Whether all that can be seen is to be.
  public boolean isDeep() {
    return level.equals("deep");
  }

  /// Whether threads can be sampled so often: more costs more than it shows, less shows nothing.
  public static boolean isPeriod(Duration time) {
    return time.compareTo(MIN_PERIOD) >= 0 && time.compareTo(MAX_PERIOD) <= 0;
  }
}
