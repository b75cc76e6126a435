package dev.takt.driver.http;

import java.io.BufferedInputStream;
import java.io.IOException;
import java.io.InputStream;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.net.Socket;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.function.Function;

/// A server on loopback whose answers are a function of the requests.
final class StepServer implements AutoCloseable {

  /// A request, as its text.
  record Request(String head, String body) {

    String path() {
      return head.split(" ", 3)[1];
    }

    /// The value of a header; empty if it is absent.
    String header(String name) {
      return head.lines()
          .filter(line -> line.regionMatches(true, 0, name + ":", 0, name.length() + 1))
          .map(line -> line.substring(name.length() + 1).strip())
          .findFirst()
          .orElse("");
    }
  }

  private final ServerSocket listener;
  private final Function<Request, String> answers;
  private final List<Request> requests = new CopyOnWriteArrayList<>();
  private final List<Socket> sockets = new CopyOnWriteArrayList<>();

  /// @param answers whole answers, or an empty text for a connection that is closed
  StepServer(Function<Request, String> answers) throws IOException {
    this.answers = answers;
    this.listener = new ServerSocket(0, 600, InetAddress.getLoopbackAddress());
    Thread.ofVirtual().start(this::accept);
  }

  static String answer(String statusAndHeaders, String body) {
    return "HTTP/1.1 "
        + statusAndHeaders
        + "\r\nContent-Length: "
        + body.length()
        + "\r\n\r\n"
        + body;
  }

  String url() {
    return "http://127.0.0.1:" + listener.getLocalPort() + "/";
  }

  List<Request> requests() {
    return new ArrayList<>(requests);
  }

  private void accept() {
    while (!listener.isClosed()) {
      try {
        Socket socket = listener.accept();
        sockets.add(socket);
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
        Request first = new Request(head.toString(), "");
        String length = first.header("Content-Length");
        byte[] body = in.readNBytes(length.isEmpty() ? 0 : Integer.parseInt(length));
        Request request = new Request(head.toString(), new String(body, StandardCharsets.UTF_8));
        requests.add(request);
        String answer = answers.apply(request);
        if (answer.isEmpty()) {
          return;
        }
        socket.getOutputStream().write(answer.getBytes(StandardCharsets.ISO_8859_1));
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
