package dev.takt.process.internal;

import dev.takt.process.linux.Support;
import java.util.Map;
import java.util.Objects;
import java.util.concurrent.ConcurrentHashMap;

/// Creates the launchers of one implementation.
///
/// The package of the API, which the implementations need, must not need them, so this class knows
/// them only by name, and names no type of the API. The initialization of an implementation
/// registers its factory. That costs some 2 ms of CPU time at a program's first start, and a
/// [java.util.ServiceLoader] some 20 ms.
public abstract class LauncherFactory {

  private static final String NATIVE = "dev.takt.process.linux.launch.LinuxLauncherFactory";
  private static final String PLAIN = "dev.takt.process.portable.PlainLauncherFactory";

  private static final Map<String, LauncherFactory> REGISTERED = new ConcurrentHashMap<>();

  /// Registers a factory, in the initialization of its class.
  protected static void register(LauncherFactory factory) {
    REGISTERED.put(factory.getClass().getName(), factory);
  }

  /// Creates a `Launcher`. It has no thread and no descriptor before its first child.
  protected abstract AutoCloseable create(LauncherSettings settings);

  /// Creates a `Launcher`: native where that is supported, otherwise plain.
  ///
  /// @param plain whether to create a plain one anywhere
  public static AutoCloseable create(boolean plain, LauncherSettings settings) {
    return named(!plain && Support.isThere() ? NATIVE : PLAIN).create(settings);
  }

  private static LauncherFactory named(String name) {
    try {
      var _ = Class.forName(name);
    } catch (ClassNotFoundException e) {
      throw new IllegalStateException(e); // it is in the same module
    }
    return Objects.requireNonNull(REGISTERED.get(name), name);
  }
}
