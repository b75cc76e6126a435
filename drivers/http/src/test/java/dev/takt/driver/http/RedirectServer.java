package dev.takt.driver.http;

import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStreamReader;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.net.Socket;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.atomic.AtomicInteger;

/// A server on loopback with a fixed response for each path. It closes a connection after a
/// response with `Connection: close` or without a length.
final class RedirectServer implements AutoCloseable {

  private final ServerSocket listener;
  private final Map<String, String> answers = new ConcurrentHashMap<>();
  private final List<String> heads = new CopyOnWriteArrayList<>();
  private final AtomicInteger connections = new AtomicInteger();

  RedirectServer() throws IOException {
    listener = new ServerSocket(0, 50, InetAddress.getLoopbackAddress());
    Thread.ofVirtual().start(this::accept);
  }

  void answer(String path, String answer) {
    answers.put(path, answer);
  }

  String url(String path) {
    return "http://127.0.0.1:" + listener.getLocalPort() + path;
  }

  List<String> heads() {
    return heads;
  }

  List<String> paths() {
    return heads.stream().map(head -> head.split(" ", 3)[1]).toList();
  }

  int connections() {
    return connections.get();
  }

  private void accept() {
    while (!listener.isClosed()) {
      try {
        Socket socket = listener.accept();
        connections.incrementAndGet();
        Thread.ofVirtual().start(() -> serve(socket));
      } catch (IOException e) {
        return;
      }
    }
  }

  private void serve(Socket socket) {
    try (socket) {
      BufferedReader in =
          new BufferedReader(
              new InputStreamReader(socket.getInputStream(), StandardCharsets.ISO_8859_1));
      boolean open = true;
      while (open) {
        StringBuilder head = new StringBuilder();
        String line = in.readLine();
        while (line != null && !line.isEmpty()) {
          head.append(line).append('\n');
          line = in.readLine();
        }
        if (line == null) {
          return;
        }
        heads.add(head.toString());
        String answer = answers.getOrDefault(head.toString().split(" ", 3)[1], "");
        socket.getOutputStream().write(answer.getBytes(StandardCharsets.ISO_8859_1));
        open = answer.contains("Content-Length") && !answer.contains("Connection: close");
      }
    } catch (IOException e) {
      // The client has disconnected.
    }
  }

  @Override
  public void close() throws IOException {
    listener.close();
  }
}
