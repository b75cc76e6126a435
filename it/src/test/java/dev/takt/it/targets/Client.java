package dev.takt.it.targets;

import java.io.BufferedInputStream;
import java.io.EOFException;
import java.io.IOException;
import java.io.InputStream;
import java.net.InetAddress;
import java.net.Socket;
import java.nio.charset.StandardCharsets;

/// A plain HTTP client of one connection that shows what really comes.
final class Client implements AutoCloseable {

  private static final byte[] GET = Answers.ascii("GET / HTTP/1.1\r\nHost: localhost\r\n\r\n");

  private final Socket socket;
  private final InputStream in;

  Client(Target target) throws IOException {
    this(new Socket(InetAddress.getLoopbackAddress(), target.port()));
  }

  Client(Socket socket) throws IOException {
    this.socket = socket;
    socket.setTcpNoDelay(true);
    socket.setSoTimeout(10_000);
    in = new BufferedInputStream(socket.getInputStream());
  }

  void timeout(int millis) throws IOException {
    socket.setSoTimeout(millis);
  }

  void send() throws IOException {
    send(GET);
  }

  void send(byte[] request) throws IOException {
    socket.getOutputStream().write(request);
  }

  /// Reads a whole answer.
  ///
  /// @return its status
  /// @throws EOFException if it is cut off
  int receive() throws IOException {
    StringBuilder head = new StringBuilder();
    while (head.indexOf("\r\n\r\n") < 0) {
      int b = in.read();
      if (b < 0) {
        throw new EOFException("after " + head.length() + " bytes of the head");
      }
      head.append((char) b);
    }
    byte[] bytes = head.toString().getBytes(StandardCharsets.US_ASCII);
    in.skipNBytes(Requests.contentLength(bytes, bytes.length));
    return Integer.parseInt(head.substring(9, 12));
  }

  int get() throws IOException {
    send();
    return receive();
  }

  @Override
  public void close() throws IOException {
    socket.close();
  }
}
