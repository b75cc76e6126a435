package dev.takt.watch.locks;

import dev.takt.runs.model.Stall;
import jdk.jfr.consumer.RecordedThread;
import org.jspecify.annotations.Nullable;

/// A thread of a recording.
///
/// @param id its id in the recording
/// @param name its name, or a description if it has none
/// @param osThread its kernel thread id; 0 for virtual threads, and if it is not known
/// @param isVirtual whether it is a virtual thread
record ThreadRef(long id, String name, long osThread, boolean isVirtual) {

  static @Nullable ThreadRef of(@Nullable RecordedThread thread) {
    if (thread == null) {
      return null;
    }
    long osThread = thread.isVirtual() ? 0 : Math.max(0, thread.getOSThreadId());
    return new ThreadRef(thread.getId(), name(thread), osThread, thread.isVirtual());
  }

  private static String name(RecordedThread thread) {
    String java = thread.getJavaName();
    if (java != null && !java.isEmpty()) {
      return java;
    }
    if (thread.isVirtual()) {
      return "virtual thread " + thread.getJavaThreadId();
    }
    String os = thread.getOSName();
    return os != null && !os.isEmpty() ? os : "thread " + thread.getId();
  }

  /// Converts it to an actor of a stall.
  ///
  /// @param pid its process; -1 if it is not known
  /// @param where the frames of its stack
  Stall.Actor actor(long pid, @Nullable String where) {
    return new Stall.Actor(
        name, pid < 0 ? null : Long.valueOf(pid), osThread == 0 ? null : osThread, where);
  }
}
