package dev.takt.process;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.URISyntaxException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;

/// Another JVM with this module and its tests, for tests that cannot run in the JVM of the tests.
final class ForkedJvm {

  private ForkedJvm() {}

  /// The command line of a main class, to append to that of a program that starts it.
  static List<String> words(Class<?> main, String... arguments) {
    List<String> words =
        new ArrayList<>(
            List.of(
                Path.of(System.getProperty("java.home"), "bin", "java").toString(),
                "-Xmx64m",
                "-XX:+UseSerialGC",
                "-XX:TieredStopAtLevel=1",
                "--enable-native-access=ALL-UNNAMED",
                "-cp",
                placeOf(Launcher.class) + ":" + placeOf(ForkedJvm.class),
                main.getName()));
    words.addAll(List.of(arguments));
    return words;
  }

  /// Starts a command with both outputs in one pipe.
  static Process start(List<String> words) {
    try {
      return new ProcessBuilder(words).redirectErrorStream(true).start();
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  /// Runs a command to its end.
  ///
  /// @return its output
  static String run(List<String> words) {
    Process process = start(words);
    try (java.io.InputStream out = process.getInputStream()) {
      return new String(out.readAllBytes(), java.nio.charset.StandardCharsets.UTF_8);
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  private static Path placeOf(Class<?> type) {
    try {
      return Path.of(type.getProtectionDomain().getCodeSource().getLocation().toURI());
    } catch (URISyntaxException e) {
      throw new IllegalStateException(e);
    }
  }
}
