package dev.takt.explain.attribution.classify;

import dev.takt.record.ThreadRole;
import dev.takt.runs.model.Side;
import dev.takt.runs.model.Stall;
import dev.takt.runs.model.StallKind;

/// Which operations a stall could have delayed, in the order of precedence where stalls overlap.
public enum StallScope {
  /// All operations: the whole JVM or process was stopped, for a known reason.
  WHOLE,
  /// One operation: a thread that may have served it waited.
  THREAD,
  /// All operations, but known only from samples or by its effect.
  VAGUE,
  /// None: it takes no operation's time, or is only context.
  NONE;

  /// The reach of a stall, by its kind, side and thread.
  static StallScope of(Stall stall) {
    return switch (stall.kind()) {
      case STOPPED, GC_PAUSE, SAFEPOINT, TIME_TO_SAFEPOINT, THROTTLED -> WHOLE;
      case MONITOR_WAIT,
          LOCK_WAIT,
          PINNED,
          ALLOCATION_STALL,
          CLASS_LOAD,
          HANDSHAKE,
          FILE_IO,
          SOCKET_IO ->
          stall.side() == Side.TARGET ? THREAD : NONE;
      case RUN_QUEUE ->
          stall.side() == Side.TARGET || isGeneratorThread(stall, ThreadRole.WORKER)
              ? THREAD
              : isGeneratorThread(stall, ThreadRole.EVENT_LOOP) ? VAGUE : NONE;
      case STEAL, SWAP, MAJOR_FAULTS, HICCUP -> VAGUE;
      case CPU_PRESSURE, IO_PRESSURE, MEMORY_PRESSURE -> NONE;
      case COMPILATION, DEOPTIMIZATION, THREAD_START -> NONE;
    };
  }

  /// Whether a stall is one of the generator's threads with a role. An event loop without a CPU
  /// delays all operations that it handles; that is vague, since there can be several loops and it
  /// is not recorded which one handled an operation.
  private static boolean isGeneratorThread(Stall stall, ThreadRole role) {
    Stall.Actor thread = stall.thread();
    return stall.side() == Side.GENERATOR && thread != null && role.isOf(thread.name());
  }

  /// The precedence of overlapping stalls of the same reach, lowest first: the generator's before
  /// the target's, and a stall before those that it prolongs.
  static int rank(StallKind kind, Side side) {
    int ofKind =
        switch (kind) {
          case STOPPED -> 0;
          case THROTTLED -> 1;
          case TIME_TO_SAFEPOINT -> 2;
          case GC_PAUSE -> 3;
          case SAFEPOINT -> 4;
          case SWAP -> 5;
          case RUN_QUEUE -> 6;
          case STEAL -> 7;
          case MAJOR_FAULTS -> 8;
          default -> 9;
        };
    return switch (side) {
      case GENERATOR -> ofKind;
      case TARGET -> ofKind + 10;
      case HOST -> ofKind + 20;
    };
  }
}
