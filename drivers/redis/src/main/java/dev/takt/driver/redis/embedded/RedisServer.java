package dev.takt.driver.redis.embedded;

import dev.takt.load.driver.DriverException;
import dev.takt.load.server.ManagedServer;
import java.io.IOException;
import java.io.InputStream;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.Socket;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.TimeUnit;

/// A running Redis server on a loopback port, without persistence.
public final class RedisServer implements AutoCloseable {

  private static final long START_SECONDS = 30;
  private static final int PING_MILLIS = 1000;
  private static final byte[] PING = "PING\r\n".getBytes(StandardCharsets.US_ASCII);

  private final ManagedServer server;
  private final int port;

  private RedisServer(ManagedServer server, int port) {
    this.server = server;
    this.port = port;
  }

  /// Starts an empty server and waits until it responds, even with an error. Its data directory is
  /// deleted when it ends.
  ///
  /// @param settings additional settings, each as `--name`, `value`
  /// @param log to which the server's output is appended
  public static RedisServer start(RedisBinary binary, List<String> settings, Path log)
      throws DriverException {
    try {
      int port = ManagedServer.freePort();
      Path data = Files.createTempDirectory("takt-redis-");
      ManagedServer kept =
          ManagedServer.start(
              "takt-redis", command(binary, port, data, settings), "TERM", data, log);
      RedisServer server = new RedisServer(kept, port);
      try {
        server.awaitReady();
      } catch (DriverException e) {
        server.close();
        throw e;
      }
      return server;
    } catch (IOException e) {
      throw new DriverException(
          "redis:embedded: the server cannot be started: " + e.getMessage(), e);
    }
  }

  private static List<String> command(
      RedisBinary binary, int port, Path data, List<String> settings) {
    List<String> command = new ArrayList<>();
    command.add(binary.file().toString());
    command.addAll(List.of("--port", Integer.toString(port), "--bind", "127.0.0.1"));
    command.addAll(List.of("--dir", data.toString(), "--save", "", "--appendonly", "no"));
    command.addAll(settings);
    return command;
  }

  private void awaitReady() throws DriverException {
    long deadline = System.nanoTime() + TimeUnit.SECONDS.toNanos(START_SECONDS);
    try {
      while (!answers()) {
        if (!server.isAlive()) {
          throw failure("the server ended with exit code " + server.exitCode());
        }
        if (System.nanoTime() - deadline > 0) {
          throw failure("the server did not answer within " + START_SECONDS + " s");
        }
        Thread.sleep(10);
      }
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      throw failure("interrupted");
    }
  }

  private boolean answers() {
    try (Socket socket = new Socket()) {
      socket.connect(new InetSocketAddress(InetAddress.getLoopbackAddress(), port), PING_MILLIS);
      socket.setSoTimeout(PING_MILLIS);
      socket.getOutputStream().write(PING);
      InputStream in = socket.getInputStream();
      return in.read() >= 0;
    } catch (IOException e) {
      return false;
    }
  }

  private DriverException failure(String what) {
    return new DriverException("redis:embedded: " + what + "; " + server.logTail());
  }

  /// Host and port.
  public String address() {
    return "127.0.0.1:" + port;
  }

  /// Its port on 127.0.0.1.
  public int port() {
    return port;
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
