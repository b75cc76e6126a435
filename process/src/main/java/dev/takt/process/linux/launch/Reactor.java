package dev.takt.process.linux.launch;

import dev.takt.process.linux.EpollEvents;
import dev.takt.process.linux.Errno;
import dev.takt.process.linux.Libc;
import dev.takt.process.linux.NativeMemory;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicReference;
import org.jspecify.annotations.Nullable;

/// An event loop: waits for events of its children and lets each of them handle its own. Ends when
/// it has had no children for a while.
///
/// All descriptors are watched edge-triggered: a pipe is registered once and read until it is
/// empty, and needs no system call when its handler pauses.
final class Reactor implements Runnable {

  private static final int EVENTS = 128;

  /// How long a thread without children stays in the kernel: where children are started one after
  /// another it need not be woken for each. No longer, since the end of a JVM waits up to 300 ms
  /// for threads in native code.
  private static final int IDLE_IN_KERNEL_MILLIS = 20;

  private static final long WAKE_UP = -1;

  /// An event's data: the child's generation, its place, and which of its descriptors it is.
  private static final int KIND_BITS = 4;

  private static final int GENERATION_SHIFT = 32;

  private final int epoll;
  private final int wakeUp;
  private final long lingerMillis;
  private final NativeMemory buffer;
  private final EpollEvents events = new EpollEvents(EVENTS);
  private final Thread thread;

  // Guarded by this: the children, their places and how often each place was assigned.
  private @Nullable LinuxChild[] children = new LinuxChild[16];
  private int[] generations = new int[16];
  private int places;
  private int count;
  private boolean retired;
  private final NativeMemory wakeUpMemory = new NativeMemory(Long.BYTES);

  /// The earliest deadline at which a child must act even without an event.
  private long nextWake = Long.MAX_VALUE;

  /// Children that other threads have scheduled, the newest first.
  private final AtomicReference<@Nullable LinuxChild> injected = new AtomicReference<>();

  private volatile boolean asleep;

  // Used only by this thread: the run queue of the children.
  private @Nullable LinuxChild first;
  private @Nullable LinuxChild last;

  private Reactor(int epoll, int wakeUp, String name, int bufferBytes, long lingerMillis) {
    this.epoll = epoll;
    this.wakeUp = wakeUp;
    this.lingerMillis = lingerMillis;
    buffer = new NativeMemory(bufferBytes);
    thread = Thread.ofPlatform().daemon().name(name).unstarted(this);
  }

  /// Opens a reactor's descriptors and starts its thread.
  ///
  /// @throws ReactorException if a descriptor or the thread could not be created
  static Reactor start(NativeMemory memory, String name, int bufferBytes, long lingerMillis)
      throws ReactorException {
    int epoll = Libc.epollCreate(memory);
    if (epoll < 0) {
      throw new ReactorException(-epoll);
    }
    int wakeUp = Libc.eventFd(memory);
    if (wakeUp < 0) {
      Libc.close(memory, epoll);
      throw new ReactorException(-wakeUp);
    }
    // Edge-triggered, so the counter need not be read to reset it.
    int added = Libc.epollAdd(memory, epoll, wakeUp, Libc.EPOLLIN | Libc.EPOLLET, WAKE_UP);
    if (added < 0) {
      Libc.close(memory, wakeUp);
      Libc.close(memory, epoll);
      throw new ReactorException(-added);
    }
    try {
      Reactor reactor = new Reactor(epoll, wakeUp, name, bufferBytes, lingerMillis);
      reactor.thread.start();
      return reactor;
    } catch (OutOfMemoryError _) {
      // No memory, or no more threads: the start fails, and no child is left unwatched.
      Libc.close(memory, wakeUp);
      Libc.close(memory, epoll);
      throw new ReactorException(Errno.EAGAIN);
    }
  }

