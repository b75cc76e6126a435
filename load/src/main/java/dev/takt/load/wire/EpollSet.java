package dev.takt.load.wire;

import static java.lang.foreign.ValueLayout.JAVA_INT;
import static java.lang.foreign.ValueLayout.JAVA_INT_UNALIGNED;

import dev.takt.record.NanoClock;
import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;

/// An epoll set: waits for the readiness of many sockets, or for a moment, whichever comes first.
/// Confined to one thread.
final class EpollSet {

  /// The key of the timer's own events.
  static final int TIMER = -1;

  private static final int MAX_EVENTS = 256;

  /// `struct epoll_event { uint32_t events; epoll_data_t data; }`, packed on x86-64 alone.
  private static final boolean PACKED = Platform.ARCHITECTURE.equals("amd64");

  private static final int DATA_OFFSET = PACKED ? 4 : 8;
  private static final int EVENT_SIZE = PACKED ? 12 : 16;

  private final MemorySegment callState;
  private final MemorySegment events;
  private final MemorySegment oneEvent;
  private final MemorySegment timerSpec;
  private final int fd;
  private final int timer;

  /// The moment that the timer is set for. It lies in the past if the timer is not set.
  private long timerDeadline;

  EpollSet(Arena arena, MemorySegment callState) {
    this.callState = callState;
    this.events = arena.allocate((long) MAX_EVENTS * EVENT_SIZE, 8);
    this.oneEvent = arena.allocate(EVENT_SIZE, 8);
    this.timerSpec = arena.allocate(32, 8);
    this.fd = check(LinuxSocketCalls.epollCreate(callState), "an epoll set");
    this.timer = check(LinuxSocketCalls.timer(callState), "a timer");
    this.timerDeadline = NanoClock.SYSTEM.nanoTime();
    // Edge-triggered, so the timer need not be read to stop reporting.
    check(
        control(
            LinuxSocketCalls.EPOLL_CTL_ADD,
            timer,
            LinuxSocketCalls.EPOLLIN | LinuxSocketCalls.EPOLLET,
            TIMER),
        "a timer");
  }

  private static int check(int result, String what) {
    if (result < 0) {
      throw new IllegalStateException("cannot make " + what + ": " + SocketErrors.text(-result));
    }
    return result;
  }

  /// Watches a socket for `interest`; its events carry `key`.
  int add(int socket, int interest, int key) {
    return control(LinuxSocketCalls.EPOLL_CTL_ADD, socket, interest, key);
  }

  int modify(int socket, int interest, int key) {
    return control(LinuxSocketCalls.EPOLL_CTL_MOD, socket, interest, key);
  }

  private int control(int operation, int socket, int interest, int key) {
    oneEvent.set(JAVA_INT, 0, interest);
    oneEvent.set(JAVA_INT_UNALIGNED, DATA_OFFSET, key);
    return LinuxSocketCalls.epollControl(callState, fd, operation, socket, oneEvent);
  }

  /// Waits for events until the deadline. Does not wait if that lies in the past. May return
  /// earlier without an event.
  ///
  /// @return how many events there are, including the timer's
  int await(long deadlineNanos) {
    long now = NanoClock.SYSTEM.nanoTime();
    boolean wait = deadlineNanos - now > 0;
    if (wait && !(timerDeadline - now > 0 && timerDeadline - deadlineNanos <= 0)) {
      timerDeadline = deadlineNanos;
      LinuxSocketCalls.setTimer(timer, timerSpec, deadlineNanos);
    }
    return Math.max(0, LinuxSocketCalls.epollWait(fd, events, MAX_EVENTS, wait ? -1 : 0));
  }

  /// The readiness that event `i` reports.
  int readiness(int i) {
    return events.get(JAVA_INT_UNALIGNED, (long) i * EVENT_SIZE);
  }

  /// The key of the socket of event `i`.
  int key(int i) {
    return events.get(JAVA_INT_UNALIGNED, (long) i * EVENT_SIZE + DATA_OFFSET);
  }

  void close() {
    LinuxSocketCalls.close(callState, timer);
    LinuxSocketCalls.close(callState, fd);
  }
}
