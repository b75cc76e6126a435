package dev.takt.watch.locks;

import dev.takt.watch.observer.WatchLevel;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/// The JFR settings that record lock waits.
final class LockSettings {

  private static final String SLOW_PATH =
      "java.util.concurrent.locks.AbstractQueuedSynchronizer::acquire";

  /// From JDK 25 on, `ReentrantReadWriteLock` uses `AbstractQueuedLongSynchronizer`.
  private static final List<String> TRACED =
      List.of(
          SLOW_PATH,
          "java.util.concurrent.locks.AbstractQueuedLongSynchronizer::acquire",
          "java.util.concurrent.locks.StampedLock::acquireWrite",
          "java.util.concurrent.locks.StampedLock::acquireRead");

  private LockSettings() {}

  /// The settings, with keys such as `jdk.ThreadPark#threshold`. A JDK ignores event types and
  /// settings that it does not know.
  static Map<String, String> of(WatchLevel level) {
    Map<String, String> settings = new HashMap<>();
    boolean deep = level == WatchLevel.DEEP;
    String least = deep ? "10 us" : "1 ms";
    for (String event : List.of("jdk.JavaMonitorEnter", "jdk.ThreadPark", "takt.LockWait")) {
      settings.put(event + "#enabled", "true");
      settings.put(event + "#threshold", least);
      settings.put(event + "#stackTrace", "true");
    }
    if (deep) {
      // For class initialization alone. A thousand idle threads that wait for work for 50 ms each
      // time make 20,000 of these events a second, and JFR cannot limit their rate.
      settings.put("jdk.JavaMonitorWait#enabled", "true");
      settings.put("jdk.JavaMonitorWait#threshold", "20 ms");
      settings.put("jdk.JavaMonitorWait#stackTrace", "true");
      settings.put("jdk.MethodTrace#enabled", "true");
      settings.put("jdk.MethodTrace#threshold", least);
      settings.put("jdk.MethodTrace#stackTrace", "true");
      settings.put("jdk.MethodTrace#filter", String.join(";", TRACED));
    }
    settings.put("jdk.GarbageCollection#enabled", "true");
    settings.put("jdk.ActiveSetting#enabled", "true");
    return settings;
  }

  /// Whether a recorded setting shows that lock waits were traced.
  static boolean isLockTraceFilter(String name, String value) {
    return name.equals("filter") && value.contains(SLOW_PATH);
  }
}
