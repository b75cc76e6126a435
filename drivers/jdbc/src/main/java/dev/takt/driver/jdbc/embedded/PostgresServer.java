package dev.takt.driver.jdbc.embedded;

import dev.takt.load.driver.DriverException;
import java.io.IOException;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.TimeUnit;
import org.jspecify.annotations.Nullable;

/// A running PostgreSQL server on a loopback port, with the durability that it has by default.
///
/// A small shell process stands between Takt and the server: it keeps the terminal's Ctrl-C from
/// the server, which must outlive the last operation, and it stops the server as soon as its
/// standard input ends, which happens on [#close] and also when Takt is killed.
public final class PostgresServer implements AutoCloseable {

  private static final long START_SECONDS = 30;
  private static final Duration STOP_PATIENCE = Duration.ofSeconds(10);

  /// `$1` is the folder to remove at the end, or empty; the rest is the server's command.
  private static final String KEEPER =
      """
      trap '' INT HUP TERM
      remove=$1; shift
      exec 3<&0
      "$@" </dev/null 3<&- &
      server=$!
      { cat >/dev/null; kill -INT $server; } <&3 &
      watcher=$!
      exec 3<&- </dev/null
      wait $server
      code=$?
      kill -KILL $watcher 2>/dev/null
      if [ -n "$remove" ]; then rm -rf -- "$remove"; fi
      exit $code
      """;

  private final Process keeper;
  private final int port;

  private PostgresServer(Process keeper, int port) {
    this.keeper = keeper;
    this.port = port;
  }

  /// Starts a server with a new database cluster, of which nothing is left when it has ended.
  ///
  /// @param log where the output of the server and its tools is appended
  public static PostgresServer startTemporary(Path binaries, Path log) throws DriverException {
    try {
      Path data = Files.createTempDirectory("takt-postgres-");
      try {
        initialise(binaries, data, log);
        return start(binaries, data, freePort(), log, true);
      } catch (DriverException e) {
        Folders.delete(data);
        throw e;
      }
    } catch (IOException e) {
      throw failure("cannot make a folder for the data: " + e.getMessage(), log, e);
    }
  }

  /// Makes a database cluster with the superuser `postgres` and no password in an empty or new
  /// folder.
  static void initialise(Path binaries, Path data, Path log) throws DriverException {
    List<String> command = new ArrayList<>(withoutRoot());
    command.add(binaries.resolve("bin/initdb").toString());
    command.addAll(
        List.of("--pgdata", data.toString(), "--username", "postgres", "--auth", "trust"));
    command.addAll(List.of("--encoding", "UTF-8", "--no-locale", "--no-sync"));
    try {
      Process initdb = redirected(command, log).start();
      if (!initdb.waitFor(START_SECONDS, TimeUnit.SECONDS)) {
        initdb.destroyForcibly();
        throw failure("initdb did not end within " + START_SECONDS + " s", log, null);
      }
      if (initdb.exitValue() != 0) {
        throw failure("initdb ended with exit code " + initdb.exitValue(), log, null);
      }
    } catch (IOException e) {
      throw failure("initdb cannot be started: " + e.getMessage(), log, e);
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      throw failure("interrupted", log, e);
    }
  }

  /// Starts a server on a folder that [#initialise] has made, and waits until it answers.
  ///
  /// @param removeData whether the folder is deleted when the server has ended
  static PostgresServer start(Path binaries, Path data, int port, Path log, boolean removeData)
      throws DriverException {
    try {
      List<String> stale = state(data);
      Process keeper = redirected(serverCommand(binaries, data, port, removeData), log).start();
      PostgresServer server = new PostgresServer(keeper, port);
      try {
        server.awaitReady(data, stale, log);
      } catch (DriverException e) {
        server.close();
        throw e;
      }
      return server;
    } catch (IOException e) {
      throw failure("the server cannot be started: " + e.getMessage(), log, e);
    }
  }

  /// A loopback port that nobody listens on.
  static int freePort() throws DriverException {
    try (ServerSocket socket = new ServerSocket(0, 1, InetAddress.getLoopbackAddress())) {
      return socket.getLocalPort();
    } catch (IOException e) {
      throw new DriverException("postgres:embedded: no free port on 127.0.0.1", e);
    }
  }

