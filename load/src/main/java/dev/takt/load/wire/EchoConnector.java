package dev.takt.load.wire;

import dev.takt.load.driver.WireDriver;
import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;
import java.nio.ByteBuffer;
import java.util.Arrays;
import org.jspecify.annotations.Nullable;

/// Connects to itself: the far end of each socket pair answers every request at once with the
/// driver's sample.
final class EchoConnector implements Connector {

  private static final int BUFFER_BYTES = 64 * 1024;

  private final WireDriver driver;
  private final Arena arena;
  private final Sockets sockets;
  private final int[] pair = new int[2];
  private final MemorySegment received;
  private final int[] farEnds;

  /// By operation, then by step.
  private @Nullable MemorySegment[][] samples = new MemorySegment[1][1];

  EchoConnector(WireDriver driver, Arena arena, Sockets sockets, int slots) {
    this.driver = driver;
    this.arena = arena;
    this.sockets = sockets;
    this.received = arena.allocate(BUFFER_BYTES);
    this.farEnds = new int[slots];
    Arrays.fill(farEnds, -1);
  }

  @Override
  public int connect(Connection connection) {
    int slot = connection.number;
    closeFarEnd(slot);
    int result = sockets.pair(pair);
    if (result < 0) {
      return result;
    }
    farEnds[slot] = pair[1];
    return pair[0];
  }

  @Override
  public boolean isConnectedAtOnce() {
    return true;
  }

  @Override
  public boolean wantsGreeting() {
    return false;
  }

  @Override
  public boolean wantsAttachments() {
    return false;
  }

  @Override
  public void sent(int slot, int operation, int step, boolean more) {
    int taken = BUFFER_BYTES;
    while (taken == BUFFER_BYTES) {
      taken = sockets.receive(farEnds[slot], received, BUFFER_BYTES);
    }
    if (!more) {
      MemorySegment sample = sampleOf(operation, step);
      int ignored = sockets.send(farEnds[slot], sample, sample.byteSize(), false);
    }
  }

  private MemorySegment sampleOf(int operation, int step) {
    if (operation >= samples.length) {
      int known = samples.length;
      samples = Arrays.copyOf(samples, operation + 1);
      Arrays.fill(samples, known, samples.length, new MemorySegment[0]);
    }
    if (step >= samples[operation].length) {
      samples[operation] = Arrays.copyOf(samples[operation], step + 1);
    }
    MemorySegment known = samples[operation][step];
    if (known == null) {
      ByteBuffer sample = driver.sampleAnswer(operation, step);
      known = arena.allocate(sample.remaining());
      known.asByteBuffer().put(sample);
      samples[operation][step] = known;
    }
    return known;
  }

  private void closeFarEnd(int slot) {
    if (farEnds[slot] >= 0) {
      sockets.close(farEnds[slot]);
      farEnds[slot] = -1;
    }
  }

  @Override
  public void close() {
    for (int slot = 0; slot < farEnds.length; slot++) {
      closeFarEnd(slot);
    }
  }
}
