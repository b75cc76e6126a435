package dev.takt.explain.blame;

import dev.takt.runs.Side;
import dev.takt.runs.Stall;
import dev.takt.runs.StallKind;

/// Whom a stall could have delayed, and how much its word counts where several overlap. Those that
/// are known well come first.
public enum Reach {
  /// All operations: the whole JVM or process stood, and it is known why.
  WHOLE,
  /// One operation: a thread that may have served it waited.
  THREAD,
  /// All operations, but it is known from samples, or by its effect alone.
  VAGUE,
  /// None: it takes no time, or is no more than context.
  NONE;

  /// How the generator names the threads of its event loops.
  private static final String EVENT_LOOP = "takt-loop-";

  /// How it names those that send one operation at a time, for drivers that block.
  private static final String WORKER = "takt-worker-";

  /// What a stall of this kind can do.
  static Reach of(Stall stall) {
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
          stall.side() == Side.TARGET || isGenerators(stall, WORKER)
              ? THREAD
              : isGenerators(stall, EVENT_LOOP) ? VAGUE : NONE;
      case STEAL, SWAP, MAJOR_FAULTS, HICCUP -> VAGUE;
      case CPU_PRESSURE, IO_PRESSURE, MEMORY_PRESSURE -> NONE;
      case COMPILATION, DEOPTIMIZATION, THREAD_START -> NONE;
    };
  }

  /// Whatever an event loop of the generator sends and receives waits when the loop has no
  /// processor. Vague, since there can be several, and which one had an operation is not recorded.
  private static boolean isGenerators(Stall stall, String threads) {
    Stall.Actor thread = stall.thread();
    return stall.side() == Side.GENERATOR && thread != null && thread.name().startsWith(threads);
  }

  /// Where stalls of one reach overlap, the lowest counts: the generator's before the target's, and
  /// what holds the others up before what is held up.
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
