package dev.takt.load.wire;

import dev.takt.load.driver.AsyncDriver;
import dev.takt.load.driver.DriverException;
import dev.takt.load.driver.Outcome;
import dev.takt.load.driver.WireDriver;
import java.util.concurrent.TimeUnit;
import org.jspecify.annotations.Nullable;

/// Stores records before a run, as fast as the target takes them. Needed for a server that was
/// started for the run, which is empty.
public final class BulkLoad implements AsyncDriver.Completions {

  private static final int CONNECTIONS = 32;
  private static final long POLL_NANOS = TimeUnit.MILLISECONDS.toNanos(100);
  private static final long TIMEOUT_NANOS = TimeUnit.SECONDS.toNanos(30);

  private static final int INSERT = 0;

  private final WireTransport transport;
  private final long records;
  private long sent;
  private long ended;
  private long lastEnd = System.nanoTime();
  private @Nullable Outcome failure;

  private BulkLoad(WireTransport transport, long records) {
    this.transport = transport;
    this.records = records;
  }

  /// Executes the driver's first operation for each number from 0 on.
  ///
  /// @param driver whose first operation inserts record `n`
  /// @param records how many to insert; greater than 0
  /// @param target for the message of a failure, such as `the embedded Redis`
  /// @throws DriverException if one of them fails, or none ends for 30 s
  public static void run(WireDriver driver, long records, String target) throws DriverException {
    int slots = (int) Math.min(CONNECTIONS, records);
    try (WireTransport transport = WireTransport.connect(driver, slots)) {
      Outcome failure = new BulkLoad(transport, records).run(slots);
      if (failure != null) {
        throw new DriverException(
            "cannot store the workload's records in " + target + ": " + failure.label());
      }
    }
  }

  private @Nullable Outcome run(int slots) {
    for (int slot = 0; slot < slots; slot++) {
      sendNext(slot);
    }
    while (ended < records && failure == null) {
      if (System.nanoTime() - lastEnd > TIMEOUT_NANOS) {
        failure = Outcome.TIMED_OUT;
      } else {
        transport.poll(System.nanoTime() + POLL_NANOS, this);
      }
    }
    return failure;
  }

  private void sendNext(int slot) {
    if (sent < records && failure == null) {
      transport.send(slot, INSERT, sent++, this);
    }
  }

  @Override
  public void completed(int slot, Outcome outcome, long endNanos) {
    ended++;
    lastEnd = endNanos;
    if (!outcome.isOk()) {
      failure = outcome;
    }
    sendNext(slot);
  }
}
