package dev.takt.load.wire;

import static java.lang.foreign.ValueLayout.ADDRESS;
import static java.lang.foreign.ValueLayout.JAVA_INT;
import static java.lang.foreign.ValueLayout.JAVA_LONG;

import java.lang.foreign.FunctionDescriptor;
import java.lang.foreign.Linker;
import java.lang.foreign.MemoryLayout;
import java.lang.foreign.MemorySegment;
import java.lang.foreign.StructLayout;
import java.lang.invoke.MethodHandle;
import java.lang.invoke.VarHandle;

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

  static final int EPOLLIN = 0x1;
  static final int EPOLLOUT = 0x4;
  static final int EPOLLET = 1 << 31;
  static final int EPOLL_CTL_ADD = 1;
  static final int EPOLL_CTL_MOD = 3;

  static final int ENOENT = 2;
  static final int EINTR = 4;
  static final int EAGAIN = 11;
  static final int EACCES = 13;
  static final int EFAULT = 14;
  static final int EMFILE = 24;
  static final int EPIPE = 32;
  static final int ENOTSOCK = 88;
  static final int EPROTOTYPE = 91;
  static final int EAFNOSUPPORT = 97;
  static final int EADDRNOTAVAIL = 99;
  static final int ENETUNREACH = 101;
  static final int ECONNRESET = 104;
  static final int ETIMEDOUT = 110;
  static final int ECONNREFUSED = 111;
  static final int EHOSTUNREACH = 113;
  static final int EINPROGRESS = 115;

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
  private static final Linker.Option ERRNO = Linker.Option.captureCallState("errno");

  /// Where a call stores its errno; each calling thread has its own.
  static final StructLayout CALL_STATE = Linker.Option.captureStateLayout();

  private static final VarHandle ERRNO_VALUE =
      CALL_STATE.varHandle(MemoryLayout.PathElement.groupElement("errno"));

  /// `int socket(int domain, int type, int protocol)`
  private static final MethodHandle SOCKET =
      function("socket", JAVA_INT, JAVA_INT, JAVA_INT, JAVA_INT);

  /// `int socketpair(int domain, int type, int protocol, int sv[2])`
  private static final MethodHandle SOCKETPAIR =
      function("socketpair", JAVA_INT, JAVA_INT, JAVA_INT, JAVA_INT, ADDRESS);

  /// `int connect(int sockfd, const struct sockaddr *addr, socklen_t addrlen)`
  private static final MethodHandle CONNECT =
      function("connect", JAVA_INT, JAVA_INT, ADDRESS, JAVA_INT);

  /// `ssize_t send(int sockfd, const void *buf, size_t len, int flags)`
  private static final MethodHandle SEND =
      function("send", JAVA_LONG, JAVA_INT, ADDRESS, JAVA_LONG, JAVA_INT);

  /// `ssize_t recv(int sockfd, void *buf, size_t len, int flags)`
  private static final MethodHandle RECV =
      function("recv", JAVA_LONG, JAVA_INT, ADDRESS, JAVA_LONG, JAVA_INT);

  /// `int close(int fd)`
  private static final MethodHandle CLOSE = function("close", JAVA_INT, JAVA_INT);

  /// `int setsockopt(int sockfd, int level, int optname, const void *optval, socklen_t optlen)`
  private static final MethodHandle SETSOCKOPT =
      function("setsockopt", JAVA_INT, JAVA_INT, JAVA_INT, JAVA_INT, ADDRESS, JAVA_INT);

  /// `int getsockopt(int sockfd, int level, int optname, void *optval, socklen_t *optlen)`
  private static final MethodHandle GETSOCKOPT =
      function("getsockopt", JAVA_INT, JAVA_INT, JAVA_INT, JAVA_INT, ADDRESS, ADDRESS);

  /// `int epoll_create1(int flags)`
  private static final MethodHandle EPOLL_CREATE1 = function("epoll_create1", JAVA_INT, JAVA_INT);

  /// `int epoll_ctl(int epfd, int op, int fd, struct epoll_event *event)`
  private static final MethodHandle EPOLL_CTL =
      function("epoll_ctl", JAVA_INT, JAVA_INT, JAVA_INT, JAVA_INT, ADDRESS);

  /// `int epoll_wait(int epfd, struct epoll_event *events, int maxevents, int timeout)`
  private static final MethodHandle EPOLL_WAIT =
      functionWithoutErrno("epoll_wait", JAVA_INT, JAVA_INT, ADDRESS, JAVA_INT, JAVA_INT);

  /// `int timerfd_create(int clockid, int flags)`
  private static final MethodHandle TIMERFD_CREATE =
      function("timerfd_create", JAVA_INT, JAVA_INT, JAVA_INT);

  /// `int timerfd_settime(int fd, int flags, const struct itimerspec *new_value, struct itimerspec
  /// *old_value)`
  private static final MethodHandle TIMERFD_SETTIME =
      functionWithoutErrno("timerfd_settime", JAVA_INT, JAVA_INT, JAVA_INT, ADDRESS, ADDRESS);

  /// `int prctl(int option, unsigned long arg2, …)`
  private static final MethodHandle PRCTL =
      LINKER.downcallHandle(
          LINKER.defaultLookup().findOrThrow("prctl"),
          FunctionDescriptor.of(JAVA_INT, JAVA_INT, JAVA_LONG),
          ERRNO,
          Linker.Option.firstVariadicArg(1));

  private LinuxSocketCalls() {}

  static int socket(MemorySegment state, int family) {
    try {
      return result(
          state,
          (int) SOCKET.invokeExact(state, family, SOCK_STREAM | SOCK_NONBLOCK | SOCK_CLOEXEC, 0));
    } catch (Throwable e) {
      throw impossible(e);
    }
  }

  static int socketPair(MemorySegment state, MemorySegment pair) {
    try {
      return result(
          state,
          (int)
              SOCKETPAIR.invokeExact(
                  state, AF_UNIX, SOCK_STREAM | SOCK_NONBLOCK | SOCK_CLOEXEC, 0, pair));
    } catch (Throwable e) {
      throw impossible(e);
    }
  }

  static int connect(MemorySegment state, int fd, MemorySegment address) {
    try {
      return result(state, (int) CONNECT.invokeExact(state, fd, address, (int) address.byteSize()));
    } catch (Throwable e) {
      throw impossible(e);
    }
  }

  static int send(MemorySegment state, int fd, MemorySegment from, long length) {
    return send(state, fd, from, length, false);
  }

  /// @param more whether more data follows at once, so that the kernel may hold back a partial
  ///   packet
  static int send(MemorySegment state, int fd, MemorySegment from, long length, boolean more) {
    try {
      int flags = more ? MSG_NOSIGNAL | MSG_MORE : MSG_NOSIGNAL;
      long sent = (long) SEND.invokeExact(state, fd, from, length, flags);
      return sent >= 0 ? (int) sent : -errno(state);
    } catch (Throwable e) {
      throw impossible(e);
    }
  }

  static int receive(MemorySegment state, int fd, MemorySegment to, long length) {
    try {
      long received = (long) RECV.invokeExact(state, fd, to, length, 0);
      return received >= 0 ? (int) received : -errno(state);
    } catch (Throwable e) {
      throw impossible(e);
    }
  }

  static void close(MemorySegment state, int fd) {
    try {
      int ignored = (int) CLOSE.invokeExact(state, fd);
    } catch (Throwable e) {
      throw impossible(e);
    }
  }

  /// Disables Nagle's algorithm, so that small writes are sent at once. Does nothing on a socket
  /// that is not TCP.
  static void setNoDelay(MemorySegment state, int fd, MemorySegment scratch) {
    try {
      scratch.set(JAVA_INT, 0, 1);
      int ignored = (int) SETSOCKOPT.invokeExact(state, fd, IPPROTO_TCP, TCP_NODELAY, scratch, 4);
    } catch (Throwable e) {
      throw impossible(e);
    }
  }

  /// The pending error of a socket, as a positive errno; 0 for none.
  static int pendingError(MemorySegment state, int fd, MemorySegment scratch) {
    try {
      scratch.set(JAVA_INT, 0, 0);
      scratch.set(JAVA_INT, 4, 4);
      int result =
          (int)
              GETSOCKOPT.invokeExact(state, fd, SOL_SOCKET, SO_ERROR, scratch, scratch.asSlice(4));
      return result < 0 ? errno(state) : scratch.get(JAVA_INT, 0);
    } catch (Throwable e) {
      throw impossible(e);
    }
  }

  static int epollCreate(MemorySegment state) {
    try {
      return result(state, (int) EPOLL_CREATE1.invokeExact(state, SOCK_CLOEXEC));
    } catch (Throwable e) {
      throw impossible(e);
    }
  }

  static int epollControl(
      MemorySegment state, int epoll, int operation, int fd, MemorySegment event) {
    try {
      return result(state, (int) EPOLL_CTL.invokeExact(state, epoll, operation, fd, event));
    } catch (Throwable e) {
      throw impossible(e);
    }
  }

  /// @return how many events there are; less than 0 if none, for any reason
  static int epollWait(int epoll, MemorySegment events, int room, int timeoutMillis) {
    try {
      return (int) EPOLL_WAIT.invokeExact(epoll, events, room, timeoutMillis);
    } catch (Throwable e) {
      throw impossible(e);
    }
  }

  /// A timer of the monotonic clock, which is the clock of [System#nanoTime].
  static int timer(MemorySegment state) {
    try {
      return result(
          state,
          (int) TIMERFD_CREATE.invokeExact(state, CLOCK_MONOTONIC, TFD_NONBLOCK | TFD_CLOEXEC));
    } catch (Throwable e) {
      throw impossible(e);
    }
  }

  /// Sets a timer for one moment.
  ///
  /// @param spec a `struct itimerspec { interval { sec; nsec }; value { sec; nsec } }` whose
  ///   interval is zero
  static void setTimer(int timer, MemorySegment spec, long nanoTime) {
    try {
      spec.set(JAVA_LONG, 16, nanoTime / 1_000_000_000);
      spec.set(JAVA_LONG, 24, nanoTime % 1_000_000_000);
      int ignored =
          (int) TIMERFD_SETTIME.invokeExact(timer, TFD_TIMER_ABSTIME, spec, MemorySegment.NULL);
    } catch (Throwable e) {
      throw impossible(e);
    }
  }

  /// Sets how late timers of the calling thread may fire. By default the kernel may delay them by
  /// 50 µs on purpose.
  static void setTimerSlack(MemorySegment state, long nanos) {
    try {
      int ignored = (int) PRCTL.invokeExact(state, PR_SET_TIMERSLACK, nanos);
    } catch (Throwable e) {
      throw impossible(e);
    }
  }

  private static int result(MemorySegment state, int result) {
    return result >= 0 ? result : -errno(state);
  }

  private static int errno(MemorySegment state) {
    return (int) ERRNO_VALUE.get(state, 0L);
  }

  private static MethodHandle function(
      String name, MemoryLayout result, MemoryLayout... parameters) {
    return LINKER.downcallHandle(
        LINKER.defaultLookup().findOrThrow(name), FunctionDescriptor.of(result, parameters), ERRNO);
  }

  /// For calls whose error code is not used. Capturing errno allocates a little wherever escape
  /// analysis does not remove it.
  private static MethodHandle functionWithoutErrno(
      String name, MemoryLayout result, MemoryLayout... parameters) {
    return LINKER.downcallHandle(
        LINKER.defaultLookup().findOrThrow(name), FunctionDescriptor.of(result, parameters));
  }

  /// Cannot happen: the handles above are called with their exact types, and the functions throw
  /// nothing.
  private static AssertionError impossible(Throwable e) {
    return new AssertionError(e);
  }
}
