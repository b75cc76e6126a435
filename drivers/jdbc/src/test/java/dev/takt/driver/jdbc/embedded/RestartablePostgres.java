package dev.takt.driver.jdbc.embedded;

import dev.takt.load.driver.DriverException;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.sql.SQLException;
import java.util.List;
import java.util.concurrent.TimeUnit;
import java.util.stream.Stream;

/// A server for tests that can be killed, frozen and restarted on its data.
public final class RestartablePostgres implements AutoCloseable {

  private final Path binaries;
  private final Path data;
  private final Path log;
  private final int port;
  private PostgresServer server;

  private RestartablePostgres(Path folder) throws DriverException {
    binaries = PostgresBinaries.unpacked(message -> {});
    data = folder.resolve("data");
    log = folder.resolve("postgres.log");
    port = PostgresServer.freePort();
    PostgresServer.initialise(binaries, data, log);
    server = PostgresServer.start(binaries, data, port, log, false);
  }

  public static RestartablePostgres start(Path folder) throws DriverException {
    return new RestartablePostgres(folder);
  }

  public String url() {
    return server.url();
  }

  public String answer(String sql) throws SQLException {
    return PostgresServerTest.answer(url(), sql);
  }

  /// Kills the server and all of its processes with SIGKILL.
  public void kill() throws Exception {
    List<ProcessHandle> all = processes();
    for (ProcessHandle process : all) {
      process.destroyForcibly();
    }
    for (ProcessHandle process : all) {
      process.onExit().get(5, TimeUnit.SECONDS);
    }
    server.close();
  }

  public void restart() throws DriverException {
    server = PostgresServer.start(binaries, data, port, log, false);
  }

  /// Stops all of its processes with SIGSTOP; returns the argument for [#thaw].
  public List<ProcessHandle> freeze() throws Exception {
    List<ProcessHandle> all = processes();
    for (ProcessHandle process : all) {
      PostgresServerTest.signal("STOP", process);
    }
    return all;
  }

  public static void thaw(List<ProcessHandle> frozen) throws Exception {
    for (ProcessHandle process : frozen) {
      PostgresServerTest.signal("CONT", process);
    }
  }

  /// Requires the right password for a user.
  public void requirePassword(String user) throws IOException, SQLException {
    Path rules = data.resolve("pg_hba.conf");
    String others = Files.readString(rules);
    Files.writeString(rules, "host all " + user + " 127.0.0.1/32 scram-sha-256\n" + others);
    answer("select pg_reload_conf()");
  }

  @Override
  public void close() {
    server.close();
  }

  private List<ProcessHandle> processes() throws Exception {
    ProcessHandle postmaster = PostgresServerTest.postmaster(data);
    return Stream.concat(Stream.of(postmaster), postmaster.descendants()).toList();
  }
}
