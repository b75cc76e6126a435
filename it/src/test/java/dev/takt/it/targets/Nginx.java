package dev.takt.it.targets;

import static org.junit.jupiter.api.Assumptions.assumeTrue;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.net.Socket;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.concurrent.TimeUnit;

/// An nginx of one process, with HTTP/2 and prior knowledge. Tests are skipped where it is not
/// installed.
public final class Nginx implements Target {

  private static final Path PROGRAM = Path.of("/usr/sbin/nginx");

  private final int port;
  private final Process process;

  /// @param folder for its files
  public Nginx(Path folder) throws IOException, InterruptedException {
    assumeTrue(Files.isExecutable(PROGRAM), "nginx is not installed");
    try (ServerSocket free = new ServerSocket(0, 1, InetAddress.getLoopbackAddress())) {
      port = free.getLocalPort();
    }
    Files.writeString(folder.resolve("index.html"), "hello\n");
    Path settings = folder.resolve("nginx.conf");
    Files.writeString(
        settings,
        """
        daemon off;
        master_process off;
        pid nginx.pid;
        error_log error.log;
        events {}
        http {
          access_log off;
          client_body_temp_path a; proxy_temp_path b; fastcgi_temp_path c;
          uwsgi_temp_path d; scgi_temp_path e;
          server { listen 127.0.0.1:%d http2; root .; }
        }
        """
            .replace("%d", Integer.toString(port))
            .replace("root .", "root " + folder));
    process =
        new ProcessBuilder(
                List.of(PROGRAM.toString(), "-p", folder.toString(), "-c", settings.toString()))
            .redirectErrorStream(true)
            .redirectOutput(folder.resolve("output").toFile())
            .start();
    awaitPort();
  }

  private void awaitPort() throws IOException, InterruptedException {
    long deadline = System.nanoTime() + TimeUnit.SECONDS.toNanos(10);
    while (true) {
      try (Socket ignored = new Socket(InetAddress.getLoopbackAddress(), port)) {
        return;
      } catch (IOException e) {
        if (!process.isAlive() || System.nanoTime() - deadline > 0) {
          close();
          throw e;
        }
        Thread.sleep(10);
      }
    }
  }

  @Override
  public int port() {
    return port;
  }

  /// Its only process.
  public Process process() {
    return process;
  }

  @Override
  public void close() {
    process.destroyForcibly();
    try {
      var _ = process.waitFor();
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      throw new UncheckedIOException(new IOException("interrupted", e));
    }
  }
}