  /// A descriptor or the thread of a reactor could not be created.
  static final class ReactorException extends Exception {
    private static final long serialVersionUID = 1L;
    final int errno;

    ReactorException(int errno) {
      super(null, null, false, false);
      this.errno = errno;
    }
  }

  /// Assigns a place to a child. Its descriptors can be watched from then on.
  ///
  /// @return false if this reactor has ended
  synchronized boolean adopt(LinuxChild child) {
    if (retired) {
      return false;
    }
    int place = 0;
    if (count == places) {
      place = places++;
      if (place == children.length) {
        children = Arrays.copyOf(children, 2 * place);
        generations = Arrays.copyOf(generations, 2 * place);
      }
    } else {
      while (children[place] != null) {
        place++;
      }
    }
    children[place] = child;
    if (count++ == 0) {
      notifyAll();
    }
    child.key = (long) ++generations[place] << GENERATION_SHIFT | (long) place << KIND_BITS;
    return true;
  }

  /// Frees a child's place.
  void forget(LinuxChild child) {
    synchronized (this) {
      int place = placeOf(child.key);
      if (children[place] == child) {
        children[place] = null;
        count--;
        if (count == 0) {
          nextWake = Long.MAX_VALUE;
        }
      }
    }
    // The thread may be waiting without a timeout, and must end after a while if this was its last
    // child.
    wake();
  }

  boolean isCurrentThread() {
    return Thread.currentThread() == thread;
  }

  /// Whether its thread has ended.
  synchronized boolean isRetired() {
    return retired;
  }

  /// The number of its children.
  synchronized int load() {
    return count;
  }

  /// The children that have a place.
  synchronized LinuxChild[] children() {
    LinuxChild[] present = new LinuxChild[count];
    int n = 0;
    for (LinuxChild child : children) {
      if (child != null) {
        present[n++] = child;
      }
    }
    return present;
  }

  /// Watches a descriptor and reports its events as `kind`, one of the bits of [LinuxChild].
  ///
  /// @return 0 or `-errno`
  int watch(NativeMemory memory, LinuxChild child, int fd, int events, int kind) {
    return Libc.epollAdd(memory, epoll, fd, events | Libc.EPOLLET, child.key | kind);
  }

  /// Appends a child to the run queue. Called once each time that it is marked.
  void schedule(LinuxChild child) {
    if (Thread.currentThread() == thread) {
      append(child);
      return;
    }
    LinuxChild head;
    do {
      head = injected.get();
      child.next = head;
    } while (!injected.compareAndSet(head, child));
    wake();
  }

  /// Sets a deadline: the child acts at `nanoTime` at the latest.
  void scheduleWake(LinuxChild child, long nanoTime) {
    synchronized (this) {
      child.wakeAt = Math.min(child.wakeAt, nanoTime);
      if (nanoTime >= nextWake || count == 0) {
        return;
      }
      nextWake = nanoTime;
    }
    wake();
  }

  private void wake() {
    if (asleep && Thread.currentThread() != thread) {
      asleep = false;
      synchronized (this) {
        if (!retired) {
          Libc.notify(wakeUpMemory, wakeUp);
        }
      }
    }
  }

  @Override
  public void run() {
    boolean ended = false;
    while (!ended) {
      try {
        ended = runOnce();
      } catch (Throwable _) {
        // Lack of memory: the children report it themselves, and all of them still need this
        // thread.
        Thread.onSpinWait();
      }
    }
  }

  /// @return whether this reactor has ended
  private boolean runOnce() {
    int timeout = 0;
    if (first == null) {
      // Set before the check: a request that comes after the check wakes it up.
      asleep = true;
      timeout = injected.get() == null ? timeoutMillis() : 0;
    }
    int happened = Libc.epollWait(events, epoll, timeout);
    asleep = false;
    dispatch(happened);
    takeInjected();
    fireTimers();
    runQueued();
    return happened == 0 && timeout > 0 && idle();
  }

