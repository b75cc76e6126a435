package dev.takt.process;

import dev.takt.process.linux.NativeMemory;
import java.util.ArrayDeque;

/// Pieces of native memory of one size that are used in turn. Thread-safe.
final class MemoryPool {

  private final int size;
  private final int mostKept;
  private final ArrayDeque<NativeMemory> free = new ArrayDeque<>();

  /// @param size of each piece, in bytes
  /// @param mostKept how many pieces are kept for later; more are left to the collector
  MemoryPool(int size, int mostKept) {
    this.size = size;
    this.mostKept = mostKept;
  }

  /// Of each piece, in bytes.
  int size() {
    return size;
  }

  NativeMemory take() {
    synchronized (free) {
      NativeMemory memory = free.pollLast();
      if (memory != null) {
        return memory;
      }
    }
    return new NativeMemory(size);
  }

  void give(NativeMemory memory) {
    synchronized (free) {
      if (free.size() < mostKept) {
        free.addLast(memory);
      }
    }
  }
}
