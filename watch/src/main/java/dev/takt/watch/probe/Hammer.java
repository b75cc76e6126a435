package dev.takt.watch.probe;

import org.jspecify.annotations.Nullable;

/// A thread that stores to one cell all the time, so that the cache line is never left in peace.
final class Hammer implements AutoCloseable {

  private static final int STORES = 10_000;

  private final Thread thread;
  private volatile boolean over;
  private volatile long blows;

  /// @param processor where it runs; null to let the system choose
  Hammer(long[] cells, int at, int mask, @Nullable Integer processor) {
    thread =
        Thread.ofPlatform()
            .name("takt-probe-hammer")
            .daemon()
            .start(() -> {
              if (processor != null) {
                Processors.pin(processor);
              }
              long done = 0;
              while (!over) {
                var _ = MemoryAccess.STORE_OPAQUE.loop(cells, at, mask, STORES);
                blows = ++done;
              }
            });
  }

  /// How often it has stored ten thousand times: it has worked if the number has changed.
  long blows() {
    return blows;
  }

  @Override
  public void close() throws InterruptedException {
    over = true;
    thread.join();
  }
}
