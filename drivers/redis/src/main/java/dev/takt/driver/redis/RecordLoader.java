package dev.takt.driver.redis;

import dev.takt.load.driver.AsyncDriver;
import dev.takt.load.driver.DriverException;
import dev.takt.load.driver.Outcome;
import dev.takt.load.driver.WireDriver;
import dev.takt.load.wire.WireTransport;
import java.util.concurrent.TimeUnit;
import org.jspecify.annotations.Nullable;

/// Stores the records of a workload before the run, as its load phase would. Needed for a server
/// that was started for the run, which is empty.
final class RecordLoader implements AsyncDriver.Completions {

  private static final int CONNECTIONS = 32;
  private static final long POLL_NANOS = TimeUnit.MILLISECONDS.toNanos(100);
  private static final long TIMEOUT_NANOS = TimeUnit.SECONDS.toNanos(30);

  /// The only operation of a load phase.
  private static final int INSERT = 0;

  private final WireTransport transport;
  private final long records;
  private long sent;
  private long ended;
  private long lastEnd = System.nanoTime();
  private @Nullable Outcome failure;

  private RecordLoader(WireTransport transport, long records) {
    this.transport = transport;
    this.records = records;
  }

  /// @param driver whose only operation inserts record `n`
  /// @param records how many to insert; greater than 0
  static void load(WireDriver driver, long records) throws DriverException {
    int slots = (int) Math.min(CONNECTIONS, records);
    try (WireTransport transport = WireTransport.connect(driver, slots)) {
      new RecordLoader(transport, records).run(slots);
    }
  }

  private void run(int slots) throws DriverException {
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
    if (failure != null) {
      throw new DriverException(
          "cannot store the workload's records in the embedded Redis: " + failure.label());
    }
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
