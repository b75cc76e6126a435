package dev.takt.driver.http;

import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStreamReader;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.net.Socket;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.atomic.AtomicInteger;

/// A server on loopback that knows which requests came over which connection. It answers each after
/// a delay.
final class ConnectionServer implements AutoCloseable {

  /// The paths of the requests on one connection, in their order.
  static final class Served {
    final List<String> paths = new CopyOnWriteArrayList<>();
    volatile boolean isClosed;
  }

  /// How the first and the last path of a user end.
  private static final String FIRST = "/1";

  private static final String LAST = "/3";

  private final ServerSocket listener;
  private final int delayMillis;
  private final int max;
  private final List<Served> connections = new CopyOnWriteArrayList<>();
  private final AtomicInteger users = new AtomicInteger();
  private final AtomicInteger mostUsers = new AtomicInteger();

  /// @param max how many connections it accepts: it stops to listen then
  ConnectionServer(int delayMillis, int max) throws IOException {
    this.delayMillis = delayMillis;
    this.max = max;
    listener = new ServerSocket(0, 600, InetAddress.getLoopbackAddress());
    Thread.ofVirtual().start(this::accept);
  }

  String url() {
    return "http://127.0.0.1:" + listener.getLocalPort() + "/";
  }

  /// Those that have carried a request.
  List<Served> used() {
    return connections.stream().filter(each -> !each.paths.isEmpty()).toList();
  }

  List<Served> all() {
    return connections;
  }

  /// How many users were between their first request and their last answer at one time.
  int mostUsers() {
    return mostUsers.get();
  }

  private void accept() {
    try (listener) {
      while (connections.size() < max) {
        Socket socket = listener.accept();
        Served served = new Served();
        connections.add(served);
        Thread.ofVirtual().start(() -> serve(socket, served));
      }
    } catch (IOException e) {
      // Closed.
    }
  }

  private void serve(Socket socket, Served served) {
    try (socket) {
      BufferedReader in =
          new BufferedReader(
              new InputStreamReader(socket.getInputStream(), StandardCharsets.ISO_8859_1));
      for (String first = in.readLine(); first != null; first = in.readLine()) {
        String path = first.split(" ", 3)[1];
        if (path.endsWith(FIRST)) {
          mostUsers.accumulateAndGet(users.incrementAndGet(), Math::max);
        }
        served.paths.add(path);
        String line = in.readLine();
        while (line != null && !line.isEmpty()) {
          line = in.readLine();
        }
        Thread.sleep(delayMillis);
        if (path.endsWith(LAST)) {
          users.decrementAndGet();
        }
        String answer = "HTTP/1.1 200 OK\r\nContent-Length: 2\r\n\r\nok";
        socket.getOutputStream().write(answer.getBytes(StandardCharsets.ISO_8859_1));
      }
    } catch (IOException | InterruptedException e) {
      // The client has disconnected.
    } finally {
      served.isClosed = true;
    }
  }

  @Override
  public void close() throws IOException {
    listener.close();
  }
}
