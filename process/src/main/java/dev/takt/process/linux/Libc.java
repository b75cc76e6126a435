package dev.takt.process.linux;

import static java.lang.foreign.ValueLayout.JAVA_LONG;

import java.lang.foreign.FunctionDescriptor;
import java.lang.foreign.Linker;
import java.lang.foreign.MemorySegment;
import java.lang.foreign.SymbolLookup;
import java.lang.invoke.MethodHandle;
import org.jspecify.annotations.Nullable;

/// The functions of the C library that child processes need. Each method is one call; a negative
/// result is `-errno`, which each call stores in the memory that it is given.
///
/// All functions are called through one handle that passes six `long`s: linking one signature costs
/// tens of milliseconds once, and this way there is only one. Linux passes integers and pointers in
/// registers of 64 bits on x86-64 and AArch64. A function reads only as many of them as it has
/// parameters, and only as many bits of each as its type has; variadic functions take theirs in the
/// same registers.
@SuppressWarnings("restricted") // native calls are what this class is for
public final class Libc {

  public static final int EPOLLIN = 0x1;
  public static final int EPOLLOUT = 0x4;
  public static final int EPOLLET = 1 << 31;

  public static final int O_RDONLY = 0;
  public static final int O_WRONLY = 1;
  public static final int O_RDWR = 2;
  public static final int O_CREAT = 0x40;
  public static final int O_TRUNC = 0x200;
  public static final int O_APPEND = 0x400;

  public static final int SIGKILL = 9;

  /// The default capacity of a pipe.
  public static final int PIPE_BYTES = 1 << 16;

  private static final int O_NONBLOCK = 0x800;
  private static final int O_ASYNC = 0x2000;
  private static final int O_CLOEXEC = 0x80000;
  private static final int EPOLL_CTL_ADD = 1;
  private static final int F_GETFD = 1;
  private static final int F_GETFL = 3;
  private static final int F_SETFL = 4;
  private static final int F_SETOWN = 8;
  private static final int F_SETSIG = 10;
  private static final int F_DUPFD_CLOEXEC = 1030;
  private static final int F_SETPIPE_SZ = 1031;
  private static final int FIONREAD = 0x541B;
  private static final int NEW_FILE_MODE = 0666;

  private static final int P_PIDFD = 3;
  private static final int WNOHANG = 1;
  private static final int WEXITED = 4;
  private static final int WNOWAIT = 0x1000000;
  private static final int SYS_PIDFD_SEND_SIGNAL = 424;
  private static final int SYS_PIDFD_OPEN = 434;
  private static final int SYS_WAITID =
      System.getProperty("os.arch", "").equals("aarch64") ? 95 : 247;

  private static final int SIGCHLD = 17;
  private static final long SIG_IGN = 1;

  private static final Linker LINKER = Linker.nativeLinker();
  private static final SymbolLookup SYMBOLS = LINKER.defaultLookup();

  private static final MethodHandle CALL =
      LINKER.downcallHandle(
          FunctionDescriptor.of(
              JAVA_LONG, JAVA_LONG, JAVA_LONG, JAVA_LONG, JAVA_LONG, JAVA_LONG, JAVA_LONG),
          Linker.Option.captureCallState("errno"));

  private static final MemorySegment READ = function("read");
  private static final MemorySegment WRITE = function("write");
  private static final MemorySegment OPEN = function("open");
  private static final MemorySegment CLOSE = function("close");
  private static final MemorySegment PIPE2 = function("pipe2");
  private static final MemorySegment FCNTL = function("fcntl");
  private static final MemorySegment IOCTL = function("ioctl");
  private static final MemorySegment EPOLL_CREATE1 = function("epoll_create1");
  private static final MemorySegment EPOLL_CTL = function("epoll_ctl");
  private static final MemorySegment EPOLL_WAIT = function("epoll_wait");
  private static final MemorySegment POLL = function("poll");
  private static final MemorySegment EVENTFD = function("eventfd");
  private static final MemorySegment KILL = function("kill");
  private static final MemorySegment GETPGID = function("getpgid");
  private static final MemorySegment WAITPID = function("waitpid");
  private static final MemorySegment SYSCALL = function("syscall");
  private static final MemorySegment SIGACTION = function("sigaction");

  private Libc() {}

  /// `ssize_t read(int fd, void *buf, size_t count)`
  ///
  /// @return how many bytes were read, 0 at the end, or `-errno`
  public static int read(NativeMemory memory, int fd, long address, int length) {
    return (int) call(READ, memory, fd, address, length, 0, 0, 0);
  }

  /// `ssize_t write(int fd, const void *buf, size_t count)`
  ///
  /// @return how many bytes were written, or `-errno`
  public static int write(NativeMemory memory, int fd, long address, int length) {
    return (int) call(WRITE, memory, fd, address, length, 0, 0, 0);
  }

