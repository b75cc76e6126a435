package dev.takt.load.config.source;

import java.nio.file.Path;

/// A value for a key.
///
/// @param at position of the key
/// @param isFlag whether it comes from the command line
public record Setting(String key, Origin at, Node value, boolean isFlag) {

  /// The folder that file names in the value are relative to.
  ///
  /// @param planFolder the folder of the plan
  public Path folder(Path planFolder) {
    return isFlag ? Path.of("") : planFolder;
  }
}
