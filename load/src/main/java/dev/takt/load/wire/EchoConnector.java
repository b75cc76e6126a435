package dev.takt.load.wire;

import dev.takt.load.driver.WireDriver;
import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;
import java.nio.ByteBuffer;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.function.Supplier;
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

  /// By operation, step and stream.
  private final List<List<List<@Nullable MemorySegment>>> samples = new ArrayList<>();

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
  public boolean wantsSetup() {
    return false;
  }

  @Override
  public boolean wantsAttachments() {
    return false;
  }

  @Override
  public void sent(Connection connection, InFlightRequest last, boolean more) {
    int farEnd = farEnds[connection.number];
    int taken = BUFFER_BYTES;
    while (taken == BUFFER_BYTES) {
      taken = sockets.receive(farEnd, received, BUFFER_BYTES);
    }
    if (!more && !last.isEchoed) {
      last.isEchoed = true;
      MemorySegment sample = sampleFor(last);
      int ignored = sockets.send(farEnd, sample, sample.byteSize(), false);
    }
  }

  private MemorySegment sampleFor(InFlightRequest request) {
    List<@Nullable MemorySegment> ofStep =
        at(at(samples, request.operation, ArrayList::new), request.step, ArrayList::new);
    MemorySegment known = at(ofStep, request.stream, () -> null);
    if (known == null) {
      ByteBuffer sample = driver.sampleAnswer(request.operation, request.step, request.stream);
      known = arena.allocate(sample.remaining());
      known.asByteBuffer().put(sample);
      ofStep.set(request.stream, known);
    }
    return known;
  }

  /// The element at an index; the list is filled up to there first.
  private static <T extends @Nullable Object> T at(
      List<T> list, int index, Supplier<? extends T> filler) {
    while (list.size() <= index) {
      list.add(filler.get());
    }
    return list.get(index);
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
