package dev.takt.faults;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.channels.FileChannel;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.concurrent.TimeUnit;
import org.jspecify.annotations.Nullable;

/// Reads the kernel's sum of a thread's run-queue waits: the second number in its `schedstat`. The
/// sum grows when the thread runs again. To be used by that thread only.
final class RunQueueWaitCounter {

  private static final int BYTES = 128;

  /// How often the sum is read without a gap, so that a wait long before a gap is not attributed to
  /// it.
  private static final long PERIOD_NANOS = TimeUnit.MICROSECONDS.toNanos(250);

  private final @Nullable FileChannel file;
  private final ByteBuffer text = ByteBuffer.allocateDirect(BYTES);
  private long counted;
  private long next;
  private long readAt;

  /// @param file null if there is none; then the sum is 0
  private RunQueueWaitCounter(@Nullable FileChannel file) {
    this.file = file;
  }

  /// The counter of the calling thread.
  static RunQueueWaitCounter ofThisThread() {
    return fromFile(Path.of("/proc/thread-self/schedstat"));
  }

  /// A counter that is read from a file.
  static RunQueueWaitCounter fromFile(Path schedstat) {
    try {
      return new RunQueueWaitCounter(FileChannel.open(schedstat, StandardOpenOption.READ));
    } catch (IOException e) {
      return new RunQueueWaitCounter(null);
    }
  }

  /// Resets the counter.
  void reset(long now) {
    counted = read();
    next = counted;
    readAt = now;
  }

  /// Says that there was no gap since the last call, and drops earlier waits. The sum is read once
  /// a period only, and a gap may begin during the read. So a value counts only after the next
  /// call, which says that none did.
  void advance(long now) {
    counted = next;
    if (now - readAt >= PERIOD_NANOS) {
      next = read();
      readAt = now;
    }
  }

  /// The waits since the last reset, [#advance] or call, in nanoseconds; 0 if the kernel does not
  /// count them.
  long take(long now) {
    long before = counted;
    next = read();
    readAt = now;
    counted = next;
    return Math.max(0, counted - before);
  }

  private long read() {
    if (file == null) {
      return 0;
    }
    try {
      int _ = file.read(text.clear(), 0);
      return second(text.flip());
    } catch (IOException e) {
      return next;
    }
  }

  /// Parses the second number, without allocation, so that the witness does not cause pauses
  /// itself.
  private static long second(ByteBuffer text) {
    long number = 0;
    int words = 0;
    while (text.hasRemaining() && words < 2) {
      byte next = text.get();
      if (next < '0' || next > '9') {
        words++;
      } else if (words == 1) {
        number = 10 * number + next - '0';
      }
    }
    return number;
  }
}
