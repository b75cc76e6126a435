package dev.takt.cli.once;

import java.io.BufferedInputStream;
import java.io.IOException;
import java.io.InputStream;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.net.Socket;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.atomic.AtomicInteger;

/// A server on loopback with a fixed answer for each path, as bytes; without one it never answers.
final class PathServer implements AutoCloseable {

  private final ServerSocket listener;
  private final Map<String, byte[]> answers = new ConcurrentHashMap<>();
  private final List<String> requests = new CopyOnWriteArrayList<>();
  private final List<Socket> sockets = new CopyOnWriteArrayList<>();
  private final AtomicInteger connections = new AtomicInteger();

  PathServer() throws IOException {
    listener = new ServerSocket(0, 50, InetAddress.getLoopbackAddress());
    Thread.ofVirtual().start(this::accept);
  }

  PathServer answer(String path, String headers, String body) {
    return answer(path, headers, body.getBytes(StandardCharsets.UTF_8));
  }

  PathServer answer(String path, String headers, byte[] body) {
    return raw(
        path, "HTTP/1.1 " + headers + "\r\nContent-Length: " + body.length + "\r\n\r\n", body);
  }

  PathServer raw(String path, String head, byte[] body) {
    byte[] start = head.getBytes(StandardCharsets.ISO_8859_1);
    byte[] all = new byte[start.length + body.length];
    System.arraycopy(start, 0, all, 0, start.length);
    System.arraycopy(body, 0, all, start.length, body.length);
    answers.put(path, all);
    return this;
  }

  String url() {
    return "http://127.0.0.1:" + listener.getLocalPort() + "/";
  }

  String authority() {
    return "127.0.0.1:" + listener.getLocalPort();
  }

  /// First lines.
  List<String> requests() {
    return requests;
  }

  int connections() {
    return connections.get();
  }

  private void accept() {
    while (!listener.isClosed()) {
      try {
        Socket socket = listener.accept();
        sockets.add(socket);
        connections.incrementAndGet();
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
        StringBuilder head = new StringBuilder();
        while (head.indexOf("\r\n\r\n") < 0) {
          int next = in.read();
          if (next < 0) {
            return;
          }
          head.append((char) next);
        }
        int length =
            head.toString()
                .lines()
                .filter(each -> each.startsWith("Content-Length: "))
                .mapToInt(each -> Integer.parseInt(each.substring(16)))
                .findFirst()
                .orElse(0);
        in.readNBytes(length);
        requests.add(head.substring(0, head.indexOf("\r\n")));
        byte[] answer = answers.get(head.toString().split(" ", 3)[1].split("\\?", 2)[0]);
        if (answer != null) {
          socket.getOutputStream().write(answer);
        }
      }
    } catch (IOException e) {
      // The client has disconnected.
    }
  }

  @Override
  public void close() throws IOException {
    listener.close();
    for (Socket each : sockets) {
      each.close();
    }
  }
}
