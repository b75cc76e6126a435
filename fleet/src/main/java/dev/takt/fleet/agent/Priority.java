package dev.takt.fleet.agent;

import dev.takt.process.linux.Libc;
import dev.takt.process.linux.NativeMemory;
import dev.takt.process.linux.Support;
import java.io.File;
import java.lang.foreign.MemorySegment;

/// The priority of this process for the kernel's scheduler. Where generator and agent share a
/// processor, the agent must not keep the generator waiting.
final class Priority {

  /// 110 parts of a processor's time instead of 1,024: enough for the heartbeats of an agent.
  static final int NICE = 10;

  private static final int PRIO_PROCESS = 0;

  private Priority() {}

  /// Lowers it for all threads, and for those that they start. Nothing happens where it is not
  /// Linux. Without privileges it cannot be raised again.
  static void lower() {
    if (!Support.isThere()) {
      return;
    }
    NativeMemory memory = new NativeMemory(Long.BYTES);
    lowerThreads(memory);
    lowerThreads(memory); // those that others have started meanwhile
  }

  /// Linux has a priority for each thread.
  private static void lowerThreads(NativeMemory memory) {
    String[] threads = new File("/proc/self/task").list();
    for (String each : threads == null ? new String[0] : threads) {
      var _ =
          Libc.call(Calls.SETPRIORITY, memory, PRIO_PROCESS, Integer.parseInt(each), NICE, 0, 0, 0);
    }
  }

  /// `int setpriority(int which, id_t who, int prio)`; initialised only where there is a C library.
  private static final class Calls {
    static final MemorySegment SETPRIORITY = Libc.function("setpriority");

    private Calls() {}
  }
}
