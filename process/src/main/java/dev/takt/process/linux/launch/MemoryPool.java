package dev.takt.process.linux.launch;

import dev.takt.process.linux.NativeMemory;
import java.util.ArrayDeque;

/// A pool of native memory in pieces of one size. Thread-safe.
final class MemoryPool {

  private final int size;
  private final int mostKept;
  private final ArrayDeque<NativeMemory> free = new ArrayDeque<>();

  /// @param size of each piece, in bytes
  /// @param mostKept how many free pieces are kept; others are left to the garbage collector
  MemoryPool(int size, int mostKept) {
    this.size = size;
    this.mostKept = mostKept;
  }

  /// Size of each piece, in bytes.
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

  void release(NativeMemory memory) {
    synchronized (free) {
      if (free.size() < mostKept) {
        free.addLast(memory);
      }
    }
  }
}
