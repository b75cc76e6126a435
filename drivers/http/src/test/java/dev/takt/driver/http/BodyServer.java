package dev.takt.driver.http;

import java.io.BufferedInputStream;
import java.io.IOException;
import java.io.InputStream;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.net.Socket;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;

/// A server on loopback that reads bodies for one path. It answers all other requests without
/// reading their bodies, and closes.
final class BodyServer implements AutoCloseable {

  private final ServerSocket listener;
  private final String path;
  private final byte[] early;
  private final List<Integer> bodies = new CopyOnWriteArrayList<>();

  /// @param path whose request bodies are read
  /// @param early the response for other paths
  BodyServer(String path, String early) throws IOException {
    this.path = path;
    this.early = early.getBytes(StandardCharsets.US_ASCII);
    this.listener = new ServerSocket(0, 50, InetAddress.getLoopbackAddress());
    Thread.ofVirtual().start(this::accept);
  }

  String url(String requested) {
    return "http://127.0.0.1:" + listener.getLocalPort() + requested;
  }

  /// The lengths of the bodies that were read.
  List<Integer> bodies() {
    return bodies;
  }

  private void accept() {
    while (!listener.isClosed()) {
      try {
        Socket socket = listener.accept();
        Thread.ofVirtual().start(() -> serve(socket));
      } catch (IOException e) {
        return;
      }
    }
  }

  private void serve(Socket socket) {
    try (socket) {
      InputStream in = new BufferedInputStream(socket.getInputStream());
      while (true) {
        String head = head(in);
        if (!head.startsWith("POST " + path + " ")) {
          socket.getOutputStream().write(early);
          return;
        }
        String length = head.replaceFirst("(?s).*Content-Length: (\\d+).*", "$1");
        bodies.add(in.readNBytes(Integer.parseInt(length)).length);
        socket
            .getOutputStream()
            .write(
                "HTTP/1.1 200 OK\r\nContent-Length: 0\r\n\r\n".getBytes(StandardCharsets.US_ASCII));
      }
    } catch (IOException e) {
      // The client has disconnected.
    }
  }

  private static String head(InputStream in) throws IOException {
    StringBuilder head = new StringBuilder();
    while (head.indexOf("\r\n\r\n") < 0) {
      int next = in.read();
      if (next < 0) {
        throw new IOException("closed");
      }
      head.append((char) next);
    }
    return head.toString();
  }

  @Override
  public void close() throws IOException {
    listener.close();
  }
}