  private synchronized int timeoutMillis() {
    if (nextWake != Long.MAX_VALUE) {
      long nanos = nextWake - System.nanoTime();
      // Rounded up, to avoid waking too early for nothing.
      return Math.clamp(TimeUnit.NANOSECONDS.toMillis(nanos + 999_999), 0, 60_000);
    }
    return count == 0 ? IDLE_IN_KERNEL_MILLIS : -1;
  }

  /// Marks the children that have events. Not under the lock: marking may call an executor of the
  /// user, which may wait for any thread.
  private void dispatch(int happened) {
    for (int i = 0; i < happened; i++) {
      long data = events.data(i);
      int kind = (int) data & ((1 << KIND_BITS) - 1);
      LinuxChild child = data == WAKE_UP ? null : child(data - kind);
      if (child != null) {
        boolean over = events.isHungUp(i) && kind < LinuxChild.STDIN;
        child.mark(over ? kind | kind << LinuxChild.HANG_UP_SHIFT : kind);
      }
    }
  }

  /// @return null if the event is outdated: a previous child in this place may still have pending
  ///   events
  private synchronized @Nullable LinuxChild child(long key) {
    LinuxChild child = children[placeOf(key)];
    return child != null && child.key == key ? child : null;
  }

  private void takeInjected() {
    LinuxChild newest = injected.getAndSet(null);
    // The list has the newest first; children act in the order in which they were marked.
    LinuxChild oldest = null;
    while (newest != null) {
      LinuxChild older = newest.next;
      newest.next = oldest;
      oldest = newest;
      newest = older;
    }
    while (oldest != null) {
      LinuxChild newer = oldest.next;
      append(oldest);
      oldest = newer;
    }
  }

  private void append(LinuxChild child) {
    child.next = null;
    if (last == null) {
      first = child;
    } else {
      last.next = child;
    }
    last = child;
  }

  /// Lets each child in the run queue act once: one that has more to do waits for its next turn.
  private void runQueued() {
    LinuxChild end = last;
    LinuxChild child;
    do {
      child = first;
      if (child == null) {
        return;
      }
      first = child.next;
      if (first == null) {
        last = null;
      }
      if (child.handleEvents(buffer)) {
        append(child);
      }
    } while (child != end);
  }

  private void fireTimers() {
    List<LinuxChild> due = List.of();
    synchronized (this) {
      if (nextWake == Long.MAX_VALUE) {
        return;
      }
      long now = System.nanoTime();
      if (now < nextWake) {
        return;
      }
      nextWake = Long.MAX_VALUE;
      for (LinuxChild child : children) {
        if (child != null && child.wakeAt != Long.MAX_VALUE) {
          if (child.wakeAt <= now) {
            child.wakeAt = Long.MAX_VALUE;
            due = due.isEmpty() ? new ArrayList<>() : due;
            due.add(child);
          } else {
            nextWake = Math.min(nextWake, child.wakeAt);
          }
        }
      }
    }
    for (LinuxChild child : due) {
      child.mark(LinuxChild.REQUESTED);
    }
  }

  /// Waits for another child if there is none, and ends if none comes.
  ///
  /// @return whether this reactor has ended
  private synchronized boolean idle() {
    long deadline = System.nanoTime() + TimeUnit.MILLISECONDS.toNanos(lingerMillis);
    while (count == 0 && injected.get() == null) {
      long left = deadline - System.nanoTime();
      if (left <= 0) {
        retired = true;
        Libc.close(buffer, wakeUp);
        Libc.close(buffer, epoll);
        return true;
      }
      try {
        TimeUnit.NANOSECONDS.timedWait(this, left);
      } catch (InterruptedException _) {
        // Only code that searches for this thread could interrupt it; it ends when it has no
        // children.
      }
    }
    return false;
  }

  private static int placeOf(long data) {
    return (int) data >>> KIND_BITS;
  }
}
