package dev.takt.driver.cql.embedded;

import dev.takt.load.driver.DriverException;
import dev.takt.load.server.Folders;
import dev.takt.load.server.ManagedServer;
import java.io.IOException;
import java.net.InetSocketAddress;
import java.nio.file.FileSystemException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.TimeUnit;

/// A running Cassandra server on loopback ports, with Cassandra's default durability.
///
/// It is killed at the end, because its data is deleted with it: a shutdown would take seconds.
public final class CassandraServer implements AutoCloseable {

  private static final long START_SECONDS = 60;
  private static final String MAIN_CLASS = "org.apache.cassandra.service.CassandraDaemon";

  private static final String HOST = "127.0.0.1";

  /// One half of the ring ends here. The other one is for a second node.
  private static final long FIRST_TOKEN = -(1L << 62);

  private final CassandraSettings settings;
  private final CassandraNode node;
  private final ManagedServer server;
  private final Path log;

  private CassandraServer(
      CassandraSettings settings, CassandraNode node, ManagedServer server, Path log) {
    this.settings = settings;
    this.node = node;
    this.server = server;
    this.log = log;
  }

  /// Starts an empty server on `127.0.0.1`, and waits until it answers clients.
  ///
  /// @param log to which its output is appended
  public static CassandraServer start(CassandraSettings settings, Path log) throws DriverException {
    CassandraNode node = node(HOST, FIRST_TOKEN);
    return start(settings, node, node.storageAddress(), log);
  }

  /// Starts another node of a cluster, from the same settings.
  ///
  /// @param first the first node
  /// @param host its own address, such as `127.0.0.2`
  /// @param token where its part of the ring ends; that of the first node ends at -2^62
  /// @param log to which its output is appended
  public static CassandraServer join(CassandraServer first, String host, long token, Path log)
      throws DriverException {
    return start(first.settings, node(host, token), first.node.storageAddress(), log);
  }

  private static CassandraNode node(String host, long token) throws DriverException {
    try {
      return new CassandraNode(host, FreePort.find(host), FreePort.find(host), token);
    } catch (IOException e) {
      throw new DriverException("cassandra:embedded: " + e.getMessage(), e);
    }
  }

  static CassandraServer start(
      CassandraSettings settings, CassandraNode node, String seed, Path log)
      throws DriverException {
    CassandraServer server =
        new CassandraServer(settings, node, launch(settings, node, seed, log), log);
    try {
      server.awaitReady();
    } catch (DriverException e) {
      server.close();
      throw e;
    }
    return server;
  }

  private static ManagedServer launch(
      CassandraSettings settings, CassandraNode node, String seed, Path log)
      throws DriverException {
    try {
      ServerFiles files = ServerFiles.create(settings, node, seed);
      List<String> command = new ArrayList<>(MemoryLock.withoutIt());
      command.addAll(List.of(settings.jvm().java().toString(), "@" + files.options(), MAIN_CLASS));
      try {
        return ManagedServer.start("takt-cassandra", command, "KILL", files.folder(), log);
      } catch (IOException e) {
        Folders.delete(files.folder());
        throw e;
      }
    } catch (FileSystemException e) {
      throw new DriverException(
          "cassandra:embedded: cannot make a folder for the data in "
              + settings.dataParent()
              + (e.getReason() == null ? "" : ": " + e.getReason()),
          e);
    } catch (IOException e) {
      throw new DriverException(
          "cassandra:embedded: the server cannot be started: " + e.getMessage(), e);
    }
  }

  private void awaitReady() throws DriverException {
    long deadline = System.nanoTime() + TimeUnit.SECONDS.toNanos(START_SECONDS);
    try {
      while (!NativeProtocol.answers(address())) {
        if (!server.isAlive()) {
          throw failure("the server ended with exit code " + server.exitCode());
        }
        if (System.nanoTime() - deadline > 0) {
          throw failure("the server did not answer within " + START_SECONDS + " s");
        }
        Thread.sleep(20);
      }
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      throw failure("interrupted");
    }
  }

  private DriverException failure(String what) {
    String why =
        LoggedError.find(log)
            .map(error -> ": " + error + " (its log is " + log + ")")
            .orElseGet(() -> "; " + server.logTail());
    return new DriverException("cassandra:embedded: " + what + why);
  }

  /// Where clients connect to.
  public InetSocketAddress address() {
    return new InetSocketAddress(node.host(), node.nativePort());
  }

  /// Version and JVM: `Cassandra 5.0.9 on JDK 17`, and whether Cassandra's project supports that.
  public String describe() {
    CassandraJvm jvm = settings.jvm();
    return "Cassandra "
        + CassandraDownload.VERSION
        + " on JDK "
        + jvm.version()
        + (jvm.isSupported() ? "" : ", which Cassandra does not support");
  }

  /// Whether the server is running.
  public boolean isAlive() {
    return server.isAlive();
  }

  @Override
  public void close() {
    server.close();
  }
}
