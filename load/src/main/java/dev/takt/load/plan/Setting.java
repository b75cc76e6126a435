package dev.takt.load.plan;

import java.nio.file.Path;

/// A value that was given to a key.
///
/// @param at where the key is
/// @param isFlag whether it was given on the command line
record Setting(String key, Origin at, Node value, boolean isFlag) {

  /// The folder that file names in it are relative to.
  ///
  /// @param planFolder the folder of the plan
  Path folder(Path planFolder) {
    return isFlag ? Path.of("") : planFolder;
  }
}
