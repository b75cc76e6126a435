package dev.takt.load.wire;

import dev.takt.record.NanoClock;
import java.io.IOException;
import java.lang.foreign.MemorySegment;
import java.net.BindException;
import java.net.ConnectException;
import java.net.Inet4Address;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.NoRouteToHostException;
import java.net.ProtocolFamily;
import java.net.SocketAddress;
import java.net.StandardProtocolFamily;
import java.net.StandardSocketOptions;
import java.net.UnixDomainSocketAddress;
import java.nio.ByteBuffer;
import java.nio.channels.SelectionKey;
import java.nio.channels.Selector;
import java.nio.channels.ServerSocketChannel;
import java.nio.channels.SocketChannel;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.BitSet;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.concurrent.locks.LockSupport;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/// Sockets through `java.nio`, for systems without epoll.
///
/// A selector waits in whole milliseconds. The rest of a wait consists of short naps, and a reply
/// that arrives during a nap is seen after it: up to [#NAP_NANOS] and the system's timer delay
/// later.
final class NioSockets extends Sockets {

  /// The length of a nap. Shorter ones would cost more CPU time, and end hardly earlier.
  private static final long NAP_NANOS = 20_000;

  /// How much of a wait is left to naps, at least, because the selector may return later than
  /// asked.
  private static final long MIN_NAPPING_NANOS = 500_000;

  private static final long NANOS_PER_MILLI = 1_000_000;

  /// What messages of the JDK and of systems contain, and the errors that they stand for.
  private static final Map<String, Integer> ERRORS =
      Map.ofEntries(
          Map.entry("refused", SocketErrors.ECONNREFUSED),
          Map.entry("timed out", SocketErrors.ETIMEDOUT),
          Map.entry("reset", SocketErrors.ECONNRESET),
          Map.entry("forcibly closed", SocketErrors.ECONNRESET),
          Map.entry("broken pipe", SocketErrors.EPIPE),
          Map.entry("aborted", SocketErrors.EPIPE),
          Map.entry("no route", SocketErrors.EHOSTUNREACH),
          Map.entry("network is unreachable", SocketErrors.ENETUNREACH),
          Map.entry("too many open files", SocketErrors.EMFILE),
          Map.entry("assign requested address", SocketErrors.EADDRNOTAVAIL),
          Map.entry("bad address", SocketErrors.EFAULT),
          Map.entry("no such file", SocketErrors.ENOENT),
          Map.entry("permission denied", SocketErrors.EACCES),
          Map.entry("non-socket", SocketErrors.ENOTSOCK),
          Map.entry("protocol wrong type", SocketErrors.EPROTOTYPE),
          Map.entry("temporarily unavailable", SocketErrors.EAGAIN),
          Map.entry("address family", SocketErrors.EAFNOSUPPORT));

  private final Selector selector;
  private final Consumer<SelectionKey> collector = this::collect;

  /// By socket; null for a number that is not in use.
  private final List<@Nullable Channel> channels = new ArrayList<>();

  private final BitSet numbersInUse = new BitSet();

  /// The events of the last [#await].
  private int events;

  private int[] keys = new int[256];
  private int[] readiness = new int[256];

  /// Whether closed sockets are still registered. The system closes them at the next selection.
  private boolean hasClosed;

  /// Removes the timer slack of the calling thread.
  ///
  /// @throws IllegalStateException if the system refuses
  NioSockets() {
    TimerSlack.none();
    try {
      selector = Selector.open();
    } catch (IOException e) {
      throw new IllegalStateException("cannot make a selector: " + SocketErrors.text(errno(e)), e);
    }
  }

  static int errno(Exception e) {
    String message = String.valueOf(e.getMessage()).toLowerCase(Locale.ROOT);
    for (Map.Entry<String, Integer> each : ERRORS.entrySet()) {
      if (message.contains(each.getKey())) {
        return each.getValue();
      }
    }
    return switch (e) {
      // The text of the system may be in the user's language.
      case ConnectException _ -> SocketErrors.ECONNREFUSED;
      case NoRouteToHostException _ -> SocketErrors.EHOSTUNREACH;
      case BindException _ -> SocketErrors.EADDRNOTAVAIL;
      case UnsupportedOperationException _ -> SocketErrors.EAFNOSUPPORT;
      default -> SocketErrors.EIO;
    };
  }

