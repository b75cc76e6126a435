package dev.takt.probes.profilers.program;

import java.lang.reflect.Method;

/// How often and how long this JVM has stopped all threads.
final class Safepoints {

  private final long count;
  private final long millis;

  private Safepoints(long count, long millis) {
    this.count = count;
    this.millis = millis;
  }

  /// Until now; -1 where the JVM does not say, which needs
  /// `--add-exports=java.management/sun.management=ALL-UNNAMED`.
  static Safepoints now() {
    try {
      Object bean =
          Class.forName("sun.management.ManagementFactoryHelper")
              .getMethod("getHotspotRuntimeMBean")
              .invoke(null);
      Class<?> type = Class.forName("sun.management.HotspotRuntimeMBean");
      return new Safepoints(
          number(type.getMethod("getSafepointCount"), bean),
          number(type.getMethod("getTotalSafepointTime"), bean));
    } catch (ReflectiveOperationException e) {
      return new Safepoints(-1, -1);
    }
  }

  private static long number(Method method, Object bean) throws ReflectiveOperationException {
    return (Long) method.invoke(bean);
  }

  /// Since an earlier moment.
  Safepoints since(Safepoints before) {
    return count < 0 ? this : new Safepoints(count - before.count, millis - before.millis);
  }

  /// `COUNT NANOS`.
  @Override
  public String toString() {
    return count < 0 ? "-1 -1" : count + " " + millis * 1_000_000;
  }
}