  /// `int open(const char *path, int flags, mode_t mode)`; the descriptor is close-on-exec.
  ///
  /// @param path the address of the path, which ends with a zero
  public static int open(NativeMemory memory, long path, int flags) {
    return (int) call(OPEN, memory, path, flags | O_CLOEXEC, NEW_FILE_MODE, 0, 0, 0);
  }

  /// `int close(int fd)`. On Linux the descriptor is freed whatever the result.
  public static void close(NativeMemory memory, int fd) {
    var _ = call(CLOSE, memory, fd, 0, 0, 0, 0, 0);
  }

  /// `int pipe2(int pipefd[2], O_CLOEXEC)`: writes both ends, the reading one first, to the
  /// beginning of `memory`.
  public static int pipe(NativeMemory memory) {
    return (int) call(PIPE2, memory, memory.address(), O_CLOEXEC, 0, 0, 0, 0);
  }

  /// Makes reads and writes through a descriptor fail with EAGAIN instead of blocking.
  public static int setNonBlocking(NativeMemory memory, int fd) {
    return (int) call(FCNTL, memory, fd, F_SETFL, O_NONBLOCK, 0, 0, 0);
  }

  /// Increases the capacity of a pipe. Refused above the limit of an unprivileged user.
  ///
  /// @return the new capacity in bytes, or `-errno`
  public static int setPipeSize(NativeMemory memory, int fd, int bytes) {
    return (int) call(FCNTL, memory, fd, F_SETPIPE_SZ, bytes, 0, 0, 0);
  }

  /// The flags of a descriptor, or `-errno` if there is no such descriptor.
  public static int descriptorFlags(NativeMemory memory, int fd) {
    return (int) call(FCNTL, memory, fd, F_GETFD, 0, 0, 0, 0);
  }

  /// A copy of a descriptor whose number is at least `least`; the copy is close-on-exec.
  public static int duplicate(NativeMemory memory, int fd, int least) {
    return (int) call(FCNTL, memory, fd, F_DUPFD_CLOEXEC, least, 0, 0, 0);
  }

  /// Makes the kernel send SIGKILL to a process, or to a process group, when something happens at
  /// the other end of a pipe.
  ///
  /// @param owner the pid, the negative id of a process group, or 0 for no process
  public static int killWhenPipeMoves(NativeMemory memory, int fd, int owner) {
    int result = (int) call(FCNTL, memory, fd, F_SETOWN, owner, 0, 0, 0);
    if (result < 0 || owner == 0) {
      return result;
    }
    result = (int) call(FCNTL, memory, fd, F_SETSIG, SIGKILL, 0, 0, 0);
    if (result < 0) {
      return result;
    }
    int flags = (int) call(FCNTL, memory, fd, F_GETFL, 0, 0, 0, 0);
    return flags < 0 ? flags : (int) call(FCNTL, memory, fd, F_SETFL, flags | O_ASYNC, 0, 0, 0);
  }

  /// `int ioctl(int fd, FIONREAD, int *n)`
  ///
  /// @return how many bytes can be read from a pipe without blocking, or `-errno`
  public static int readable(NativeMemory memory, int fd) {
    int result = (int) call(IOCTL, memory, fd, FIONREAD, memory.address(), 0, 0, 0);
    return result < 0 ? result : memory.bytes().getInt(0);
  }

  /// `int epoll_create1(EPOLL_CLOEXEC)`
  public static int epollCreate(NativeMemory memory) {
    return (int) call(EPOLL_CREATE1, memory, O_CLOEXEC, 0, 0, 0, 0, 0);
  }

  /// `int epoll_ctl(int epfd, EPOLL_CTL_ADD, int fd, struct epoll_event *event)`; the event is
  /// built at the beginning of `memory`.
  public static int epollAdd(NativeMemory memory, int epoll, int fd, int events, long data) {
    memory.bytes().putInt(0, events).putLong(EpollEvents.DATA, data);
    return (int) call(EPOLL_CTL, memory, epoll, EPOLL_CTL_ADD, fd, memory.address(), 0, 0);
  }

  /// `int epoll_wait(int epfd, struct epoll_event *events, int maxevents, int timeout)`
  ///
  /// @param timeoutMillis in ms, or -1 for no timeout
  public static int epollWait(EpollEvents events, int epoll, int timeoutMillis) {
    NativeMemory memory = events.memory;
    return (int)
        call(EPOLL_WAIT, memory, epoll, memory.address(), events.room(), timeoutMillis, 0, 0);
  }

