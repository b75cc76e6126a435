import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.StandardSocketOptions;
import java.nio.ByteBuffer;
import java.nio.channels.SelectionKey;
import java.nio.channels.Selector;
import java.nio.channels.ServerSocketChannel;
import java.nio.channels.SocketChannel;
import java.nio.charset.StandardCharsets;
import java.util.concurrent.locks.LockSupport;

/// Answers each request with a token in JSON, and `GET /requests` with how many it has answered. One thread, which does
/// nothing for the first `freeze` of every `period` milliseconds: what a step should take is known. It knows just enough
/// of HTTP for requests that arrive in one piece, as those of `bench/journeys` do.
final class JourneyServer {

  private static final byte[] OK = answer("{\"token\": \"k7Qd0xwZbN2v\", \"status\": \"ok\", \"left\": 3}");

  private final Selector selector;
  private final ByteBuffer in = ByteBuffer.allocateDirect(1 << 16);
  private final ByteBuffer out = ByteBuffer.allocateDirect(1 << 16);
  private final long periodNanos;
  private final long freezeNanos;
  private long requests;

  private JourneyServer(int port, long periodMillis, long freezeMillis) throws IOException {
    periodNanos = periodMillis * 1_000_000;
    freezeNanos = freezeMillis * 1_000_000;
    selector = Selector.open();
    ServerSocketChannel listener = ServerSocketChannel.open();
    listener.bind(new InetSocketAddress(InetAddress.getLoopbackAddress(), port), 16384);
    listener.configureBlocking(false);
    listener.register(selector, SelectionKey.OP_ACCEPT);
  }

  public static void main(String[] arguments) throws IOException {
    JourneyServer server = new JourneyServer(
        Integer.parseInt(arguments[0]), Long.parseLong(arguments[1]), Long.parseLong(arguments[2]));
    while (true) {
      server.selector.select(server::serve);
    }
  }

  private void serve(SelectionKey key) {
    freeze();
    try {
      if (key.isAcceptable()) {
        SocketChannel accepted = ((ServerSocketChannel) key.channel()).accept();
        accepted.setOption(StandardSocketOptions.TCP_NODELAY, true);
        accepted.configureBlocking(false);
        accepted.register(selector, SelectionKey.OP_READ);
      } else {
        answer((SocketChannel) key.channel());
      }
    } catch (IOException e) {
      key.cancel();
    }
  }

  private void freeze() {
    long left = freezeNanos - System.nanoTime() % periodNanos;
    while (left > 0) {
      LockSupport.parkNanos(left);
      left = freezeNanos - System.nanoTime() % periodNanos;
    }
  }

  private void answer(SocketChannel client) throws IOException {
    in.clear();
    if (client.read(in) < 0) {
      client.close();
      return;
    }
    in.flip();
    boolean asksForCount = in.remaining() > 6 && in.get(0) == 'G' && in.get(5) == 'r';
    out.clear();
    out.put(asksForCount ? answer("" + requests) : OK);
    if (!asksForCount) {
      requests++;
    }
    out.flip();
    while (out.hasRemaining()) {
      client.write(out);
    }
  }

  private static byte[] answer(String body) {
    String head = "HTTP/1.1 200 OK\r\nContent-Type: application/json\r\nContent-Length: ";
    return (head + body.length() + "\r\n\r\n" + body).getBytes(StandardCharsets.US_ASCII);
  }
}
