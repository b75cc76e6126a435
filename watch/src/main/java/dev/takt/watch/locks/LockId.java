package dev.takt.watch.locks;

import dev.takt.runs.StallKind;
import java.util.List;
import org.jspecify.annotations.Nullable;

/// Which lock it is, as far as that is known.
///
/// @param kind [StallKind#MONITOR_WAIT] or [StallKind#LOCK_WAIT]
/// @param type its class, as people know it: `java.util.concurrent.locks.ReentrantLock`
/// @param mark tells it from others of its class: `@` and its address, or `#` and its identity hash
///   code; null if that is not known
record LockId(StallKind kind, String type, @Nullable String mark) {

  private static final List<String> INNER =
      List.of("$NonfairSync", "$FairSync", "$Sync", "$ReadLock", "$WriteLock");

  static LockId monitor(String type, long address) {
    return new LockId(StallKind.MONITOR_WAIT, type, '@' + Long.toHexString(address));
  }

  static LockId lock(String type, @Nullable String mark) {
    return new LockId(StallKind.LOCK_WAIT, shown(type), mark);
  }

  /// Locks delegate to an inner class that nobody knows: it is named by the one around it.
  private static String shown(String type) {
    for (String inner : INNER) {
      if (type.endsWith(inner)) {
        return type.substring(0, type.length() - inner.length());
      }
    }
    return type;
  }

  /// The class and the mark.
  String text() {
    return mark == null ? type : type + ' ' + mark;
  }
}
