package dev.takt.it.targets;

import java.io.IOException;
import java.io.OutputStream;
import java.net.Socket;

/// Answers in plain text to whoever wants to speak TLS, as a web server does whose port was
/// confused.
public final class PlainTextOnTls extends SocketTarget {

  @Override
  public String url() {
    return "https://127.0.0.1:" + port() + "/";
  }

  @Override
  void serve(Socket socket) throws IOException {
    // A TLS client speaks first.
    if (socket.getInputStream().read() >= 0) {
      socket.getOutputStream().write(Answers.of("400 Bad Request", "speak plainly"));
    }
  }

  @Override
  boolean answer(Socket socket, OutputStream out, long n) {
    throw new AssertionError("no request is ever read");
  }
}
