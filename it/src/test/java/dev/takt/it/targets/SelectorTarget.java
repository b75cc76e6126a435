package dev.takt.it.targets;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.StandardSocketOptions;
import java.nio.ByteBuffer;
import java.nio.channels.SelectionKey;
import java.nio.channels.Selector;
import java.nio.channels.ServerSocketChannel;
import java.nio.channels.SocketChannel;
import java.util.ArrayDeque;
import java.util.Arrays;
import java.util.Deque;

/// An HTTP/1.1 keep-alive server of one thread: a selector loop that answers every request with the
/// same bytes, at a time that the subclass decides. It makes no garbage per request.
abstract class SelectorTarget implements Target {

  private static final int BACKLOG = 4096;
  private static final long ONE_MILLISECOND = 1_000_000;

  private final Selector selector;
  private final ServerSocketChannel listener;
  private final int port;
  private final long[] arrivals;
  private final Deque<RequestReader> held = new ArrayDeque<>();
  private final Thread thread;
  private volatile boolean closed;
  private volatile long requests;
  private volatile int connections;
  private long releaseAt;

  /// @param port 0 for any that is free
  /// @param arrivalsKept of how many requests the time of arrival is kept
  SelectorTarget(int port, int arrivalsKept) {
    try {
      selector = Selector.open();
      listener = ServerSocketChannel.open();
      listener.setOption(StandardSocketOptions.SO_REUSEADDR, true);
      listener.bind(new InetSocketAddress(InetAddress.getLoopbackAddress(), port), BACKLOG);
      listener.configureBlocking(false);
      listener.register(selector, SelectionKey.OP_ACCEPT);
      this.port = ((InetSocketAddress) listener.getLocalAddress()).getPort();
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
    arrivals = new long[arrivalsKept];
    thread = Thread.ofPlatform().daemon().name(getClass().getSimpleName()).unstarted(this::loop);
  }

  /// To be called by the subclass when it is ready.
  final void start() {
    thread.start();
  }

  /// When to answer a request, on the monotonic clock; never decreasing.
  ///
  /// @param received when it was read; answered at once if that is the result
  abstract long answerAt(long received);

  @Override
  public final int port() {
    return port;
  }

  /// How many requests were read.
  public final long requests() {
    return requests;
  }

  /// How many connections were accepted.
  public final int connections() {
    return connections;
  }

  /// When the first requests were read, on the monotonic clock, in order: as many as are kept.
  public final long[] arrivals() {
    return Arrays.copyOf(arrivals, (int) Math.min(requests, arrivals.length));
  }

  private void loop() {
    try (selector;
        listener) {
      while (!closed) {
        await();
        releaseHeld();
      }
      for (SelectionKey key : selector.keys()) {
        key.channel().close();
      }
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  /// The last millisecond before held answers are due is spun away: a selector's time limit is too
  /// coarse.
  private void await() throws IOException {
    if (held.isEmpty()) {
      selector.select(this::ready);
      return;
    }
    long millis = (releaseAt - System.nanoTime()) / ONE_MILLISECOND;
    if (millis > 0) {
      selector.select(this::ready, millis);
    } else {
      selector.selectNow(this::ready);
    }
  }

  private void releaseHeld() {
    if (!held.isEmpty() && System.nanoTime() - releaseAt >= 0) {
      for (RequestReader r = held.poll(); r != null; r = held.poll()) {
        r.answer();
      }
    }
  }

  private void ready(SelectionKey key) {
    try {
      if (key.isAcceptable()) {
        accept();
      } else if (key.isReadable()) {
        read((RequestReader) key.attachment());
      }
    } catch (IOException _) {
      key.cancel();
      closeQuietly(key);
    }
  }

  private static void closeQuietly(SelectionKey key) {
    try {
      key.channel().close();
    } catch (IOException _) {
      // The connection is gone; that is all that was wanted.
    }
  }

  @SuppressWarnings("NonAtomicVolatileUpdate") // one writer
  private void accept() throws IOException {
    for (SocketChannel c = listener.accept(); c != null; c = listener.accept()) {
      c.configureBlocking(false);
      c.setOption(StandardSocketOptions.TCP_NODELAY, true);
      c.register(selector, SelectionKey.OP_READ, new RequestReader(c));
      connections++;
    }
  }

  private void read(RequestReader reader) throws IOException {
    int count = reader.read();
    if (count < 0) {
      reader.channel.close();
      return;
    }
    long now = System.nanoTime();
    for (int i = 0; i < count; i++) {
      arrived(now);
      long due = answerAt(now);
      if (due - now <= 0) {
        reader.answer();
      } else {
        releaseAt = due;
        held.add(reader);
      }
    }
  }

  @SuppressWarnings("NonAtomicVolatileUpdate") // one writer
  private void arrived(long now) {
    long n = requests;
    if (n < arrivals.length) {
      arrivals[(int) n] = now;
    }
    requests = n + 1;
  }

  @Override
  public void close() {
    closed = true;
    selector.wakeup();
    try {
      thread.join();
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    }
  }

  /// Finds the requests in what one connection sends.
  private static final class RequestReader {

    private static final int HEAD_END = 0x0D0A0D0A;

    private final SocketChannel channel;
    private final ByteBuffer in = ByteBuffer.allocateDirect(16 << 10);
    private final ByteBuffer answer = ByteBuffer.allocateDirect(Answers.OK.length).put(Answers.OK);
    private final byte[] head = new byte[8 << 10];
    private int headLength;
    private int lastFour;
    private int bodyLeft;

    RequestReader(SocketChannel channel) {
      this.channel = channel;
    }

    /// @return how many requests have become whole, or -1 if the connection has ended
    int read() throws IOException {
      in.clear();
      if (channel.read(in) < 0) {
        return -1;
      }
      in.flip();
      int whole = 0;
      while (in.hasRemaining()) {
        whole += bodyLeft > 0 ? readBody() : readHead(in.get());
      }
      return whole;
    }

    private int readBody() {
      int length = Math.min(bodyLeft, in.remaining());
      in.position(in.position() + length);
      bodyLeft -= length;
      return bodyLeft == 0 ? 1 : 0;
    }

    private int readHead(byte b) {
      head[headLength++] = b;
      lastFour = lastFour << 8 | b;
      if (lastFour != HEAD_END) {
        return 0;
      }
      // GET and HEAD have no body; others are not made for speed here.
      bodyLeft = head[0] == 'G' || head[0] == 'H' ? 0 : Requests.contentLength(head, headLength);
      headLength = 0;
      lastFour = 0;
      return bodyLeft == 0 ? 1 : 0;
    }

    /// The answer is far smaller than a socket's buffer, which is full only for a client that does
    /// not read: it is then cut off.
    void answer() {
      try {
        answer.flip();
        channel.write(answer);
        if (answer.hasRemaining()) {
          channel.close();
        }
        answer.position(answer.limit());
      } catch (IOException _) {
        // The client has left; the selector will tell.
        answer.position(answer.limit());
      }
    }
  }
}
