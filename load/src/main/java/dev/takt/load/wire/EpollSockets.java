package dev.takt.load.wire;

import static java.lang.foreign.ValueLayout.JAVA_BYTE;
import static java.lang.foreign.ValueLayout.JAVA_INT;
import static java.lang.foreign.ValueLayout.JAVA_INT_UNALIGNED;
import static java.lang.foreign.ValueLayout.JAVA_SHORT;

import dev.takt.record.NanoClock;
import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;
import java.net.Inet4Address;
import java.net.Inet6Address;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.SocketAddress;
import java.net.UnixDomainSocketAddress;
import java.nio.ByteOrder;
import java.nio.charset.StandardCharsets;
import java.util.HashMap;
import java.util.Map;

/// Sockets through calls of the C library on Linux, with an epoll set and a timer descriptor of
/// nanoseconds. Allocates nothing per call.
final class EpollSockets extends Sockets {

  private static final int MAX_EVENTS = 256;

  /// `struct epoll_event { uint32_t events; epoll_data_t data; }`, packed on x86-64 alone.
  private static final boolean PACKED = Platform.ARCHITECTURE.equals("amd64");

  private static final int DATA_OFFSET = PACKED ? 4 : 8;
  private static final int EVENT_SIZE = PACKED ? 12 : 16;

  private static final ValueLayout.OfShort NETWORK_SHORT =
      JAVA_SHORT.withOrder(ByteOrder.BIG_ENDIAN);
  private static final int IPV4_SIZE = 16;
  private static final int IPV6_SIZE = 28;
  private static final int IPV6_SCOPE = 24;
  private static final int UNIX_PATH = 2;

  private final Arena arena;
  private final MemorySegment callState;
  private final MemorySegment scratch;
  private final MemorySegment events;
  private final MemorySegment oneEvent;
  private final MemorySegment timerSpec;
  private final int epoll;
  private final int timer;

  private final Map<SocketAddress, MemorySegment> addresses = new HashMap<>();

  /// The moment that the timer is set for. It lies in the past if the timer is not set.
  private long timerDeadline;

  /// Removes the timer slack of the calling thread.
  ///
  /// @param arena must outlive the sockets
  /// @throws IllegalStateException if the kernel refuses
  EpollSockets(Arena arena) {
    this.arena = arena;
    this.callState = arena.allocate(LinuxSocketCalls.CALL_STATE);
    this.scratch = arena.allocate(8, 8);
    this.events = arena.allocate((long) MAX_EVENTS * EVENT_SIZE, 8);
    this.oneEvent = arena.allocate(EVENT_SIZE, 8);
    this.timerSpec = arena.allocate(32, 8);
    this.epoll = check(LinuxSocketCalls.epollCreate(callState), "an epoll set");
    this.timer = check(LinuxSocketCalls.timer(callState), "a timer");
    this.timerDeadline = NanoClock.SYSTEM.nanoTime();
    // Edge-triggered, so the timer need not be read to stop reporting.
    check(
        control(LinuxSocketCalls.EPOLL_CTL_ADD, timer, READABLE | LinuxSocketCalls.EPOLLET, NONE),
        "a timer");
    LinuxSocketCalls.setTimerSlack(callState, 1);
  }

  private static int check(int result, String what) {
    if (result < 0) {
      throw new IllegalStateException("cannot make " + what + ": " + SocketErrors.text(-result));
    }
    return result;
  }

  @Override
  int connect(SocketAddress address) {
    MemorySegment to = nativeAddress(address);
    int socket = LinuxSocketCalls.socket(callState, to.get(JAVA_SHORT, 0));
    if (socket < 0) {
      return socket;
    }
    LinuxSocketCalls.setNoDelay(callState, socket, scratch);
    int result = LinuxSocketCalls.connect(callState, socket, to);
    if (result < 0 && result != -SocketErrors.EINPROGRESS) {
      close(socket);
      return result;
    }
    return socket;
  }

  private MemorySegment nativeAddress(SocketAddress address) {
    MemorySegment known = addresses.get(address);
    if (known == null) {
      known =
          switch (address) {
            case UnixDomainSocketAddress unix -> unixAddress(unix);
            case InetSocketAddress internet -> internetAddress(internet);
            default -> throw new IllegalArgumentException("an address of an unknown kind");
          };
      addresses.put(address, known);
    }
    return known;
  }

