package dev.takt.counters;

import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Objects;

/// Descriptions of PMUs as kernels have them, kept as one text for each machine: a line for each
/// file.
final class RecordedPmus {

  private RecordedPmus() {}

  /// Writes the files of a machine to a directory.
  static Pmus write(String machine, Path folder) throws IOException {
    try (InputStream text =
        Objects.requireNonNull(
            RecordedPmus.class.getResourceAsStream("/pmus/" + machine + ".txt"))) {
      for (String line : new String(text.readAllBytes(), StandardCharsets.UTF_8).lines().toList()) {
        int colon = line.indexOf(": ");
        Path file = folder.resolve(line.substring(0, colon));
        Files.createDirectories(file.getParent());
        Files.writeString(file, line.substring(colon + 2) + '\n');
      }
    }
    return new Pmus(folder);
  }
}
