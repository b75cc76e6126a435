package dev.takt.fleet.engine;

import java.lang.reflect.Proxy;
import org.jgroups.logging.CustomLogFactory;
import org.jgroups.logging.Log;
import org.jgroups.logging.LogFactory;
import org.jspecify.annotations.Nullable;

/// Discards the log of JGroups: what matters of it is reported by exceptions and by the listener.
final class SilentLog implements CustomLogFactory {

  private static final Log LOG =
      (Log)
          Proxy.newProxyInstance(
              Log.class.getClassLoader(),
              new Class<?>[] {Log.class},
              (log, method, arguments) -> answer(method.getReturnType()));

  private SilentLog() {}

  /// No level is enabled; everything else does nothing.
  private static @Nullable Object answer(Class<?> type) {
    if (type == boolean.class) {
      return false;
    }
    return type == String.class ? "off" : null;
  }

  /// Must be called before other classes of JGroups are used: they keep their logs.
  static void install() {
    LogFactory.setCustomLogFactory(new SilentLog());
  }

  @Override
  public Log getLog(Class<?> type) {
    return LOG;
  }

  @Override
  public Log getLog(String category) {
    return LOG;
  }
}
