package dev.takt.driver.http;

import java.io.IOException;
import java.io.InputStream;
import java.net.InetAddress;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.function.BiFunction;
import javax.net.ssl.SSLContext;
import javax.net.ssl.SSLServerSocket;
import javax.net.ssl.SSLSocket;

/// A server over TLS that chooses a protocol for each connection. It answers each request of
/// HTTP/1.1, and says the same to a client of HTTP/2.
final class AlpnServer implements AutoCloseable {

  private static final String ANSWER = "HTTP/1.1 200 OK\r\nContent-Length: 2\r\n\r\nok";

  private final SSLServerSocket listener;
  private final BiFunction<Integer, List<String>, String> choice;
  private final List<SSLSocket> sockets = new CopyOnWriteArrayList<>();

  /// What clients have offered by ALPN, by connection; none if they did not use it.
  final List<List<String>> offers = new CopyOnWriteArrayList<>();

  /// @param choice the protocol, by the number of the connection and what is offered
  AlpnServer(SSLContext tls, BiFunction<Integer, List<String>, String> choice) throws IOException {
    this.choice = choice;
    this.listener =
        (SSLServerSocket)
            tls.getServerSocketFactory()
                .createServerSocket(0, 100, InetAddress.getLoopbackAddress());
    Thread.ofVirtual().start(this::accept);
  }

  String url() {
    return "https://127.0.0.1:" + listener.getLocalPort() + "/";
  }

  private void accept() {
    while (!listener.isClosed()) {
      try {
        SSLSocket socket = (SSLSocket) listener.accept();
        sockets.add(socket);
        int number = offers.size();
        offers.add(List.of());
        socket.setHandshakeApplicationProtocolSelector((_, offered) -> {
          offers.set(number, List.copyOf(offered));
          return choice.apply(number, offered);
        });
        Thread.ofVirtual().start(() -> serve(socket));
      } catch (IOException e) {
        return;
      }
    }
  }

  private static void serve(SSLSocket socket) {
    try (socket) {
      InputStream in = socket.getInputStream();
      StringBuilder head = new StringBuilder();
      for (int next = in.read(); next >= 0; next = in.read()) {
        head.append((char) next);
        if (head.toString().endsWith("\r\n\r\n")) {
          head.setLength(0);
          socket.getOutputStream().write(ANSWER.getBytes(StandardCharsets.US_ASCII));
        }
      }
    } catch (IOException e) {
      // The client has disconnected.
    }
  }

  @Override
  public void close() throws IOException {
    listener.close();
    for (SSLSocket each : sockets) {
      each.close();
    }
  }
}
