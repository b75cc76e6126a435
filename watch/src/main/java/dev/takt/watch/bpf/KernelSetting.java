package dev.takt.watch.bpf;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;

/// Reads settings of the kernel, which are files below `/proc/sys` and `/sys`.
public final class KernelSetting {

  private KernelSetting() {}

  /// Reads a setting, without surrounding white space.
  ///
  /// It reads lines because some of these files return their whole text to the first read only.
  /// [Files#readString] would get one byte: the file reports a size of 0, so it begins with a read
  /// of one byte.
  public static String read(Path file) throws IOException {
    return String.join("\n", Files.readAllLines(file)).strip();
  }
}
