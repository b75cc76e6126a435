package dev.takt.probes;

import dev.takt.record.NanoClock;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Set;

/// The time that the hypervisor took from the processors that this thread may use, in nanoseconds,
/// as far as it says so: the eighth number of their lines in `/proc/stat`, in ticks of 10 ms. 0
/// where there is none.
///
/// The file is read once in such a tick at most, since a round can be much shorter. The thread's
/// own CPU time contains this time on some kernels, and not on others. Not thread-safe.
public final class StolenTime implements NanoClock {

  private static final List<Integer> STEAL = List.of(8);

  private final Path stat;
  private final Set<String> names;
  private final NanoClock clock;
  private long readAt;
  private long nanos;

  /// Of this machine.
  public StolenTime() {
    this(Path.of("/proc/stat"), ownNames(), NanoClock.SYSTEM);
  }

  /// @param names of the processors, as in the file
  StolenTime(Path stat, Set<String> names, NanoClock clock) {
    this.stat = stat;
    this.names = names;
    this.clock = clock;
    read();
  }

  /// Without native access, it is not known which these are: that of all, then.
  private static Set<String> ownNames() {
    Set<String> names = ProcessorUse.names();
    return names.isEmpty() ? Set.of("cpu") : names;
  }

  @Override
  public long nanoTime() {
    if (clock.nanoTime() - readAt >= ProcessorUse.TICK_NANOS) {
      read();
    }
    return nanos;
  }

  private void read() {
    readAt = clock.nanoTime();
    try {
      nanos = ProcessorUse.nanos(Files.readAllLines(stat), names, STEAL);
    } catch (IOException | NumberFormatException | IndexOutOfBoundsException _) {
      nanos = 0;
    }
  }
}