  /// `int poll(struct pollfd *fds, 1, int timeout)`
  ///
  /// @param events [#EPOLLIN] or [#EPOLLOUT], which are POLLIN and POLLOUT
  /// @param timeoutMillis in ms
  /// @return 1 if there is an event, or the other end is closed; 0 if not; or `-errno`
  public static int poll(NativeMemory memory, int fd, int events, int timeoutMillis) {
    memory.bytes().putInt(0, fd).putInt(Integer.BYTES, events);
    return (int) call(POLL, memory, memory.address(), 1, timeoutMillis, 0, 0, 0);
  }

  /// `int eventfd(0, EFD_CLOEXEC | EFD_NONBLOCK)`
  public static int eventFd(NativeMemory memory) {
    return (int) call(EVENTFD, memory, 0, O_CLOEXEC | O_NONBLOCK, 0, 0, 0, 0);
  }

  /// Adds one to the counter of an event descriptor.
  public static void notify(NativeMemory memory, int eventFd) {
    memory.bytes().putLong(0, 1);
    var _ = call(WRITE, memory, eventFd, memory.address(), Long.BYTES, 0, 0, 0);
  }

  /// `int pidfd_open(pid_t pid, 0)`
  public static int pidfdOpen(NativeMemory memory, int pid) {
    return (int) call(SYSCALL, memory, SYS_PIDFD_OPEN, pid, 0, 0, 0, 0);
  }

  /// `int pidfd_send_signal(int pidfd, int sig, NULL, 0)`
  public static int pidfdSignal(NativeMemory memory, int pidfd, int signal) {
    return (int) call(SYSCALL, memory, SYS_PIDFD_SEND_SIGNAL, pidfd, signal, 0, 0, 0);
  }

  /// `pid_t getpid()`
  static int ownPid(NativeMemory memory) {
    return (int) call(function("getpid"), memory, 0, 0, 0, 0, 0, 0);
  }

  /// `int kill(pid_t pid, int sig)`. Only for a child that is not reaped: until then its pid, and
  /// its group's id, cannot be reused.
  public static int kill(NativeMemory memory, int pid, int signal) {
    return (int) call(KILL, memory, pid, signal, 0, 0, 0, 0);
  }

  /// `int waitid(P_PIDFD, pidfd, siginfo_t *, WEXITED | WNOHANG, struct rusage *)`, as the kernel
  /// defines it; `siginfo` is stored at the beginning of `memory` and `rusage` behind it.
  ///
  /// @param reap whether to reap the child; if false, it stays a zombie
  /// @return 0 or `-errno`; [ChildStatus] reads the rest
  static int waitId(NativeMemory memory, int pidfd, boolean reap) {
    long siginfo = memory.address();
    long usage = siginfo + ChildStatus.USAGE;
    long options = WEXITED | WNOHANG | (reap ? 0 : WNOWAIT);
    return (int) call(SYSCALL, memory, SYS_WAITID, P_PIDFD, pidfd, siginfo, options, usage);
  }

  /// `pid_t getpgid(pid_t pid)`
  public static int processGroup(NativeMemory memory, int pid) {
    return (int) call(GETPGID, memory, pid, 0, 0, 0, 0, 0);
  }

  /// `pid_t waitpid(pid_t pid, NULL, 0)`: waits for the end of a child that is about to end, and
  /// reaps it.
  public static void reap(NativeMemory memory, int pid) {
    while (call(WAITPID, memory, pid, 0, 0, 0, 0, 0) == -Errno.EINTR) {
      Thread.onSpinWait();
    }
  }

  /// Makes the kernel keep the status of children: if a parent process left SIGCHLD ignored, the
  /// kernel discards it.
  static void keepChildStatus(NativeMemory memory) {
    long action = memory.address();
    if (call(SIGACTION, memory, SIGCHLD, 0, action, 0, 0, 0) == 0
        && memory.bytes().getLong(0) == SIG_IGN) {
      memory.bytes().putLong(0, 0);
      var _ = call(SIGACTION, memory, SIGCHLD, action, 0, 0, 0, 0);
    }
  }

  /// The address of a function of the C library, for [#call].
  public static MemorySegment function(String name) {
    return SYMBOLS.findOrThrow(name);
  }

  static @Nullable MemorySegment functionOrNull(String name) {
    return SYMBOLS.find(name).orElse(null);
  }

  /// Calls a function that takes up to six integers or pointers and returns one, such as `syscall`.
  ///
  /// @param memory for the error; no other thread may use it during the call
  /// @return the result, or `-errno`
  public static long call(
      MemorySegment function, NativeMemory memory, long a, long b, long c, long d, long e, long f) {
    try {
      long result = (long) CALL.invokeExact(function, memory.state, a, b, c, d, e, f);
      // An int result of -1 is in the lower half of the register only.
      return (int) result == -1 ? -memory.errno() : result;
    } catch (Throwable e1) {
      throw new AssertionError(
          e1); // the handle is called with its type, and functions do not throw
    }
  }
}
