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

/// Answers each request with 200 and `ok`, `GET /requests` with how many it has answered. One thread.
/// It knows just enough of HTTP for requests without a body that arrive in one piece, as those of
/// load generators do; bench/load uses it where there is no nginx.
final class OkServer {

  private static final byte[] OK = answer("ok");

  private final Selector selector;
  private final ByteBuffer in = ByteBuffer.allocateDirect(1 << 16);
  private final ByteBuffer out = ByteBuffer.allocateDirect(1 << 16);
  private long requests;

  private OkServer(int port) throws IOException {
    selector = Selector.open();
    ServerSocketChannel listener = ServerSocketChannel.open();
    listener.bind(new InetSocketAddress(InetAddress.getLoopbackAddress(), port), 4096);
    listener.configureBlocking(false);
    listener.register(selector, SelectionKey.OP_ACCEPT);
  }

  public static void main(String[] arguments) throws IOException {
    OkServer server = new OkServer(Integer.parseInt(arguments[0]));
    while (true) {
      server.selector.select(server::serve);
    }
  }

  private void serve(SelectionKey key) {
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

  private void answer(SocketChannel client) throws IOException {
    in.clear();
    if (client.read(in) < 0) {
      client.close();
      return;
    }
    in.flip();
    out.clear();
    boolean asksForCount = in.remaining() > 6 && in.get(5) == 'r';
    for (int i = 3; i < in.limit(); i++) {
      if (in.get(i) == '\n' && in.get(i - 2) == '\n') {
        requests++;
        out.put(asksForCount ? answer("" + requests) : OK);
      }
    }
    out.flip();
    while (out.hasRemaining()) {
      client.write(out);
    }
  }

  private static byte[] answer(String body) {
    String head = "HTTP/1.1 200 OK\r\nContent-Type: text/plain\r\nContent-Length: ";
    return (head + body.length() + "\r\n\r\n" + body).getBytes(StandardCharsets.US_ASCII);
  }
}
