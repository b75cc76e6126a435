package dev.takt.watch.locks;

import dev.takt.runs.model.StallKind;
import java.util.List;
import org.jspecify.annotations.Nullable;

/// The identity of a lock, as far as it is known.
///
/// @param kind [StallKind#MONITOR_WAIT] or [StallKind#LOCK_WAIT]
/// @param type its public class: `java.util.concurrent.locks.ReentrantLock`; `int[]`; or `class
///   initialization`
/// @param mark distinguishes it from others of its class: `@` and its address, or `#` and its
///   identity hash code; null if neither is known
record LockId(StallKind kind, String type, @Nullable String mark) {

  private static final List<String> INNER_CLASSES =
      List.of("$NonfairSync", "$FairSync", "$Sync", "$ReadLock", "$WriteLock");

  /// What HotSpot locks while a thread initializes a class: an empty `int[]` of the class.
  private static final String INITIALIZATION_LOCK = "[I";

  private static final String ARRAY = "int[]";

  private static final String INITIALIZATION = "class initialization";

  static LockId monitor(String type, long address) {
    String name = mayBeOfInitialization(type) ? ARRAY : type;
    return new LockId(StallKind.MONITOR_WAIT, name, '@' + Long.toHexString(address));
  }

  /// Whether a recorded class is that of the lock of a class; the program can lock one itself.
  static boolean mayBeOfInitialization(@Nullable String type) {
    return INITIALIZATION_LOCK.equals(type);
  }

  /// Whether it is that of a class, or an `int[]` of the program.
  boolean mayBeOfInitialization() {
    return type.equals(ARRAY);
  }

  /// Returns this lock as that of a class.
  LockId ofInitialization() {
    return new LockId(kind, INITIALIZATION, mark);
  }

  static LockId lock(String type, @Nullable String mark) {
    return new LockId(StallKind.LOCK_WAIT, displayName(type), mark);
  }

  /// Locks delegate to a private inner class; the public class around it is the better name.
  private static String displayName(String type) {
    for (String inner : INNER_CLASSES) {
      if (type.endsWith(inner)) {
        return type.substring(0, type.length() - inner.length());
      }
    }
    return type;
  }

  /// Whether the mark is an address that a garbage collector changes.
  boolean isMovable() {
    return kind == StallKind.LOCK_WAIT && mark != null && mark.startsWith("@");
  }

  LockId withoutMark() {
    return new LockId(kind, type, null);
  }

  /// The class and the mark.
  String text() {
    return mark == null ? type : type + ' ' + mark;
  }
}
