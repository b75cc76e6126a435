package dev.takt.watch.hiccup;

import java.io.IOException;
import java.nio.file.Path;
import java.util.concurrent.TimeUnit;

/// A JVM that does nothing until its standard input ends: a target.
final class Sleeper implements AutoCloseable {

  private final Process process;

  private Sleeper(Process process) {
    this.process = process;
  }

  public static void main(String[] args) throws IOException {
    System.out.write('!');
    System.out.flush();
    int _ = System.in.read();
  }

  static Sleeper start(String... jvmOptions) throws IOException {
    var command = new java.util.ArrayList<String>();
    command.add(Path.of(System.getProperty("java.home"), "bin", "java").toString());
    command.addAll(java.util.List.of(jvmOptions));
    command.addAll(
        java.util.List.of(
            "-XX:+UseSerialGC",
            "-cp",
            Path.of("target", "test-classes").toAbsolutePath().toString(),
            Sleeper.class.getName()));
    Process process =
        new ProcessBuilder(command).redirectError(ProcessBuilder.Redirect.DISCARD).start();
    int _ = process.getInputStream().read();
    return new Sleeper(process);
  }

  long pid() {
    return process.pid();
  }

  void signal(String name) throws IOException, InterruptedException {
    int _ = new ProcessBuilder("kill", "-" + name, Long.toString(pid())).start().waitFor();
  }

  void awaitEnd() throws InterruptedException {
    boolean _ = process.waitFor(20, TimeUnit.SECONDS);
  }

  @Override
  public void close() throws InterruptedException {
    process.destroyForcibly();
    awaitEnd();
  }
}
