package dev.takt.driver.redis;

import java.io.BufferedInputStream;
import java.io.DataInputStream;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.ServerSocket;
import java.net.Socket;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;
import javax.net.ssl.SSLContext;
import org.jspecify.annotations.Nullable;

/// A Redis server in states that are hard to reach with a real one.
final class FakeServer implements AutoCloseable {

  /// The behaviour of a server.
  @FunctionalInterface
  interface Script {

    /// @param command its words, separated by spaces
    /// @return the bytes to send, with `_` for a line end; null to close the connection
    @Nullable String reply(int connection, String command);
  }

  private final ServerSocket listener;
  private final Script script;
  private final @Nullable String first;
  private final Thread accepting;
  private int connections;
  final List<String> commands = new CopyOnWriteArrayList<>();

  FakeServer(Script script) {
    this(script, null, null);
  }

  /// @param first sent to each client, before the connection is closed
  FakeServer(String first) {
    this((connection, command) -> null, first, null);
  }

  FakeServer(Script script, @Nullable String first, @Nullable SSLContext tls) {
    this.script = script;
    this.first = first;
    try {
      listener =
          tls == null ? new ServerSocket() : tls.getServerSocketFactory().createServerSocket();
      listener.bind(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0));
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
    accepting = Thread.ofVirtual().start(this::accept);
  }

  int port() {
    return listener.getLocalPort();
  }

  private void accept() {
    while (!listener.isClosed()) {
      try {
        Socket socket = listener.accept();
        int number = connections++;
        Thread.ofVirtual().start(() -> serve(socket, number));
      } catch (IOException e) {
        return;
      }
    }
  }

  private void serve(Socket accepted, int number) {
    try (Socket socket = accepted;
        DataInputStream in =
            new DataInputStream(new BufferedInputStream(socket.getInputStream()))) {
      if (first != null) {
        send(socket, first);
        // Closing with unread bytes would cause a reset, which can overtake the sent bytes.
        String ignored = command(in);
        return;
      }
      while (true) {
        String command = command(in);
        commands.add(command);
        String reply = script.reply(number, command);
        if (reply == null) {
          return;
        }
        send(socket, reply);
      }
    } catch (IOException e) {
      // The client has disconnected.
    }
  }

  private static void send(Socket socket, String text) throws IOException {
    socket.getOutputStream().write(text.replace("_", "\r\n").getBytes(StandardCharsets.UTF_8));
    socket.getOutputStream().flush();
  }

  private static String command(DataInputStream in) throws IOException {
    List<String> words = new ArrayList<>();
    int count = Integer.parseInt(line(in).substring(1));
    for (int i = 0; i < count; i++) {
      byte[] word = new byte[Integer.parseInt(line(in).substring(1))];
      in.readFully(word);
      String ignored = line(in);
      words.add(new String(word, StandardCharsets.UTF_8));
    }
    return String.join(" ", words);
  }

  private static String line(DataInputStream in) throws IOException {
    StringBuilder line = new StringBuilder();
    for (byte b = in.readByte(); b != '\n'; b = in.readByte()) {
      if (b != '\r') {
        line.append((char) b);
      }
    }
    return line.toString();
  }

  @Override
  public void close() throws IOException, InterruptedException {
    listener.close();
    accepting.join();
  }
}
