package dev.takt.watch.truth;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.channels.FileChannel;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.concurrent.TimeUnit;
import org.jspecify.annotations.Nullable;

/// For how long a thread could have run and stood in a processor's queue, as the kernel itself
/// counts it: the second number in its `schedstat`. The count rises when the thread runs again. For
/// that thread alone.
final class QueueCount {

  private static final int BYTES = 128;

  /// A wait that was over long before a gap is no part of it.
  private static final long PERIOD_NANOS = TimeUnit.MICROSECONDS.toNanos(250);

  private final @Nullable FileChannel file;
  private final ByteBuffer text = ByteBuffer.allocateDirect(BYTES);
  private long counted;
  private long next;
  private long readAt;

  /// @param file null where there is none
  private QueueCount(@Nullable FileChannel file) {
    this.file = file;
  }

  /// That of the thread that calls.
  static QueueCount ofThisThread() {
    return in(Path.of("/proc/thread-self/schedstat"));
  }

  /// One that a file tells.
  static QueueCount in(Path schedstat) {
    try {
      return new QueueCount(FileChannel.open(schedstat, StandardOpenOption.READ));
    } catch (IOException e) {
      return new QueueCount(null);
    }
  }

  /// Forgets what was counted so far.
  void begin(long now) {
    counted = read();
    next = counted;
    readAt = now;
  }

  /// Says that there was no gap since the last call, and forgets what was counted before that. The
  /// count is read from time to time only, and a gap may come while it is read: so what was read
  /// holds once the next call says that none did.
  void pass(long now) {
    counted = next;
    if (now - readAt >= PERIOD_NANOS) {
      next = read();
      readAt = now;
    }
  }

  /// What was counted since it was last forgotten or taken, in nanoseconds; 0 where nobody counts.
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

  /// Without garbage: the thread that reads waits for nothing but what others do to it.
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