  /// `struct sockaddr_un { family; path }`, the path terminated by a NUL.
  private MemorySegment unixAddress(UnixDomainSocketAddress target) {
    byte[] path = target.getPath().toString().getBytes(StandardCharsets.UTF_8);
    MemorySegment address = arena.allocate(UNIX_PATH + path.length + 1L, 8);
    address.set(JAVA_SHORT, 0, (short) LinuxSocketCalls.AF_UNIX);
    MemorySegment.copy(path, 0, address, JAVA_BYTE, UNIX_PATH, path.length);
    return address;
  }

  /// `struct sockaddr_in { family; port; addr; zero[8] }` or `struct sockaddr_in6 { family; port;
  /// flowinfo; addr; scope }`.
  private MemorySegment internetAddress(InetSocketAddress target) {
    InetAddress ip = target.getAddress();
    boolean v4 = ip instanceof Inet4Address;
    MemorySegment address = arena.allocate(v4 ? IPV4_SIZE : IPV6_SIZE, 8);
    address.set(JAVA_SHORT, 0, (short) (v4 ? LinuxSocketCalls.AF_INET : LinuxSocketCalls.AF_INET6));
    address.set(NETWORK_SHORT, 2, (short) target.getPort());
    byte[] bytes = ip.getAddress();
    MemorySegment.copy(bytes, 0, address, JAVA_BYTE, v4 ? 4 : 8, bytes.length);
    if (ip instanceof Inet6Address v6) {
      address.set(JAVA_INT, IPV6_SCOPE, v6.getScopeId());
    }
    return address;
  }

  @Override
  int finishConnect(int socket) {
    return LinuxSocketCalls.pendingError(callState, socket, scratch);
  }

  @Override
  int pair(int[] ends) {
    int result = LinuxSocketCalls.socketPair(callState, scratch);
    ends[0] = scratch.get(JAVA_INT, 0);
    ends[1] = scratch.get(JAVA_INT, 4);
    return result;
  }

  @Override
  int send(int socket, MemorySegment from, long length, boolean more) {
    return LinuxSocketCalls.send(callState, socket, from, length, more);
  }

  @Override
  int receive(int socket, MemorySegment to, long length) {
    return LinuxSocketCalls.receive(callState, socket, to, length);
  }

  @Override
  int receiveOrErrno(int socket, MemorySegment to, long length) {
    return LinuxSocketCalls.receiveOrErrno(callState, socket, to, length);
  }

  @Override
  void close(int socket) {
    LinuxSocketCalls.close(callState, socket);
  }

  @Override
  int add(int socket, boolean write, int key) {
    return control(LinuxSocketCalls.EPOLL_CTL_ADD, socket, interest(write), key);
  }

  @Override
  void modify(int socket, boolean write, int key) {
    int ignored = control(LinuxSocketCalls.EPOLL_CTL_MOD, socket, interest(write), key);
  }

  private static int interest(boolean write) {
    return write ? READABLE | WRITABLE : READABLE;
  }

  private int control(int operation, int socket, int interest, int key) {
    oneEvent.set(JAVA_INT, 0, interest);
    oneEvent.set(JAVA_INT_UNALIGNED, DATA_OFFSET, key);
    return LinuxSocketCalls.epollControl(callState, epoll, operation, socket, oneEvent);
  }

  @Override
  int await(long deadlineNanos) {
    long now = NanoClock.SYSTEM.nanoTime();
    boolean wait = deadlineNanos - now > 0;
    if (wait && !(timerDeadline - now > 0 && timerDeadline - deadlineNanos <= 0)) {
      timerDeadline = deadlineNanos;
      LinuxSocketCalls.setTimer(timer, timerSpec, deadlineNanos);
    }
    return Math.max(0, LinuxSocketCalls.epollWait(epoll, events, MAX_EVENTS, wait ? -1 : 0));
  }

  @Override
  int readiness(int i) {
    return events.get(JAVA_INT_UNALIGNED, (long) i * EVENT_SIZE);
  }

  @Override
  int key(int i) {
    return events.get(JAVA_INT_UNALIGNED, (long) i * EVENT_SIZE + DATA_OFFSET);
  }

  @Override
  void close() {
    close(timer);
    close(epoll);
  }
}
