package dev.takt.load.plan;

import org.jspecify.annotations.Nullable;

/// What a plan says of observers. The engine does not know of them: whoever runs a plan starts them
/// beside it.
///
/// @param level `off`, `default` or `deep`
/// @param pid the target's process; null where it is to be found out
/// @param spawn the command that is the target; null where it runs already
public record Watching(String level, @Nullable Long pid, @Nullable String spawn) {

  /// Whether anything is observed.
  public boolean isOn() {
    return !level.equals(Values.OFF);
  }

  /// Whether all that can be seen is to be.
  public boolean isDeep() {
    return level.equals("deep");
  }
}