  private Channel channel(int socket) {
    Channel channel = channels.get(socket);
    if (channel == null) {
      throw new IllegalStateException("no such socket: " + socket);
    }
    return channel;
  }

  @Override
  int connect(SocketAddress address) {
    SocketChannel channel = null;
    try {
      releaseClosed();
      channel = SocketChannel.open(family(address));
      prepare(channel);
      boolean connected = channel.connect(address);
      return number(new Channel(channel, !connected));
    } catch (IOException | UnsupportedOperationException e) {
      closeQuietly(channel);
      return -errno(e);
    }
  }

  private static ProtocolFamily family(SocketAddress address) {
    return switch (address) {
      case UnixDomainSocketAddress _ -> StandardProtocolFamily.UNIX;
      case InetSocketAddress internet ->
          internet.getAddress() instanceof Inet4Address
              ? StandardProtocolFamily.INET
              : StandardProtocolFamily.INET6;
      default -> throw new IllegalArgumentException("an address of an unknown kind");
    };
  }

  private static void prepare(SocketChannel channel) throws IOException {
    channel.configureBlocking(false);
    if (channel.supportedOptions().contains(StandardSocketOptions.TCP_NODELAY)) {
      channel.setOption(StandardSocketOptions.TCP_NODELAY, true);
    }
  }

  private int number(Channel channel) {
    int number = numbersInUse.nextClearBit(0);
    numbersInUse.set(number);
    if (number == channels.size()) {
      channels.add(channel);
    } else {
      channels.set(number, channel);
    }
    return number;
  }

  @Override
  int finishConnect(int socket) {
    int error = channel(socket).connected();
    return error == SocketErrors.EAGAIN ? 0 : error;
  }

