package dev.takt.agent;

import java.io.File;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.TimeUnit;
import java.util.stream.Stream;

/// Starts JVMs with the agent: of the tests' JDK, and of JDK 17 if this machine has one.
final class Jvms {

  static final Path JAR = Path.of("target", "takt-agent.jar").toAbsolutePath();

  private Jvms() {}

  /// The home directories of the JDKs.
  static Stream<Path> all() {
    Path own = Path.of(System.getProperty("java.home"));
    return Stream.concat(Stream.of(own), oldest().stream());
  }

  private static List<Path> oldest() {
    Path usual = Path.of("/usr/lib/jvm");
    if (!Files.isDirectory(usual)) {
      return List.of();
    }
    try (Stream<Path> homes = Files.list(usual)) {
      return homes.filter(Jvms::is17).sorted().limit(1).toList();
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  private static boolean is17(Path home) {
    try {
      return Files.isExecutable(home.resolve("bin/java"))
          && Files.readString(home.resolve("release")).contains("JAVA_VERSION=\"17");
    } catch (IOException e) {
      return false;
    }
  }

  /// Starts an [App] in a directory.
  ///
  /// @param agent the agent's options; an empty list for no agent
  static Running start(Path home, Path folder, List<String> agent, String... args)
      throws IOException {
    return start(home, folder, List.of(), agent, args);
  }

  /// The same with more JVM options.
  static Running start(
      Path home, Path folder, List<String> options, List<String> agent, String... args)
      throws IOException {
    List<String> command = new ArrayList<>(List.of(home.resolve("bin/java").toString()));
    agent.forEach(each -> command.add("-javaagent:" + JAR + "=" + each));
    command.addAll(options);
    command.addAll(
        List.of(
            "-XX:+UseSerialGC",
            "-XX:TieredStopAtLevel=1",
            "-Xshare:auto",
            "-cp",
            classes(),
            App.class.getName()));
    command.addAll(List.of(args));
    File err = Files.createTempFile(folder, "err", ".txt").toFile();
    ProcessBuilder builder = new ProcessBuilder(command).directory(folder.toFile());
    return new Running(builder.redirectError(err).start(), err.toPath());
  }

  private static String classes() {
    return Path.of("target", "test-classes").toAbsolutePath().toString();
  }

  record Running(Process process, Path err) implements AutoCloseable {

    /// Waits for its next line of output.
    String line() throws IOException {
      StringBuilder line = new StringBuilder();
      for (int next = process.getInputStream().read();
          next >= 0 && next != '\n';
          next = process.getInputStream().read()) {
        line.append((char) next);
      }
      return line.toString();
    }

    void say(String line) throws IOException {
      process.getOutputStream().write((line + "\n").getBytes(StandardCharsets.UTF_8));
      process.getOutputStream().flush();
    }

    int end() throws InterruptedException {
      if (!process.waitFor(20, TimeUnit.SECONDS)) {
        throw new IllegalStateException("it does not end");
      }
      return process.exitValue();
    }

    String stderr() throws IOException {
      return Files.readString(err);
    }

    void signal(String name) throws IOException, InterruptedException {
      new ProcessBuilder("kill", "-" + name, Long.toString(process.pid())).start().waitFor();
    }

    @Override
    public void close() {
      process.destroyForcibly();
    }
  }
}
