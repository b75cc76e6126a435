package dev.takt.load.server;

import java.io.IOException;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.InvalidPathException;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/// A server process that ends with the run, however the run ends.
///
/// A small shell process, the keeper, stands between Takt and the server. It shields the server
/// from the terminal's Ctrl-C, because the server must outlive the last operation. It stops the
/// server as soon as its own standard input ends, which happens on [#close] and also when Takt is
/// killed.
public final class ManagedServer implements AutoCloseable {

  private static final Duration STOP_TIMEOUT = Duration.ofSeconds(10);

  /// `$1` is the signal that stops the server, `$2` the folder to remove at the end; the rest is
  /// the server's command.
  private static final String KEEPER =
      """
      trap '' INT HUP TERM
      signal=$1; remove=$2; shift 2
      exec 3<&0
      "$@" </dev/null 3<&- &
      server=$!
      { cat >/dev/null; kill -"$signal" $server; } <&3 &
      watcher=$!
      exec 3<&- </dev/null
      wait $server
      code=$?
      kill -KILL $watcher 2>/dev/null
      if [ -n "$remove" ]; then rm -rf -- "$remove"; fi
      exit $code
      """;

  private final Process keeper;
  private final Path log;

  private ManagedServer(Process keeper, Path log) {
    this.keeper = keeper;
    this.log = log;
  }

  /// Starts a server.
  ///
  /// @param name of the keeper in lists of processes
  /// @param signal that makes the server shut down cleanly, such as `TERM`
  /// @param remove the folder to delete when the server has ended; null for none
  /// @param log the file that all its output is appended to
  /// @throws IOException if there is no shell, or no such log
  public static ManagedServer start(
      String name, List<String> command, String signal, @Nullable Path remove, Path log)
      throws IOException {
    return start(name, command, signal, remove, log, "");
  }

  /// The same for a server that takes settings from its environment.
  ///
  /// @param unset prefix of the environment variables that the server must not see; empty for none
  public static ManagedServer start(
      String name,
      List<String> command,
      String signal,
      @Nullable Path remove,
      Path log,
      String unset)
      throws IOException {
    List<String> fullCommand = new ArrayList<>();
    if (isInstalled("setsid")) {
      fullCommand.add("setsid"); // shields it from the terminal's Ctrl-C
    }
    fullCommand.addAll(
        List.of("sh", "-c", KEEPER, name, signal, remove == null ? "" : remove.toString()));
    fullCommand.addAll(command);
    ProcessBuilder builder = new ProcessBuilder(fullCommand);
    builder.redirectErrorStream(true);
    builder.redirectOutput(ProcessBuilder.Redirect.appendTo(log.toFile()));
    if (!unset.isEmpty()) {
      builder.environment().keySet().removeIf(each -> each.startsWith(unset));
    }
    return new ManagedServer(builder.start(), log);
  }

  /// A loopback port that is free now.
  public static int freePort() throws IOException {
    try (ServerSocket socket = new ServerSocket(0, 1, InetAddress.getLoopbackAddress())) {
      return socket.getLocalPort();
    }
  }

  /// The path of a program of this name on the `PATH`, or null.
  public static @Nullable Path onPath(String program) {
    return onPath(program, System.getenv("PATH"));
  }

  /// The same for another `PATH`, or null for none.
  public static @Nullable Path onPath(String program, @Nullable String path) {
    if (path == null) {
      return null;
    }
    for (String folder : path.split(":", -1)) {
      try {
        Path file = Path.of(folder, program);
        if (Files.isExecutable(file)) {
          return file;
        }
      } catch (InvalidPathException e) {
        // The name of the folder cannot be decoded in this locale.
      }
    }
    return null;
  }

  /// Whether a program of this name is on the `PATH`.
  public static boolean isInstalled(String program) {
    return onPath(program) != null;
  }

  /// Whether the server process is running.
  public boolean isAlive() {
    return keeper.isAlive();
  }

  /// The exit code of the server.
  ///
  /// @throws IllegalThreadStateException if it has not ended
  public int exitCode() {
    return keeper.exitValue();
  }

  /// Where its log is and its last lines, as the end of a sentence.
  public String logTail() {
    return logTail(log);
  }

  /// The same for a server that has not started, or for a command that prepares one.
  public static String logTail(Path log) {
    try {
      String all = new String(Files.readAllBytes(log), StandardCharsets.UTF_8);
      List<String> lines = all.lines().toList();
      List<String> last = lines.subList(Math.max(0, lines.size() - 5), lines.size());
      String end = last.isEmpty() ? "" : " and ends with:\n  " + String.join("\n  ", last);
      return "its log is " + log + end;
    } catch (IOException e) {
      return "its log should be " + log;
    }
  }

  /// Stops the server, by force if it does not end within 10 s. May be called more than once.
  @Override
  public void close() {
    close(STOP_TIMEOUT);
  }

  /// The same with another timeout.
  public void close(Duration timeout) {
    try {
      keeper.getOutputStream().close();
    } catch (IOException _) {
      // The pipe is broken because the keeper has ended.
    }
    try {
      if (keeper.waitFor(timeout)) {
        return;
      }
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    }
    // The keeper itself is not killed, so that it can clean up.
    keeper.descendants().forEach(ProcessHandle::destroyForcibly);
  }
}
