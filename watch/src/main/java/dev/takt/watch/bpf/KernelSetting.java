package dev.takt.watch.bpf;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;

/// Settings of the kernel, files below `/proc/sys` and `/sys`.
public final class KernelSetting {

  private KernelSetting() {}

  /// All that a setting says, without blanks around it.
  ///
  /// By lines: such a file gives all that it has to its first read, and [Files#readString], which
  /// takes the file for empty, begins with a read of one byte.
  public static String read(Path file) throws IOException {
    return String.join("\n", Files.readAllLines(file)).strip();
  }
}
