package dev.takt.probes;

import dev.takt.record.NanoClock;
import java.io.IOException;
import java.io.RandomAccessFile;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import org.jspecify.annotations.Nullable;

/// The time that the hypervisor took from all processors together, in nanoseconds, as far as it
/// says so: the eighth number of `/proc/stat`, in ticks of 10 ms. 0 where there is none.
///
/// The thread's own CPU time contains it on some kernels, and not on others.
final class StolenTime implements NanoClock {

  private static final long TICK_NANOS = 10_000_000;
  private static final int WORD = 8;
  private static final int LINE_BYTES = 256;

  private final @Nullable RandomAccessFile file;
  private final byte[] line = new byte[LINE_BYTES];

  /// Of this machine.
  StolenTime() {
    this(Path.of("/proc/stat"));
  }

  StolenTime(Path stat) {
    file = open(stat);
  }

  private static @Nullable RandomAccessFile open(Path stat) {
    try {
      return new RandomAccessFile(stat.toFile(), "r");
    } catch (IOException _) {
      return null;
    }
  }

  @Override
  public long nanoTime() {
    if (file == null) {
      return 0;
    }
    try {
      file.seek(0);
      int length = Math.max(0, file.read(line));
      String text = new String(line, 0, length, StandardCharsets.US_ASCII);
      String[] words = text.substring(0, Math.max(0, text.indexOf('\n'))).split(" +", -1);
      return words.length > WORD ? Long.parseLong(words[WORD]) * TICK_NANOS : 0;
    } catch (IOException | NumberFormatException _) {
      return 0;
    }
  }
}
