package dev.takt.load.config.source;

import java.nio.file.Path;
import org.jspecify.annotations.Nullable;

/// A value for a key.
///
/// @param at position of the key
/// @param level what it was set by
public record Setting(String key, Origin at, Node value, Level level) {

  /// What can set a key. A later one overrides an earlier one.
  public enum Level {
    /// A plan or a workload.
    FILE,
    /// An environment variable.
    ENVIRONMENT,
    /// The command line.
    FLAG
  }

  /// Whether it comes from a plan or a workload.
  public boolean isInFile() {
    return level == Level.FILE;
  }

  /// Whether the other one overrides whatever depends on this one.
  public boolean isBelow(@Nullable Setting other) {
    return other != null && level.compareTo(other.level) < 0;
  }

  /// The folder that file names in the value are relative to.
  ///
  /// @param planFolder the folder of the plan
  public Path folder(Path planFolder) {
    return isInFile() ? planFolder : Path.of("");
  }
}
