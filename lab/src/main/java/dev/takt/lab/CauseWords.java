package dev.takt.lab;

import dev.takt.runs.model.StallKind;
import org.jspecify.annotations.Nullable;

/// Kinds of causes as the subject of a sentence.
final class CauseWords {

  private CauseWords() {}

  /// The subject: in the plural if it ends in `s`.
  ///
  /// @param kind null for operations that were sent late without a stall
  static String of(@Nullable StallKind kind) {
    if (kind == null) {
      return "Late sends";
    }
    return switch (kind) {
      case GC_PAUSE -> "GC pauses";
      case SAFEPOINT -> "Safepoint pauses";
      case TIME_TO_SAFEPOINT -> "Time to safepoint";
      case HANDSHAKE -> "Handshakes";
      case ALLOCATION_STALL -> "Allocation stalls";
      case MONITOR_WAIT -> "Monitor waits";
      case LOCK_WAIT -> "Lock waits";
      case PINNED -> "Pinned virtual threads";
      case CLASS_LOAD -> "Class loading";
      case COMPILATION -> "Compilation";
      case DEOPTIMIZATION -> "Deoptimization";
      case THREAD_START -> "Thread starts";
      case SOCKET_IO -> "Socket I/O";
      case FILE_IO -> "File I/O";
      case RUN_QUEUE -> "Run-queue waits";
      case STOPPED -> "Signal stops";
      case THROTTLED -> "CPU throttling";
      case STEAL -> "Steal time";
      case CPU_PRESSURE -> "CPU pressure";
      case IO_PRESSURE -> "I/O pressure";
      case MEMORY_PRESSURE -> "Memory pressure";
      case MAJOR_FAULTS -> "Major page faults";
      case SWAP -> "Swapping";
      case HICCUP -> "Hiccups";
    };
  }
}
