package dev.takt.driver.jdbc.embedded;

import dev.takt.load.driver.DriverException;
import dev.takt.load.server.Folders;
import dev.takt.load.server.ManagedServer;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.TimeUnit;
import org.jspecify.annotations.Nullable;

/// A running PostgreSQL server on a loopback port, with PostgreSQL's default durability.
public final class PostgresServer implements AutoCloseable {

  private static final long START_SECONDS = 30;

  /// Prefix of the environment variables that PostgreSQL's programs read.
  private static final String VARIABLES = "PG";

  private final ManagedServer server;
  private final int port;

  private PostgresServer(ManagedServer server, int port) {
    this.server = server;
    this.port = port;
  }

  /// Starts a server with a new database cluster, which is deleted when the server has ended.
  ///
  /// @param log to which the output of the server and its tools is appended
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

  /// Creates a database cluster in an empty or new folder, with the superuser `postgres` and no
  /// password.
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

  /// Starts a server on a folder created by [#initialise], and waits until it is ready.
  ///
  /// @param removeData whether to delete the folder when the server has ended
  static PostgresServer start(Path binaries, Path data, int port, Path log, boolean removeData)
      throws DriverException {
    try {
      List<String> stale = state(data);
      ManagedServer kept =
          ManagedServer.start(
              "takt-postgres",
              command(binaries, data, port),
              "INT",
              removeData ? data : null,
              log,
              VARIABLES);
      PostgresServer server = new PostgresServer(kept, port);
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

  /// A free loopback port.
  static int freePort() throws DriverException {
    try {
      return ManagedServer.freePort();
    } catch (IOException e) {
      throw new DriverException("postgres:embedded: no free port on 127.0.0.1", e);
    }
  }

  /// The JDBC URL of its database `postgres`, user included.
  public String url() {
    return "jdbc:postgresql://127.0.0.1:" + port + "/postgres?user=postgres";
  }

  /// Whether the server is running.
  public boolean isAlive() {
    return server.isAlive();
  }

  /// Stops the server, by force if it does not end within 10 s. Idempotent.
  @Override
  public void close() {
    server.close();
  }

  void close(Duration timeout) {
    server.close(timeout);
  }

  private void awaitReady(Path data, List<String> stale, Path log) throws DriverException {
    long deadline = System.nanoTime() + TimeUnit.SECONDS.toNanos(START_SECONDS);
    try {
      while (!isReady(state(data), stale)) {
        if (!server.isAlive()) {
          throw failure("the server ended with exit code " + server.exitCode(), log, null);
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

  /// The lines of the server's pid file: the first is its process id, the eighth its state. A
  /// killed server leaves a stale file behind.
  private static List<String> state(Path data) throws IOException {
    Path file = data.resolve("postmaster.pid");
    // The second line is a path, which may contain any bytes.
    return Files.exists(file) ? Files.readAllLines(file, StandardCharsets.ISO_8859_1) : List.of();
  }

  private static boolean isReady(List<String> state, List<String> stale) {
    return state.size() >= 8
        && state.get(7).strip().equals("ready")
        && (stale.isEmpty() || !stale.getFirst().equals(state.getFirst()));
  }

  private static List<String> command(Path binaries, Path data, int port) {
    List<String> command = new ArrayList<>(withoutRoot());
    command.addAll(
        List.of(
            binaries.resolve("bin/postgres").toString(), "-D", data.toString(), "-p", "" + port));
    for (String setting :
        List.of("listen_addresses=127.0.0.1", "unix_socket_directories=", "max_connections=500")) {
      command.addAll(List.of("-c", setting));
    }
    return command;
  }

  /// PostgreSQL refuses to run as root. In a new user namespace its user id is not 0.
  private static List<String> withoutRoot() {
    boolean root = "root".equals(System.getProperty("user.name"));
    return root && ManagedServer.isInstalled("unshare") ? List.of("unshare", "--user") : List.of();
  }

  private static ProcessBuilder redirected(List<String> command, Path log) {
    ProcessBuilder builder = new ProcessBuilder(command);
    builder.redirectErrorStream(true);
    builder.redirectOutput(ProcessBuilder.Redirect.appendTo(log.toFile()));
    builder.environment().keySet().removeIf(name -> name.startsWith(VARIABLES));
    return builder;
  }

  private static DriverException failure(String what, Path log, @Nullable Throwable cause) {
    String message = "postgres:embedded: " + what + "; " + ManagedServer.logTail(log);
    return cause == null ? new DriverException(message) : new DriverException(message, cause);
  }
}
