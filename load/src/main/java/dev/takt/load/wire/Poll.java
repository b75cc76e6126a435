package dev.takt.load.wire;

import static java.lang.foreign.ValueLayout.JAVA_INT;
import static java.lang.foreign.ValueLayout.JAVA_INT_UNALIGNED;

import dev.takt.record.NanoClock;
import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;

/// An epoll set: waits for the readiness of many sockets, or for a moment, whichever comes first.
/// One thread's own.
final class Poll {

  private static final int ROOM = 256;

  /// `struct epoll_event { uint32_t events; epoll_data_t data; }`, packed on x86-64 alone.
  private static final boolean PACKED = System.getProperty("os.arch", "").equals("amd64");

  private static final int DATA_OFFSET = PACKED ? 4 : 8;
  private static final int EVENT_SIZE = PACKED ? 12 : 16;

  private final MemorySegment callState;
  private final MemorySegment events;
  private final MemorySegment oneEvent;
  private final MemorySegment timespec;
  private final int fd;
  private boolean nanosecondTimeouts = true;

  Poll(Arena arena, MemorySegment callState) {
    this.callState = callState;
    this.events = arena.allocate((long) ROOM * EVENT_SIZE, 8);
    this.oneEvent = arena.allocate(EVENT_SIZE, 8);
    this.timespec = arena.allocate(16, 8);
    this.fd = Linux.epollCreate(callState);
    if (fd < 0) {
      throw new IllegalStateException("cannot make an epoll set: " + Errors.text(-fd));
    }
  }

  /// Watches a socket for `interest`; its events come with `key`.
  int add(int socket, int interest, int key) {
    return control(Linux.EPOLL_CTL_ADD, socket, interest, key);
  }

  int modify(int socket, int interest, int key) {
    return control(Linux.EPOLL_CTL_MOD, socket, interest, key);
  }

  private int control(int operation, int socket, int interest, int key) {
    oneEvent.set(JAVA_INT, 0, interest);
    oneEvent.set(JAVA_INT_UNALIGNED, DATA_OFFSET, key);
    return Linux.epollControl(callState, fd, operation, socket, oneEvent);
  }

  /// Waits for events until the deadline; in the past: does not wait.
  ///
  /// @return how many events there are
  int await(long deadlineNanos) {
    long wait = deadlineNanos - NanoClock.SYSTEM.nanoTime();
    int ready = wait <= 0 ? Linux.epollWait(callState, fd, events, ROOM, 0) : sleep(wait);
    return Math.max(0, ready);
  }

  private int sleep(long nanos) {
    if (nanosecondTimeouts) {
      int ready = Linux.epollWaitNanos(callState, fd, events, ROOM, timespec, nanos);
      if (ready != -Linux.ENOSYS) {
        return ready;
      }
      nanosecondTimeouts = false;
    }
    // An older kernel: whole milliseconds, rounded down so as not to be late; the rest is spun away
    // by the caller.
    return Linux.epollWait(callState, fd, events, ROOM, (int) Math.min(nanos / 1_000_000, 1000));
  }

  /// The readiness that event `i` tells of.
  int readiness(int i) {
    return events.get(JAVA_INT_UNALIGNED, (long) i * EVENT_SIZE);
  }

  /// The key of the socket that event `i` tells of.
  int key(int i) {
    return events.get(JAVA_INT_UNALIGNED, (long) i * EVENT_SIZE + DATA_OFFSET);
  }

  void close() {
    Linux.close(callState, fd);
  }
}
