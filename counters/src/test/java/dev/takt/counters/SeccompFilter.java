package dev.takt.counters;

import dev.takt.process.linux.Libc;
import dev.takt.process.linux.NativeMemory;

/// Refuses a system call to the calling thread, for ever, as the filters of containers do.
final class SeccompFilter {

  private static final int PR_SET_NO_NEW_PRIVS = 38;
  private static final int PR_SET_SECCOMP = 22;
  private static final int MODE_FILTER = 2;
  private static final int PERF_EVENT_OPEN =
      System.getProperty("os.arch", "").equals("aarch64") ? 241 : 298;
  private static final int EPERM = 1;

  private SeccompFilter() {}

  /// The program: load the call's number; if it is that of `perf_event_open`, return EPERM; else
  /// allow it.
  static void refusePerfEvents() {
    NativeMemory memory = new NativeMemory(64);
    int filter = 16;
    memory.bytes().putShort(0, (short) 4).putLong(8, memory.address() + filter);
    instruction(memory, filter, 0x20, 0, 0);
    instruction(memory, filter + 8, 0x15, 1, PERF_EVENT_OPEN);
    instruction(memory, filter + 16, 0x06, 0, 0x00050000 | EPERM);
    instruction(memory, filter + 24, 0x06, 0, 0x7fff0000);
    call(memory, PR_SET_NO_NEW_PRIVS, 1, 0);
    call(memory, PR_SET_SECCOMP, MODE_FILTER, memory.address());
  }

  private static void instruction(
      NativeMemory memory, int at, int code, int jumpIfFalse, int value) {
    memory
        .bytes()
        .putShort(at, (short) code)
        .put(at + 2, (byte) 0)
        .put(at + 3, (byte) jumpIfFalse)
        .putInt(at + 4, value);
  }

  private static void call(NativeMemory memory, int option, long value, long address) {
    long result = Libc.call(Libc.function("prctl"), memory, option, value, address, 0, 0, 0);
    if (result != 0) {
      throw new IllegalStateException("prctl " + option + ": " + result);
    }
  }
}
