package dev.takt.load.wire;

import dev.takt.load.driver.AsyncDriver;
import dev.takt.load.driver.DriverException;
import dev.takt.load.driver.Outcome;
import dev.takt.load.driver.WireDriver;
import java.util.ArrayDeque;
import java.util.BitSet;
import java.util.Queue;
import java.util.concurrent.TimeUnit;
import org.jspecify.annotations.Nullable;

/// Executes operations before a run, as fast as the target takes them: to store the records of a
/// server that was started for the run, which is empty, or to warm a server up.
public final class BulkLoad implements AsyncDriver.Completions {

  private static final int CONNECTIONS = 32;
  private static final long POLL_NANOS = TimeUnit.MILLISECONDS.toNanos(100);
  private static final long TIMEOUT_NANOS = TimeUnit.SECONDS.toNanos(30);

  private static final int INSERT = 0;

  private final WireTransport transport;
  private final int operation;
  private final long count;
  private final boolean mayFail;
  private final Queue<Integer> free = new ArrayDeque<>();

  /// Slots of servers that cannot be reached.
  private final BitSet withdrawn = new BitSet();

  private long sent;
  private long ended;
  private long lastEnd = System.nanoTime();
  private @Nullable Outcome failure;

  private BulkLoad(WireTransport transport, int operation, long count, boolean mayFail) {
    this.transport = transport;
    this.operation = operation;
    this.count = count;
    this.mayFail = mayFail;
  }

  /// Executes the driver's first operation for each number from 0 on.
  ///
  /// @param driver whose first operation inserts record `n`
  /// @param records how many to insert; greater than 0
  /// @param target for the message of a failure, such as `the embedded Redis`
  /// @throws DriverException if one of them fails, or none ends for 30 s
  public static void run(WireDriver driver, long records, String target) throws DriverException {
    Outcome failure = run(driver, INSERT, records, false);
    if (failure != null) {
      throw new DriverException(
          "cannot store the workload's records in " + target + ": " + failure.label());
    }
  }

  /// Executes an operation for each number from 0 on. Operations may fail.
  ///
  /// @param operation the index of the operation in the plan
  /// @param count how many times; greater than 0
  /// @throws DriverException if none ends for 30 s
  public static void repeat(WireDriver driver, int operation, long count) throws DriverException {
    if (run(driver, operation, count, true) != null) {
      throw new DriverException("no answer within 30 s while warming up " + driver.describe());
    }
  }

  private static @Nullable Outcome run(
      WireDriver driver, int operation, long count, boolean mayFail) throws DriverException {
    int slots = (int) Math.min(CONNECTIONS, count);
    try (WireTransport transport = WireTransport.connect(driver, slots)) {
      return new BulkLoad(transport, operation, count, mayFail).run(slots);
    }
  }

  private @Nullable Outcome run(int slots) {
    for (int slot = 0; slot < slots; slot++) {
      free.add(slot);
    }
    while (ended < count && failure == null) {
      while (sent < count && failure == null && !free.isEmpty()) {
        transport.send(free.remove(), operation, sent++, this);
      }
      if (System.nanoTime() - lastEnd > TIMEOUT_NANOS) {
        failure = Outcome.TIMED_OUT;
      } else if (ended < count && failure == null) {
        transport.poll(System.nanoTime() + POLL_NANOS, this);
      }
    }
    return failure;
  }

  /// May be called within [WireTransport#send].
  @Override
  public void completed(int slot, Outcome outcome, long endNanos) {
    ended++;
    lastEnd = endNanos;
    if (!outcome.isOk() && !mayFail) {
      failure = outcome;
    }
    if (!withdrawn.get(slot)) {
      free.add(slot);
    }
  }

  @Override
  public void withdrawn(int slot) {
    withdrawn.set(slot);
    var _ = free.remove((Integer) slot);
  }

  @Override
  public void restored(int slot, long nanos) {
    withdrawn.clear(slot);
    free.add(slot);
  }
}
