package dev.takt.cli;

import dev.takt.cli.spi.CliContext;
import java.lang.reflect.InvocationTargetException;
import java.lang.reflect.Method;
import java.lang.reflect.Proxy;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/// Handles Ctrl-C, SIGTERM, and SIGHUP of a terminal that was closed.
///
/// A shutdown hook cannot do this. Once the JVM shuts down, all hooks run at the same time, so a
/// driver's hook would end its target while the run is still being finished, and a second Ctrl-C
/// has no effect any more. The supported API has no other way to handle a signal. `sun.misc.Signal`
/// is in module jdk.unsupported, which is kept for such uses. It is called by reflection because
/// javac cannot accept its use in a build without warnings.
public final class ProcessSignals implements CliContext.Interrupts {

  private static final List<String> NAMES = List.of("INT", "TERM", "HUP");

  @Override
  public Registration onInterrupt(Runnable action) {
    List<Runnable> restore = new ArrayList<>();
    try {
      Api api = new Api();
      Object handler = api.handler(action);
      for (String name : NAMES) {
        api.handle(name, handler, restore);
      }
    } catch (ReflectiveOperationException e) {
      // A JVM without signals: Ctrl-C keeps its default action.
      restore.clear();
    }
    return () -> restore.forEach(Runnable::run);
  }

  /// `sun.misc.Signal` and `sun.misc.SignalHandler`.
  private static final class Api {
    private final Class<?> signalType = Class.forName("sun.misc.Signal");
    private final Class<?> handlerType = Class.forName("sun.misc.SignalHandler");
    private final Object ignore = handlerType.getField("SIG_IGN").get(null);

    Api() throws ReflectiveOperationException {}

    Object handler(Runnable action) {
      return Proxy.newProxyInstance(
          ProcessSignals.class.getClassLoader(),
          new Class<?>[] {handlerType},
          (handler, method, arguments) -> called(action, handler, method, arguments));
    }

    private static @Nullable Object called(
        Runnable action, Object handler, Method method, Object[] arguments) {
      return switch (method.getName()) {
        case "handle" -> {
          action.run();
          yield null;
        }
        case "equals" -> handler == arguments[0];
        case "hashCode" -> System.identityHashCode(handler);
        default -> "handler of interrupts";
      };
    }

    /// A signal that is ignored stays ignored: `nohup` and background jobs rely on it. Signals that
    /// this system does not have, or that -Xrs disables, are left alone.
    void handle(String name, Object handler, List<Runnable> restore)
        throws ReflectiveOperationException {
      try {
        Object signal = signalType.getConstructor(String.class).newInstance(name);
        Object before = set(signal, handler);
        if (before == ignore) {
          var _ = set(signal, before);
        } else {
          restore.add(() -> restore(signal, before));
        }
      } catch (InvocationTargetException e) {
        if (!(e.getCause() instanceof IllegalArgumentException)) {
          throw e;
        }
      }
    }

    private Object set(Object signal, Object handler) throws ReflectiveOperationException {
      return signalType.getMethod("handle", signalType, handlerType).invoke(null, signal, handler);
    }

    private void restore(Object signal, Object handler) {
      try {
        var _ = set(signal, handler);
      } catch (ReflectiveOperationException e) {
        throw new IllegalStateException("a signal handler could not be put back", e);
      }
    }
  }
}
