package dev.takt.driver.jdbc.jars;

import org.jspecify.annotations.Nullable;

/// The context class loader of the current thread, for as long as this is open.
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
