package dev.takt.probes.memory;

import dev.takt.probes.Disturbance;
import dev.takt.probes.Processors;
import org.jspecify.annotations.Nullable;

/// A thread that stores to one array element all the time, to cause contention on its cache line.
final class CacheLineContender implements AutoCloseable {

  private static final int STORES = 10_000;

  private final Thread thread;
  private volatile boolean stopped;
  private volatile long batches;

  /// @param processor that it is pinned to; null for none
  CacheLineContender(long[] cells, int at, int mask, @Nullable Integer processor) {
    thread =
        Thread.ofPlatform()
            .name("takt-probe-hammer")
            .daemon()
            .start(() -> {
              if (processor != null) {
                Processors.pin(processor);
              }
              long done = 0;
              while (!stopped) {
                var _ = MemoryAccess.STORE_OPAQUE.loop(cells, at, mask, STORES);
                batches = ++done;
              }
            });
  }

  /// How many batches of 10,000 stores it has done. If the number has not changed between two
  /// calls, the thread did not run.
  long batches() {
    return batches;
  }

  /// Its CPU time; the time of the clock where the JVM does not know it.
  long cpuTime() {
    return Disturbance.isKnown() ? Disturbance.cpuTime(thread) : System.nanoTime();
  }

  @Override
  public void close() throws InterruptedException {
    stopped = true;
    thread.join();
  }
}
