package dev.takt.it.truth;

import dev.takt.runs.RunDirectory;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.TimeUnit;

/// The `takt` command in a JVM of its own, with the flags with which the launcher starts it.
final class TaktProcess implements AutoCloseable {

  private static final Path JVM_OPTIONS =
      Path.of(System.getProperty("basedir", "")).resolve("../cli/src/main/dist/jvm.options");

  private final Path base;
  private final Process process;

  private TaktProcess(Path base, Process process) {
    this.base = base;
    this.process = process;
  }

  /// Starts `takt run` with the flags, in a run directory of its own below `base`.
  static TaktProcess run(Path base, String... flags) throws IOException {
    Path own = Files.createTempDirectory(base, "run");
    List<String> command = new ArrayList<>();
    command.add(Path.of(System.getProperty("java.home"), "bin", "java").toString());
    command.add("@" + JVM_OPTIONS.toAbsolutePath().normalize());
    command.addAll(List.of("-cp", System.getProperty("java.class.path"), "dev.takt.cli.Main"));
    command.addAll(List.of("run", "--out", own.resolve("files").toString()));
    command.addAll(List.of(flags));
    Process process =
        new ProcessBuilder(command)
            .redirectOutput(own.resolve("out").toFile())
            .redirectError(own.resolve("err").toFile())
            .start();
    return new TaktProcess(own, process);
  }

  Process process() {
    return process;
  }

  /// When its schedule starts, on the monotonic clock, as soon as that is known.
  long awaitOrigin() throws IOException, InterruptedException {
    while (process.isAlive()) {
      if (Files.exists(base.resolve("files/run.json"))) {
        Long origin = RunDirectory.open(base.resolve("files")).read().originNanoTime();
        if (origin != null) {
          return origin;
        }
      }
      Thread.sleep(20);
    }
    throw new AssertionError("ended too soon: " + text("err"));
  }

  /// What came of it when it has ended.
  Takt await() throws IOException, InterruptedException {
    if (!process.waitFor(60, TimeUnit.SECONDS)) {
      throw new AssertionError("does not end: " + text("err"));
    }
    return new Takt(process.exitValue(), text("out"), text("err"), base.resolve("files"));
  }

  private String text(String name) throws IOException {
    return Files.readString(base.resolve(name));
  }

  @Override
  public void close() throws InterruptedException {
    process.destroyForcibly();
    process.waitFor();
  }
}
