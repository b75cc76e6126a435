package dev.takt.load.wire;

import static java.lang.foreign.ValueLayout.JAVA_INT;
import static java.lang.foreign.ValueLayout.JAVA_LONG;

import java.lang.foreign.FunctionDescriptor;
import java.lang.foreign.Linker;
import java.lang.foreign.MemoryLayout;
import java.lang.foreign.MemorySegment;
import java.lang.foreign.StructLayout;
import java.lang.invoke.MethodHandle;

/// The functions of the C library that the event loop calls. Each method is one call; a negative
/// result is `-errno`.
///
/// Numbers are those of Linux on x86-64 and AArch64.
@SuppressWarnings("restricted") // native calls are what this class is for
final class LinuxSocketCalls {

  static final int AF_UNIX = 1;
  static final int AF_INET = 2;
  static final int AF_INET6 = 10;
  static final int SOCK_STREAM = 1;
  static final int SOCK_NONBLOCK = 0x800;
  static final int SOCK_CLOEXEC = 0x80000;
  static final int MSG_NOSIGNAL = 0x4000;
  static final int MSG_MORE = 0x8000;

  static final int EPOLLET = 1 << 31;
  static final int EPOLL_CTL_ADD = 1;
  static final int EPOLL_CTL_MOD = 3;

  private static final int IPPROTO_TCP = 6;
  private static final int TCP_NODELAY = 1;
  private static final int SOL_SOCKET = 1;
  private static final int SO_ERROR = 4;
  private static final int PR_SET_TIMERSLACK = 29;
  private static final int CLOCK_MONOTONIC = 1;
  private static final int TFD_NONBLOCK = 0x800;
  private static final int TFD_CLOEXEC = 0x80000;
  private static final int TFD_TIMER_ABSTIME = 1;

  private static final Linker LINKER = Linker.nativeLinker();

  /// Where a call stores its errno; each calling thread has its own.
  static final StructLayout CALL_STATE = Linker.Option.captureStateLayout();

  private static final long ERRNO_OFFSET =
      CALL_STATE.byteOffset(MemoryLayout.PathElement.groupElement("errno"));

  /// How all functions are called: with five arguments of 64 bits. The calling conventions of both
  /// architectures pass integers and pointers in the same registers, leave the upper half of an
  /// `int` undefined, and let a function ignore the registers of further arguments. The JDK spends
  /// some 10 ms on each further shape before the first request.
  private static final FunctionDescriptor SHAPE =
      FunctionDescriptor.of(JAVA_LONG, JAVA_LONG, JAVA_LONG, JAVA_LONG, JAVA_LONG, JAVA_LONG);

  private static final MethodHandle CALL =
      LINKER.downcallHandle(SHAPE, Linker.Option.captureCallState("errno"));

  /// For calls whose error code is rarely needed. Capturing errno allocates a little until C2 has
  /// compiled the caller: two thirds of the garbage of a run's first minute.
  private static final MethodHandle CALL_WITHOUT_ERRNO = LINKER.downcallHandle(SHAPE);

  /// `int socket(int domain, int type, int protocol)`
  private static final MemorySegment SOCKET = function("socket");

  /// `int socketpair(int domain, int type, int protocol, int sv[2])`
  private static final MemorySegment SOCKETPAIR = function("socketpair");

  /// `int connect(int sockfd, const struct sockaddr *addr, socklen_t addrlen)`
  private static final MemorySegment CONNECT = function("connect");

  /// `ssize_t send(int sockfd, const void *buf, size_t len, int flags)`
  private static final MemorySegment SEND = function("send");

  /// `ssize_t recv(int sockfd, void *buf, size_t len, int flags)`
  private static final MemorySegment RECV = function("recv");

  /// `int close(int fd)`
  private static final MemorySegment CLOSE = function("close");

  /// `int setsockopt(int sockfd, int level, int optname, const void *optval, socklen_t optlen)`
  private static final MemorySegment SETSOCKOPT = function("setsockopt");

  /// `int getsockopt(int sockfd, int level, int optname, void *optval, socklen_t *optlen)`
  private static final MemorySegment GETSOCKOPT = function("getsockopt");

  /// `int epoll_create1(int flags)`
  private static final MemorySegment EPOLL_CREATE1 = function("epoll_create1");

  /// `int epoll_ctl(int epfd, int op, int fd, struct epoll_event *event)`
  private static final MemorySegment EPOLL_CTL = function("epoll_ctl");

  /// `int epoll_wait(int epfd, struct epoll_event *events, int maxevents, int timeout)`
  private static final MemorySegment EPOLL_WAIT = function("epoll_wait");

  /// `int timerfd_create(int clockid, int flags)`
  private static final MemorySegment TIMERFD_CREATE = function("timerfd_create");

  /// `int timerfd_settime(int fd, int flags, const struct itimerspec *new_value, struct itimerspec
  /// *old_value)`
  private static final MemorySegment TIMERFD_SETTIME = function("timerfd_settime");

  /// `int prctl(int option, unsigned long arg2, …)`
  private static final MemorySegment PRCTL = function("prctl");

  private LinuxSocketCalls() {}

  private static MemorySegment function(String name) {
    return LINKER.defaultLookup().findOrThrow(name);
  }

  static int socket(MemorySegment state, int family) {
    return call(SOCKET, state, family, SOCK_STREAM | SOCK_NONBLOCK | SOCK_CLOEXEC, 0, 0, 0);
  }

