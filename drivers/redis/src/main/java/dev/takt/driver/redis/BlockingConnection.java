package dev.takt.driver.redis;

import dev.takt.driver.redis.RespReader.Token;
import dev.takt.load.driver.Endpoint;
import dev.takt.load.driver.WireDriver.Tls;
import java.io.Closeable;
import java.io.EOFException;
import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.net.Socket;
import java.nio.ByteBuffer;
import java.nio.channels.Channels;
import java.nio.channels.SocketChannel;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.List;
import javax.net.ssl.SSLParameters;
import javax.net.ssl.SSLSocket;
import org.jspecify.annotations.Nullable;

/// A blocking connection for the preparations before the run, with one command at a time.
final class BlockingConnection implements AutoCloseable {

  /// Time limit for everything until the server is ready.
  static final Duration CONNECT_TIMEOUT = Duration.ofSeconds(10);

  /// Time limit of each later command, which can be slow, such as a script that fills a database.
  private static final Duration COMMAND_TIMEOUT = Duration.ofMinutes(2);

  private static final int MAX_REPLY_BYTES = 64 * 1024 * 1024;

  /// A reply.
  ///
  /// @param isError whether any part of it is an error
  /// @param text of the error, or of the first value
  record Reply(boolean isError, String text) {}

  /// Thrown for bytes that are not a reply.
  static final class MalformedReplyException extends IOException {
    private static final long serialVersionUID = 1;

    /// The first bytes received, as printable text.
    final String beginning;

    MalformedReplyException(String beginning) {
      super("not a Redis reply");
      this.beginning = beginning;
    }
  }

  private final Closeable connection;
  private final InputStream replies;
  private final OutputStream requests;
  private final ConnectionDeadline deadline;
  private final RespReader reader = new RespReader();
  private ByteBuffer in = ByteBuffer.allocate(16 * 1024);

  private BlockingConnection(
      Closeable connection,
      InputStream replies,
      OutputStream requests,
      ConnectionDeadline deadline) {
    this.connection = connection;
    this.replies = replies;
    this.requests = requests;
    this.deadline = deadline;
    reader.keepStrings(true);
  }

  /// @param opening time limit for connecting and for all commands before [#startCommandTimeouts]
  static BlockingConnection open(Endpoint endpoint, Duration opening) throws IOException {
    SocketChannel channel = endpoint.connect(opening);
    ConnectionDeadline deadline = new ConnectionDeadline(channel, opening);
    try {
      Tls tls = endpoint.tls();
      if (tls != null) {
        SSLSocket secure = startTls(channel.socket(), tls);
        return new BlockingConnection(
            secure, secure.getInputStream(), secure.getOutputStream(), deadline);
      }
      return new BlockingConnection(
          channel, Channels.newInputStream(channel), Channels.newOutputStream(channel), deadline);
    } catch (IOException e) {
      deadline.close();
      channel.close();
      throw deadline.toTimeout(e);
    } catch (RuntimeException e) {
      deadline.close();
      channel.close();
      throw e;
    }
  }

  /// Ends the opening: each later command has its own time limit.
  void startCommandTimeouts() {
    deadline.restart(COMMAND_TIMEOUT);
  }

  private static SSLSocket startTls(Socket socket, Tls tls) throws IOException {
    SSLSocket secure =
        (SSLSocket)
            tls.context()
                .getSocketFactory()
                .createSocket(socket, tls.host(), socket.getPort(), true);
    if (tls.checkHost()) {
      SSLParameters parameters = secure.getSSLParameters();
      parameters.setEndpointIdentificationAlgorithm("HTTPS");
      secure.setSSLParameters(parameters);
    }
    secure.startHandshake();
    return secure;
  }

  /// Sends a command and waits for the reply.
  Reply call(List<String> words) throws IOException {
    try {
      return answerTo(words);
    } catch (IOException e) {
      throw deadline.toTimeout(e);
    }
  }

  private Reply answerTo(List<String> words) throws IOException {
    requests.write(Resp.command(words));
    reader.reset();
    Reply first = null;
    while (true) {
      in.flip();
      int before = in.position();
      Token token = reader.next(in);
      Reply reply = replyOf(token, before);
      in.compact();
      if (token == Token.INCOMPLETE) {
        fill();
        continue;
      }
      if (reply != null && (first == null || (reply.isError() && !first.isError()))) {
        first = reply;
      }
      if (reader.isComplete()) {
        return first == null ? new Reply(false, "") : first;
      }
    }
  }

  private @Nullable Reply replyOf(Token token, int before) throws MalformedReplyException {
    return switch (token) {
      case INCOMPLETE, ARRAY, MAP, SET -> null;
      case MALFORMED -> throw new MalformedReplyException(readable(before, in.limit()));
      case ERROR -> new Reply(true, readable(reader.start(), reader.end()));
      default -> new Reply(false, text(reader.start(), reader.end()));
    };
  }

  private void fill() throws IOException {
    if (!in.hasRemaining()) {
      if (in.capacity() >= MAX_REPLY_BYTES) {
        throw new IOException("a reply larger than 64 MiB");
      }
      in = ByteBuffer.allocate(2 * in.capacity()).put(in.flip());
    }
    int received = replies.read(in.array(), in.position(), in.remaining());
    if (received < 0) {
      throw new EOFException();
    }
    in.position(in.position() + received);
  }

  private String text(int from, int to) {
    return new String(in.array(), from, to - from, StandardCharsets.UTF_8);
  }

  /// Untrusted text, as one short printable line.
  private String readable(int from, int to) {
    String text = text(from, Math.min(to, from + 300));
    return text.replaceAll("[\\p{Cntrl}\\p{Cf}\\uFFFD]+", " ").strip();
  }

  @Override
  public void close() throws IOException {
    deadline.close();
    connection.close();
  }
}
