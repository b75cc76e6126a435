package dev.takt.process.linux;

import java.nio.ByteBuffer;

/// How a child ended and which resources it used, from `waitid`.
///
/// @param outcome the state of the child
/// @param value the exit code, or the number of the signal
/// @param userMicros CPU time in user mode, in µs
/// @param systemMicros CPU time in the kernel, in µs
/// @param peakKibibytes the maximum resident set size, in KiB
public record ChildStatus(
    Outcome outcome, int value, long userMicros, long systemMicros, long peakKibibytes) {

  /// How a child ended.
  public enum Outcome {
    /// It has not ended.
    RUNNING,
    /// It exited by itself.
    EXITED,
    /// It was killed by a signal.
    KILLED,
    /// It was killed by a signal, with a core dump.
    DUMPED,
    /// Other code has reaped it.
    LOST
  }

  /// Size of `siginfo_t` in bytes; the usage is stored behind it.
  static final int USAGE = 128;

  private static final ChildStatus STILL_RUNNING = new ChildStatus(Outcome.RUNNING, 0, 0, 0, 0);
  private static final ChildStatus GONE = new ChildStatus(Outcome.LOST, 0, 0, 0, 0);

  private static final int CODE = 8;
  private static final int PID = 16;
  private static final int STATUS = 24;
  private static final int USER_TIME = USAGE;
  private static final int SYSTEM_TIME = USAGE + 16;
  private static final int PEAK = USAGE + 32;
  private static final int CLD_EXITED = 1;
  private static final int CLD_DUMPED = 3;

  /// Reads a child's status without waiting.
  ///
  /// @param memory of 512 bytes or more
  /// @param reap whether to reap the child if it has ended; if false, it stays a zombie
  public static ChildStatus of(NativeMemory memory, int pidfd, boolean reap) {
    ByteBuffer bytes = memory.bytes();
    int result;
    do {
      bytes.putInt(PID, 0);
      result = Libc.waitId(memory, pidfd, reap);
    } while (result == -Errno.EINTR);
    if (result < 0) {
      return GONE;
    }
    if (bytes.getInt(PID) == 0) {
      return STILL_RUNNING;
    }
    int code = bytes.getInt(CODE);
    Outcome outcome =
        code == CLD_EXITED ? Outcome.EXITED : code == CLD_DUMPED ? Outcome.DUMPED : Outcome.KILLED;
    return new ChildStatus(
        outcome,
        bytes.getInt(STATUS),
        micros(bytes, USER_TIME),
        micros(bytes, SYSTEM_TIME),
        bytes.getLong(PEAK));
  }

  private static long micros(ByteBuffer bytes, int at) {
    return bytes.getLong(at) * 1_000_000 + bytes.getLong(at + Long.BYTES);
  }
}
