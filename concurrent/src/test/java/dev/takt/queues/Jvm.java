package dev.takt.queues;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assumptions.assumeThat;

import java.io.File;
import java.io.IOException;
import java.net.URI;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.TimeUnit;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/// A JVM of this machine that can run a program of these tests.
record Jvm(int version, Path java) {

  private static final int SELF = Runtime.version().feature();
  private static final Pattern VERSION = Pattern.compile("version \"(\\d+)");
  private static final Map<Integer, Optional<Jvm>> FOUND = new ConcurrentHashMap<>();
  private static final long LIMIT_S = 60;

  /// The tested versions: the oldest one that the library supports, and that of this JVM.
  static List<Integer> versions() {
    return List.of(17, SELF);
  }

  /// This JVM, or one of another version: from the environment variable JAVA17_HOME (for 17), or
  /// installed next to this one. If there is none, the test is skipped.
  static Jvm of(int version) throws IOException, InterruptedException {
    Optional<Jvm> found = FOUND.get(version);
    if (found == null) {
      found = find(version);
      FOUND.put(version, found);
    }
    assumeThat(found)
        .as("a JDK %d (JAVA%d_HOME names none, and none is beside this one)", version, version)
        .isPresent();
    return found.get();
  }

  private static Optional<Jvm> find(int version) throws IOException, InterruptedException {
    Path self = Path.of(System.getProperty("java.home"));
    if (version == SELF) {
      return Optional.of(new Jvm(version, program(self)));
    }
    List<Path> homes = new ArrayList<>();
    String named = System.getenv("JAVA" + version + "_HOME");
    if (named != null) {
      homes.add(Path.of(named));
    }
    try (Stream<Path> beside = Files.list(Objects.requireNonNull(self.getParent()))) {
      beside.sorted().forEach(homes::add);
    }
    for (Path home : homes) {
      Path java = program(home);
      if (Files.isExecutable(java) && versionOf(java) == version) {
        return Optional.of(new Jvm(version, java));
      }
    }
    return Optional.empty();
  }

  private static Path program(Path home) {
    return home.resolve("bin").resolve(File.separatorChar == '\\' ? "java.exe" : "java");
  }

  /// The version, or 0 if the file is not a JVM that runs here.
  private static int versionOf(Path java) throws InterruptedException {
    try {
      Matcher version = VERSION.matcher(ended(List.of(java.toString(), "-version")).output);
      return version.find() ? Integer.parseInt(version.group(1)) : 0;
    } catch (IOException e) {
      return 0;
    }
  }

  /// Runs a program that writes into the file that is its only argument.
  ///
  /// @param program main class, loaded from its location in this JVM
  /// @param needed classes of all other directories and archives that it needs
  /// @return the lines of that file
  List<String> run(Class<?> program, List<Class<?>> needed, List<String> options)
      throws IOException, InterruptedException {
    Path result = Files.createTempFile(program.getSimpleName(), ".txt");
    try {
      List<String> command = new ArrayList<>(List.of(java.toString(), "-Xmx64m"));
      command.addAll(options);
      command.add("-cp");
      command.add(
          Stream.concat(Stream.of(program), needed.stream())
              .map(type -> placeOf(type).toString())
              .collect(Collectors.joining(File.pathSeparator)));
      command.add(program.getName());
      command.add(result.toString());
      Ended ended = ended(command);
      assertThat(ended.well).as("%s ended well:%n%s", command, ended.output).isTrue();
      return Files.readAllLines(result);
    } finally {
      Files.delete(result);
    }
  }

  /// The directory or archive that a class was loaded from.
  static Path placeOf(Class<?> type) {
    return Path.of(URI.create(type.getProtectionDomain().getCodeSource().getLocation().toString()));
  }

  private record Ended(boolean well, String output) {}

  private static Ended ended(List<String> command) throws IOException, InterruptedException {
    Path log = Files.createTempFile("jvm", ".log");
    try {
      Process process =
          new ProcessBuilder(command)
              .redirectErrorStream(true)
              .redirectOutput(log.toFile())
              .start();
      try {
        boolean well = process.waitFor(LIMIT_S, TimeUnit.SECONDS) && process.exitValue() == 0;
        return new Ended(well, Files.readString(log, StandardCharsets.UTF_8));
      } finally {
        process.destroyForcibly();
      }
    } finally {
      Files.delete(log);
    }
  }
}