  /// The JDBC URL of its database `postgres`, user included.
  public String url() {
    return "jdbc:postgresql://127.0.0.1:" + port + "/postgres?user=postgres";
  }

  /// Whether the server is there.
  public boolean isAlive() {
    return keeper.isAlive();
  }

  /// Stops the server, by force if it does not end within 10 s. May be called more than once.
  @Override
  public void close() {
    close(STOP_PATIENCE);
  }

  void close(Duration patience) {
    try {
      keeper.getOutputStream().close();
    } catch (IOException _) {
      // The pipe is broken because the keeper has ended.
    }
    try {
      if (keeper.waitFor(patience)) {
        return;
      }
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    }
    // The keeper itself is left to clean up.
    keeper.descendants().forEach(ProcessHandle::destroyForcibly);
  }

  private void awaitReady(Path data, List<String> stale, Path log) throws DriverException {
    long deadline = System.nanoTime() + TimeUnit.SECONDS.toNanos(START_SECONDS);
    try {
      while (!isReady(state(data), stale)) {
        if (!keeper.isAlive()) {
          throw failure("the server ended with exit code " + keeper.exitValue(), log, null);
        }
        if (System.nanoTime() - deadline > 0) {
          throw failure("the server was not ready within " + START_SECONDS + " s", log, null);
        }
        Thread.sleep(10);
      }
    } catch (IOException e) {
      throw failure("cannot read the server's state: " + e.getMessage(), log, e);
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      throw failure("interrupted", log, e);
    }
  }

  /// What the server says of itself in its pid file: first its process id, in the eighth line its
  /// state. A server that was killed leaves a stale file behind.
  private static List<String> state(Path data) throws IOException {
    Path file = data.resolve("postmaster.pid");
    return Files.exists(file) ? Files.readAllLines(file, StandardCharsets.UTF_8) : List.of();
  }

  private static boolean isReady(List<String> state, List<String> stale) {
    return state.size() >= 8
        && state.get(7).strip().equals("ready")
        && (stale.isEmpty() || !stale.getFirst().equals(state.getFirst()));
  }

  private static List<String> serverCommand(
      Path binaries, Path data, int port, boolean removeData) {
    List<String> command = new ArrayList<>();
    if (isInstalled("setsid")) {
      command.add("setsid"); // out of reach of the terminal's Ctrl-C
    }
    command.addAll(List.of("sh", "-c", KEEPER, "takt-postgres", removeData ? "" + data : ""));
    command.addAll(withoutRoot());
    command.addAll(
        List.of(
            binaries.resolve("bin/postgres").toString(), "-D", data.toString(), "-p", "" + port));
    for (String setting :
        List.of("listen_addresses=127.0.0.1", "unix_socket_directories=", "max_connections=500")) {
      command.addAll(List.of("-c", setting));
    }
    return command;
  }

  /// PostgreSQL refuses to run as root. In a user namespace of its own it is nobody.
  private static List<String> withoutRoot() {
    boolean root = "root".equals(System.getProperty("user.name"));
    return root && isInstalled("unshare") ? List.of("unshare", "--user") : List.of();
  }

  private static boolean isInstalled(String command) {
    String path = System.getenv("PATH");
    return path != null
        && List.of(path.split(":", -1)).stream()
            .anyMatch(folder -> Files.isExecutable(Path.of(folder, command)));
  }

  private static ProcessBuilder redirected(List<String> command, Path log) {
    ProcessBuilder builder = new ProcessBuilder(command);
    builder.redirectErrorStream(true);
    builder.redirectOutput(ProcessBuilder.Redirect.appendTo(log.toFile()));
    builder.environment().keySet().removeIf(name -> name.startsWith("PG"));
    return builder;
  }

  private static DriverException failure(String what, Path log, @Nullable Throwable cause) {
    String message = "postgres:embedded: " + what + "; its log is " + log + tail(log);
    return cause == null ? new DriverException(message) : new DriverException(message, cause);
  }

  private static String tail(Path log) {
    try {
      List<String> lines = Files.readAllLines(log, StandardCharsets.UTF_8);
      List<String> last = lines.subList(Math.max(0, lines.size() - 5), lines.size());
      return last.isEmpty() ? "" : " and ends with:\n  " + String.join("\n  ", last);
    } catch (IOException e) {
      return "";
    }
  }
}
