package dev.takt.driver.jdbc.jars;

import org.jspecify.annotations.Nullable;

/// Sets the context class loader of the current thread until it is closed.
final class ContextLoader implements AutoCloseable {

  private final @Nullable ClassLoader before = Thread.currentThread().getContextClassLoader();

  /// @param loader null for no change
  ContextLoader(@Nullable ClassLoader loader) {
    if (loader != null) {
      Thread.currentThread().setContextClassLoader(loader);
    }
  }

  @Override
  public void close() {
    Thread.currentThread().setContextClassLoader(before);
  }
}
