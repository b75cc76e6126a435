package dev.takt.watch.jvm;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;
import java.util.stream.Stream;

/// Finds the JDKs of this machine, in the same directories as `bin/jdk.sh`.
final class Jdks {

  private Jdks() {}

  /// The home of a JDK with a version; empty if there is none.
  static Optional<Path> home(int version) {
    return Stream.concat(
            Stream.of(Path.of(System.getProperty("java.home"))),
            Stream.of("/usr/lib/jvm", "/opt/java", "/opt", System.getenv("HOME") + "/.jdks")
                .flatMap(base -> below(Path.of(base)).stream()))
        .filter(home -> Files.isExecutable(home.resolve("bin/java")) && version(home) == version)
        .findFirst();
  }

  private static List<Path> below(Path base) {
    try (Stream<Path> homes = Files.list(base)) {
      return homes.sorted().toList();
    } catch (IOException e) {
      return List.of();
    }
  }

  private static int version(Path home) {
    try (Stream<String> lines = Files.lines(home.resolve("release"))) {
      return lines
          .filter(line -> line.startsWith("JAVA_VERSION="))
          .map(line -> line.replaceAll("[^0-9]*([0-9]+).*", "$1"))
          .mapToInt(Integer::parseInt)
          .findFirst()
          .orElse(-1);
    } catch (IOException e) {
      return -1;
    }
  }
}
