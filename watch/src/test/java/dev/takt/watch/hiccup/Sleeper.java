package dev.takt.watch.hiccup;

import java.io.IOException;
import java.nio.file.Path;
import java.util.List;
import java.util.concurrent.TimeUnit;

/// An idle JVM as a target, which ends with its standard input.
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
    return startBehind(List.of(), jvmOptions);
  }

  /// Starts it as in a container: as process 1 of its own PID namespace, without access to a
  /// directory.
  ///
  /// @throws IOException if this machine or this user does not allow that
  static Sleeper startInContainerWithout(Path folder) throws IOException {
    return startBehind(
        List.of(
            "unshare",
            "--pid",
            "--mount",
            "--fork",
            "--kill-child",
            "--mount-proc",
            "sh",
            "-c",
            "mount -t tmpfs none \"$0\" && exec \"$@\"",
            folder.toString()));
  }

  private static Sleeper startBehind(List<String> before, String... jvmOptions) throws IOException {
    var command = new java.util.ArrayList<String>(before);
    command.add(Path.of(System.getProperty("java.home"), "bin", "java").toString());
    command.addAll(List.of(jvmOptions));
    command.addAll(
        List.of(
            "-XX:+UseSerialGC",
            "-cp",
            Path.of("target", "test-classes").toAbsolutePath().toString(),
            Sleeper.class.getName()));
    Process process =
        new ProcessBuilder(command).redirectError(ProcessBuilder.Redirect.DISCARD).start();
    if (process.getInputStream().read() < 0) {
      throw new IOException("cannot be started: " + command);
    }
    return new Sleeper(process);
  }

  long pid() {
    return process.children().findFirst().map(ProcessHandle::pid).orElse(process.pid());
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
