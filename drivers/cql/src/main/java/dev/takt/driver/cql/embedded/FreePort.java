package dev.takt.driver.cql.embedded;

import java.io.IOException;
import java.net.BindException;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.util.concurrent.ThreadLocalRandom;

/// Finds ports for servers that bind them seconds later.
final class FreePort {

  /// Below the ports that Linux gives to outgoing connections: until the server binds it, no
  /// connection of any process can take the port.
  private static final int MIN_PORT = 20_000;

  private static final int MAX_PORT = 32_000;
  private static final int MAX_ATTEMPTS = 100;

  private FreePort() {}

  static int find(String host) throws IOException {
    InetAddress address = InetAddress.getByName(host);
    for (int i = 0; i < MAX_ATTEMPTS; i++) {
      int port = ThreadLocalRandom.current().nextInt(MIN_PORT, MAX_PORT);
      try (ServerSocket socket = new ServerSocket(port, 1, address)) {
        return socket.getLocalPort();
      } catch (BindException e) {
        // Another process has it.
      }
    }
    throw new BindException("no free port on " + host);
  }
}