  /// Over TCP on loopback.
  @Override
  int pair(int[] ends) {
    SocketChannel near = null;
    SocketChannel far = null;
    try (ServerSocketChannel server = ServerSocketChannel.open()) {
      releaseClosed();
      server.bind(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0));
      near = SocketChannel.open(server.getLocalAddress());
      far = server.accept();
      while (!far.getRemoteAddress().equals(near.getLocalAddress())) {
        far.close(); // another process has connected first
        far = server.accept();
      }
      prepare(near);
      prepare(far);
      ends[0] = number(new Channel(near, false));
      ends[1] = number(new Channel(far, false));
      return 0;
    } catch (IOException e) {
      closeQuietly(near);
      closeQuietly(far);
      return -errno(e);
    }
  }

  @Override
  int send(int socket, MemorySegment from, long length, boolean more) {
    Channel channel = channel(socket);
    int error = channel.connected();
    if (error != 0) {
      return -error;
    }
    try {
      int sent = channel.socket.write(channel.sent.bytes(from, length));
      return sent > 0 ? sent : -SocketErrors.EAGAIN;
    } catch (IOException e) {
      return -errno(e);
    }
  }

  @Override
  int receive(int socket, MemorySegment to, long length) {
    Channel channel = channel(socket);
    int error = channel.connected();
    if (error != 0) {
      return -error;
    }
    try {
      int received = channel.socket.read(channel.received.bytes(to, length));
      return received > 0 ? received : received < 0 ? 0 : -SocketErrors.EAGAIN;
    } catch (IOException e) {
      return -errno(e);
    }
  }

  @Override
  int receiveOrErrno(int socket, MemorySegment to, long length) {
    return receive(socket, to, length);
  }

  @Override
  void close(int socket) {
    Channel channel = channel(socket);
    hasClosed |= channel.registration != null;
    closeQuietly(channel.socket);
    channels.set(socket, null);
    numbersInUse.clear(socket);
  }

  private static void closeQuietly(@Nullable SocketChannel channel) {
    try {
      if (channel != null) {
        channel.close();
      }
    } catch (IOException e) {
      // It is closed nevertheless.
    }
  }

  private void releaseClosed() throws IOException {
    if (hasClosed) {
      hasClosed = false;
      int ignored = selector.selectNow(_ -> {}); // what is ready now stays ready
    }
  }

  @Override
  int add(int socket, boolean write, int key) {
    Channel channel = channel(socket);
    channel.key = key;
    channel.write = write;
    try {
      channel.registration = channel.socket.register(selector, channel.interest(), channel);
      return 0;
    } catch (IOException e) {
      return -errno(e);
    }
  }

  @Override
  void modify(int socket, boolean write, int key) {
    Channel channel = channel(socket);
    channel.key = key;
    channel.write = write;
    channel.updateInterest();
  }

  @Override
  int await(long deadlineNanos) {
    events = 0;
    hasClosed = false;
    long rest = deadlineNanos - NanoClock.SYSTEM.nanoTime();
    while (true) {
      select((rest - MIN_NAPPING_NANOS) / NANOS_PER_MILLI);
      rest = deadlineNanos - NanoClock.SYSTEM.nanoTime();
      if (events > 0 || rest <= 0) {
        return events;
      }
      LockSupport.parkNanos(Math.min(rest, NAP_NANOS));
      rest = deadlineNanos - NanoClock.SYSTEM.nanoTime();
    }
  }

  private void select(long millis) {
    try {
      int ignored = millis > 0 ? selector.select(collector, millis) : selector.selectNow(collector);
    } catch (IOException e) {
      throw new IllegalStateException("cannot wait for sockets: " + e.getMessage(), e);
    }
  }

  private void collect(SelectionKey ready) {
    if (events == keys.length) {
      keys = Arrays.copyOf(keys, events * 2);
      readiness = Arrays.copyOf(readiness, events * 2);
    }
    int operations = ready.readyOps();
    keys[events] = ((Channel) ready.attachment()).key;
    readiness[events] =
        ((operations & SelectionKey.OP_READ) != 0 ? READABLE : 0)
            | ((operations & (SelectionKey.OP_WRITE | SelectionKey.OP_CONNECT)) != 0
                ? WRITABLE
                : 0);
    events++;
  }

  @Override
  int readiness(int i) {
    return readiness[i];
  }

  @Override
  int key(int i) {
    return keys[i];
  }

  @Override
  void close() {
    try {
      selector.close();
    } catch (IOException e) {
      // It is closed nevertheless.
    }
  }

  /// A segment that was used last, as a buffer: a connection sends from one, and receives into one.
  private static final class View {
    private MemorySegment segment = MemorySegment.NULL;
    private ByteBuffer buffer = ByteBuffer.allocate(0);

    ByteBuffer bytes(MemorySegment wanted, long length) {
      if (!segment.equals(wanted)) {
        segment = wanted;
        buffer = wanted.asByteBuffer();
      }
      return buffer.clear().limit((int) length);
    }
  }

  private static final class Channel {
    final SocketChannel socket;
    final View sent = new View();
    final View received = new View();
    private boolean connecting;
    @Nullable SelectionKey registration;
    int key = NONE;
    boolean write;

    Channel(SocketChannel socket, boolean connecting) {
      this.socket = socket;
      this.connecting = connecting;
    }

    /// Finishes connecting.
    ///
    /// @return 0 if it is connected, [SocketErrors#EAGAIN] if it is still connecting, or why it
    ///   cannot be connected
    int connected() {
      if (!connecting) {
        return 0;
      }
      try {
        connecting = !socket.finishConnect();
      } catch (IOException e) {
        return errno(e);
      }
      updateInterest();
      return connecting ? SocketErrors.EAGAIN : 0;
    }

    int interest() {
      if (connecting) {
        return SelectionKey.OP_CONNECT;
      }
      return write ? SelectionKey.OP_READ | SelectionKey.OP_WRITE : SelectionKey.OP_READ;
    }

    void updateInterest() {
      if (registration != null && registration.isValid()) {
        var _ = registration.interestOps(interest());
      }
    }
  }
}
