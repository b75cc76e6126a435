package dev.takt.watch.perf;

import dev.takt.counters.perf.PerfAccess;
import dev.takt.counters.perf.PerfAttributes;
import dev.takt.counters.perf.PerfAttributes.Flag;
import dev.takt.counters.perf.PerfCalls;
import dev.takt.process.linux.Libc;
import dev.takt.process.linux.NativeMemory;

/// Records the context switches of one thread, by perf events. An ordinary user may do that for
/// their own processes. Not thread-safe.
public final class ThreadSwitches implements AutoCloseable {

  /// Records have 32 bytes, so this is room for 1024 switches between two drains.
  private static final int RING_BYTES = 1 << 15;

  private static final int BUFFER_BYTES = 16;
  private static final int SWITCH_OUT = 1 << 13;
  private static final int SWITCH_OUT_PREEMPTED = 1 << 14;

  private final NativeMemory memory;
  private final int fd;
  private final PerfRing ring;

  /// Receives the thread's switches.
  public interface Listener {
    /// The thread left its processor.
    ///
    /// @param runnable whether it was preempted; else it waits for an event
    void switchedOut(long time, boolean runnable);

    /// The thread got a processor.
    void switchedIn(long time);

    /// Records were lost.
    void lost(long records);
  }

  private ThreadSwitches(NativeMemory memory, int fd, PerfRing ring) {
    this.memory = memory;
    this.fd = fd;
    this.ring = ring;
  }

  /// Starts recording.
  ///
  /// @throws PerfException if that is not possible here, or the thread has ended
  public static ThreadSwitches open(int tid) throws PerfException {
    if (!PerfAccess.isAvailable()) {
      throw new PerfException(PerfAccess.unavailableReason());
    }
    NativeMemory memory = new NativeMemory(BUFFER_BYTES);
    PerfAttributes dummy =
        new PerfAttributes(PerfAttributes.TYPE_SOFTWARE, PerfAttributes.SOFTWARE_DUMMY)
            .with(Flag.CONTEXT_SWITCH, Flag.SAMPLE_ID_ALL)
            .with(Flag.EXCLUDE_KERNEL, Flag.EXCLUDE_HYPERVISOR)
            .recording(PerfRing.SAMPLE_TYPE & ~PerfAttributes.SAMPLE_RAW);
    int fd = PerfCalls.open(memory, dummy, tid, PerfCalls.ANY_CPU, PerfCalls.NO_GROUP);
    if (fd < 0) {
      throw new PerfException(PerfAccess.reason(-fd));
    }
    try {
      return new ThreadSwitches(memory, fd, PerfRing.open(memory, fd, RING_BYTES, 1));
    } catch (PerfException e) {
      Libc.close(memory, fd);
      throw e;
    }
  }

  /// Passes on what was recorded since the last call.
  public void drain(Listener listener) {
    ring.refresh();
    while (ring.hasNext()) {
      switch (ring.type()) {
        case PerfRing.RECORD_SWITCH -> {
          int misc = ring.misc();
          if ((misc & SWITCH_OUT) != 0) {
            listener.switchedOut(ring.time(), (misc & SWITCH_OUT_PREEMPTED) != 0);
          } else {
            listener.switchedIn(ring.time());
          }
        }
        case PerfRing.RECORD_LOST -> listener.lost(ring.longAt(16));
        default -> {
          // Other records say nothing about switches.
        }
      }
      ring.advance();
    }
    ring.release();
  }

  @Override
  public void close() {
    ring.close();
    Libc.close(memory, fd);
  }
}
