package dev.takt.probes.wakeup;

import dev.takt.probes.SystemRefusedException;
import dev.takt.process.linux.Libc;
import dev.takt.process.linux.NativeMemory;
import java.lang.foreign.MemorySegment;

/// A [WakeupSignal] by eventfd(2): each side has a descriptor, and blocks in reading it until the
/// other side writes.
final class EventfdSignal implements WakeupSignal {

  private static final int CLOSE_ON_EXEC = 0x80000;
  private static final MemorySegment EVENTFD = Libc.function("eventfd");

  /// Memory for the calls of each side.
  private final NativeMemory[] memories = {
    new NativeMemory(Long.BYTES), new NativeMemory(Long.BYTES)
  };

  private final int[] descriptors = new int[2];

  EventfdSignal() {
    for (int side = 0; side < 2; side++) {
      descriptors[side] = (int) Libc.call(EVENTFD, memories[side], 0, CLOSE_ON_EXEC, 0, 0, 0, 0);
      if (descriptors[side] < 0) {
        int refused = descriptors[side];
        if (side == 1) {
          Libc.close(memories[0], descriptors[0]);
        }
        throw new SystemRefusedException("an event descriptor", -refused);
      }
    }
  }

  @Override
  public void await(int side) {
    NativeMemory memory = memories[side];
    int read;
    do {
      read = Libc.read(memory, descriptors[side], memory.address(), Long.BYTES);
    } while (read < 0);
  }

  @Override
  public void wake(int side) {
    NativeMemory memory = memories[1 - side];
    memory.bytes().putLong(0, 1);
    var _ = Libc.write(memory, descriptors[side], memory.address(), Long.BYTES);
  }

  @Override
  public void close() {
    for (int side = 0; side < 2; side++) {
      Libc.close(memories[side], descriptors[side]);
    }
  }
}
