package dev.takt.agent.locks.boot;

import java.lang.StackWalker.StackFrame;
import java.util.Iterator;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.atomic.AtomicBoolean;
import org.jspecify.annotations.Nullable;

/// Remembers where locks were created, while they are alive. Thread-safe, and takes no instrumented
/// lock.
///
/// Entries of collected locks are removed whenever the number of entries has doubled since the last
/// sweep. A reference queue would take a lock itself.
final class CreationSites {

  private static final int FIRST_SWEEP = 4096;
  private static final int MAX_FRAMES = 4;

  /// Types that are created in large numbers and are not contended.
  private static final String LATCH = "java.util.concurrent.CountDownLatch$Sync";

  private static final String WORKER = "java.util.concurrent.ThreadPoolExecutor$Worker";

  private final ConcurrentHashMap<LockKey, String> sites = new ConcurrentHashMap<>();

  /// Interned sites: there are many locks, and few places where they are created.
  private final ConcurrentHashMap<String, String> texts = new ConcurrentHashMap<>();

  private final StackWalker walker = StackWalker.getInstance();
  private final AtomicBoolean sweeping = new AtomicBoolean();
  private volatile int nextSweep = FIRST_SWEEP;

  void remember(Object lock) {
    String type = lock.getClass().getName();
    if (type.equals(LATCH) || type.equals(WORKER)) {
      return;
    }
    String site = site();
    String known = texts.putIfAbsent(site, site);
    sites.put(new LockKey(lock), known == null ? site : known);
    if (sites.mappingCount() > nextSweep && sweeping.compareAndSet(false, true)) {
      sweep();
      sweeping.set(false);
    }
  }

  @Nullable String of(Object lock) {
    return sites.get(new LockKey(lock));
  }

  void clear() {
    sites.clear();
    texts.clear();
  }

  private void sweep() {
    for (Iterator<LockKey> keys = sites.keySet().iterator(); keys.hasNext(); ) {
      if (keys.next().refersTo(null)) {
        keys.remove();
      }
    }
    nextSweep = (int) Math.max(FIRST_SWEEP, Math.min(1 << 30, 2 * sites.mappingCount()));
  }

  /// The stack frames that created the lock, a line each: from the first one outside of the lock
  /// classes to the first one outside of the JDK, at most [#MAX_FRAMES].
  private String site() {
    return walker.walk(frames -> {
      StringBuilder text = new StringBuilder();
      int lines = 0;
      for (Iterator<StackFrame> all = frames.iterator(); all.hasNext(); ) {
        StackFrame frame = all.next();
        String type = frame.getClassName();
        if (isLockItself(type)) {
          continue;
        }
        text.append(lines == 0 ? "" : "\n").append(line(frame));
        if (++lines == MAX_FRAMES || !type.startsWith("java.")) {
          break;
        }
      }
      return text.toString();
    });
  }

  private static String line(StackFrame frame) {
    return frame.getClassName() + '.' + frame.getMethodName() + ':' + frame.getLineNumber();
  }

  private static boolean isLockItself(String type) {
    return type.startsWith("java.util.concurrent.locks.")
        || type.startsWith("java.util.concurrent.Semaphore")
        || type.startsWith("dev.takt.agent.locks.boot.");
  }
}
