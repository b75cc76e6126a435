package dev.takt.probes;

import dev.takt.probes.profilers.program.KnownProgram;
import java.io.File;
import java.io.IOException;
import java.net.URISyntaxException;
import java.nio.file.Files;
import java.nio.file.Path;
import org.jspecify.annotations.Nullable;

/// The JDK that runs the program of a probe.
///
/// @param given its home; null for that of this process
public record ProgramJdk(@Nullable Path given) {

  /// The program `java`.
  ///
  /// @throws IOException with a message for people, if there is none
  public Path java() throws IOException {
    Path home = given == null ? Path.of(System.getProperty("java.home")) : given;
    Path java = home.resolve("bin/java");
    if (!Files.isExecutable(java)) {
      throw new IOException("there is no JVM at " + java);
    }
    return java;
  }

  /// Its version.
  ///
  /// @throws IOException with a message for people, if it does not say its version
  public Runtime.Version version() throws IOException {
    if (given == null) {
      return Runtime.version();
    }
    Path release = given.resolve("release");
    if (Files.exists(release)) {
      for (String line : Files.readAllLines(release)) {
        if (line.startsWith("JAVA_VERSION=")) {
          return Runtime.Version.parse(line.substring(13).replace("\"", ""));
        }
      }
    }
    throw new IOException(given + " is not the home of a JDK: it has no file 'release'");
  }

  /// The class path of the programs whose profile is known.
  ///
  /// @param asyncProfiler the jar of async-profiler; null for none
  public static String classPath(@Nullable Path asyncProfiler) throws IOException {
    String own = placeOf(KnownProgram.class).toString();
    return asyncProfiler == null ? own : own + File.pathSeparator + asyncProfiler;
  }

  /// The folder or jar of a class.
  ///
  /// @throws IOException with a message for people, if it is in no file
  public static Path placeOf(Class<?> type) throws IOException {
    try {
      return Path.of(type.getProtectionDomain().getCodeSource().getLocation().toURI());
    } catch (URISyntaxException e) {
      throw new IOException("the program of the probe is not in a file", e);
    }
  }
}
