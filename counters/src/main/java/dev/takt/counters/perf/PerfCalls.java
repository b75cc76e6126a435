package dev.takt.counters.perf;

import dev.takt.process.linux.Libc;
import dev.takt.process.linux.NativeMemory;
import dev.takt.process.linux.NativeText;
import java.lang.foreign.MemorySegment;

/// The system calls for perf events and tracefs. Each method is one call, except [#mountDetached];
/// a negative result is `-errno`.
public final class PerfCalls {

  /// For the calling thread.
  public static final int THIS_THREAD = 0;

  /// For all threads, in [#open].
  public static final int ALL_THREADS = -1;

  /// On any processor, in [#open].
  public static final int ANY_CPU = -1;

  /// Not in a group, in [#open].
  public static final int NO_GROUP = -1;

  private static final boolean AARCH64 = System.getProperty("os.arch", "").equals("aarch64");
  private static final int SYS_PERF_EVENT_OPEN = AARCH64 ? 241 : 298;
  private static final int SYS_FSOPEN = 430;
  private static final int SYS_FSCONFIG = 431;
  private static final int SYS_FSMOUNT = 432;
  private static final int CLOEXEC = 1;
  private static final int FSCONFIG_CMD_CREATE = 6;
  private static final int PERF_FLAG_FD_CLOEXEC = 8;
  private static final int ENABLE = 0x2400;
  private static final int DISABLE = 0x2401;
  private static final int SET_OUTPUT = 0x2405;
  private static final int SET_FILTER = 0x40082406;

  private static final MemorySegment SYSCALL = Libc.function("syscall");
  private static final MemorySegment IOCTL = Libc.function("ioctl");
  private static final MemorySegment PREAD = Libc.function("pread");
  private static final MemorySegment GETTID = Libc.function("gettid");

  private PerfCalls() {}

  /// `int perf_event_open(struct perf_event_attr *attr, pid_t pid, int cpu, int group_fd,
  /// PERF_FLAG_FD_CLOEXEC)`
  ///
  /// @return a descriptor or `-errno`
  public static int open(
      NativeMemory memory, PerfAttributes attributes, int tid, int cpu, int group) {
    long attr = attributes.address();
    return (int)
        Libc.call(
            SYSCALL, memory, SYS_PERF_EVENT_OPEN, attr, tid, cpu, group, PERF_FLAG_FD_CLOEXEC);
  }

  /// Enables an event.
  public static int enable(NativeMemory memory, int fd) {
    return ioctl(memory, fd, ENABLE, 0);
  }

  /// Disables an event.
  public static int disable(NativeMemory memory, int fd) {
    return ioctl(memory, fd, DISABLE, 0);
  }

  /// Makes an event write into the ring of another one on the same processor.
  public static int setOutput(NativeMemory memory, int fd, int other) {
    return ioctl(memory, fd, SET_OUTPUT, other);
  }

  /// Makes a tracepoint record only events that match a condition, such as `sig==19`.
  public static int setFilter(NativeMemory memory, int fd, String condition) {
    return ioctl(memory, fd, SET_FILTER, writeString(memory, condition));
  }

  /// `ssize_t pread(int fd, void *buf, size_t count, 0)` into all of `memory`.
  ///
  /// @return how many bytes were read, or `-errno`
  public static int readFromStart(NativeMemory memory, int fd) {
    return (int) Libc.call(PREAD, memory, fd, memory.address(), memory.size(), 0, 0, 0);
  }

  /// `pid_t gettid()`
  public static int threadId(NativeMemory memory) {
    return (int) Libc.call(GETTID, memory, 0, 0, 0, 0, 0, 0);
  }

  /// Mounts a kernel file system outside of any directory tree. It is unmounted when the descriptor
  /// is closed.
  ///
  /// @return the descriptor of its root directory, or `-errno`
  public static int mountDetached(NativeMemory memory, String type) {
    int context =
        (int) Libc.call(SYSCALL, memory, SYS_FSOPEN, writeString(memory, type), CLOEXEC, 0, 0, 0);
    if (context < 0) {
      return context;
    }
    try {
      int made =
          (int) Libc.call(SYSCALL, memory, SYS_FSCONFIG, context, FSCONFIG_CMD_CREATE, 0, 0, 0);
      return made < 0
          ? made
          : (int) Libc.call(SYSCALL, memory, SYS_FSMOUNT, context, CLOEXEC, 0, 0, 0);
    } finally {
      Libc.close(memory, context);
    }
  }

  private static int ioctl(NativeMemory memory, int fd, int request, long argument) {
    return (int) Libc.call(IOCTL, memory, fd, request, argument, 0, 0, 0);
  }

  /// @return its address
  private static long writeString(NativeMemory memory, String text) {
    byte[] bytes = NativeText.encode(text);
    memory.bytes().put(0, bytes).put(bytes.length, (byte) 0);
    return memory.address();
  }
}