  static int socketPair(MemorySegment state, MemorySegment pair) {
    int type = SOCK_STREAM | SOCK_NONBLOCK | SOCK_CLOEXEC;
    return call(SOCKETPAIR, state, AF_UNIX, type, 0, pair.address(), 0);
  }

  static int connect(MemorySegment state, int fd, MemorySegment address) {
    return call(CONNECT, state, fd, address.address(), address.byteSize(), 0, 0);
  }

  /// A call that fails is repeated to learn its errno. If the connection failed after its last
  /// event, the errno is [SocketErrors#EPIPE] whatever the cause.
  ///
  /// @param more whether more data follows at once, so that the kernel may hold back a partial
  ///   packet
  static int send(MemorySegment state, int fd, MemorySegment from, long length, boolean more) {
    int flags = more ? MSG_NOSIGNAL | MSG_MORE : MSG_NOSIGNAL;
    int sent = call(SEND, fd, from.address(), length, flags);
    return sent >= 0 ? sent : call(SEND, state, fd, from.address(), length, flags, 0);
  }

  /// For a socket that has data to read: a call that fails is repeated to learn its errno. If the
  /// connection failed after its last event, the errno is [SocketErrors#ECONNRESET] whatever the
  /// cause.
  static int receive(MemorySegment state, int fd, MemorySegment to, long length) {
    int received = call(RECV, fd, to.address(), length, 0);
    if (received >= 0) {
      return received;
    }
    int again = receiveOrErrno(state, fd, to, length);
    return again == 0
        ? -SocketErrors.ECONNRESET
        : again; // the first call took the error from the socket
  }

  /// For a socket that may have no data, or has reported an error.
  static int receiveOrErrno(MemorySegment state, int fd, MemorySegment to, long length) {
    return call(RECV, state, fd, to.address(), length, 0, 0);
  }

  static void close(MemorySegment state, int fd) {
    int ignored = call(CLOSE, state, fd, 0, 0, 0, 0);
  }

  /// Disables Nagle's algorithm, so that small writes are sent at once. Does nothing on a socket
  /// that is not TCP.
  static void setNoDelay(MemorySegment state, int fd, MemorySegment scratch) {
    scratch.set(JAVA_INT, 0, 1);
    int ignored = call(SETSOCKOPT, state, fd, IPPROTO_TCP, TCP_NODELAY, scratch.address(), 4);
  }

  /// The pending error of a socket, as a positive errno; 0 for none.
  static int pendingError(MemorySegment state, int fd, MemorySegment scratch) {
    scratch.set(JAVA_INT, 0, 0);
    scratch.set(JAVA_INT, 4, 4);
    long value = scratch.address();
    int result = call(GETSOCKOPT, state, fd, SOL_SOCKET, SO_ERROR, value, value + 4);
    return result < 0 ? -result : scratch.get(JAVA_INT, 0);
  }

  static int epollCreate(MemorySegment state) {
    return call(EPOLL_CREATE1, state, SOCK_CLOEXEC, 0, 0, 0, 0);
  }

  static int epollControl(
      MemorySegment state, int epoll, int operation, int fd, MemorySegment event) {
    return call(EPOLL_CTL, state, epoll, operation, fd, event.address(), 0);
  }

  /// @return how many events there are; less than 0 if none, for any reason
  static int epollWait(int epoll, MemorySegment events, int room, int timeoutMillis) {
    return call(EPOLL_WAIT, epoll, events.address(), room, timeoutMillis);
  }

  /// A timer of the monotonic clock, which is the clock of [System#nanoTime].
  static int timer(MemorySegment state) {
    return call(TIMERFD_CREATE, state, CLOCK_MONOTONIC, TFD_NONBLOCK | TFD_CLOEXEC, 0, 0, 0);
  }

  /// Sets a timer for one moment.
  ///
  /// @param spec a `struct itimerspec { interval { sec; nsec }; value { sec; nsec } }` whose
  ///   interval is zero
  static void setTimer(int timer, MemorySegment spec, long nanoTime) {
    spec.set(JAVA_LONG, 16, nanoTime / 1_000_000_000);
    spec.set(JAVA_LONG, 24, nanoTime % 1_000_000_000);
    int ignored = call(TIMERFD_SETTIME, timer, TFD_TIMER_ABSTIME, spec.address(), 0);
  }

  /// Sets how late timers of the calling thread may fire. By default the kernel may delay them by
  /// 50 µs on purpose.
  static void setTimerSlack(MemorySegment state, long nanos) {
    int ignored = call(PRCTL, state, PR_SET_TIMERSLACK, nanos, 0, 0, 0);
  }

  /// @return the lower half of the function's result, which is all of it here, or `-errno`
  private static int call(
      MemorySegment function, MemorySegment state, long a, long b, long c, long d, long e) {
    try {
      int result = (int) (long) CALL.invokeExact(function, state, a, b, c, d, e);
      return result >= 0 ? result : -state.get(JAVA_INT, ERRNO_OFFSET);
    } catch (Throwable t) {
      throw impossible(t);
    }
  }

  /// @return the lower half of the function's result
  private static int call(MemorySegment function, long a, long b, long c, long d) {
    try {
      return (int) (long) CALL_WITHOUT_ERRNO.invokeExact(function, a, b, c, d, 0L);
    } catch (Throwable t) {
      throw impossible(t);
    }
  }

  /// Cannot happen: the handles above are called with their exact types, and the functions throw
  /// nothing.
  private static AssertionError impossible(Throwable e) {
    return new AssertionError(e);
  }
}
