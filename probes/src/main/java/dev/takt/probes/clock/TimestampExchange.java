package dev.takt.probes.clock;

import dev.takt.probes.ProbeThread;
import java.util.List;
import java.util.function.BooleanSupplier;
import java.util.function.LongSupplier;
import org.jspecify.annotations.Nullable;

/// Checks a clock between two threads. They read it in strict turns and pass each timestamp to the
/// other; what a thread reads after it has received a timestamp must not be earlier.
///
/// The timestamp is a plain field. It is published by the volatile write of [#turn], and read after
/// the volatile read of it.
final class TimestampExchange {

  private static final int SPINS = 2_000;

  private final BooleanSupplier over;
  private final Side[] sides;
  private long stamp = Long.MIN_VALUE;
  private volatile int turn;
  private volatile boolean ended;

  /// @param clocks the clock of each thread
  /// @param processors of the threads; empty for no pinning
  /// @param over whether to end
  TimestampExchange(List<LongSupplier> clocks, List<Integer> processors, BooleanSupplier over) {
    this.over = over;
    this.sides =
        new Side[] {
          new Side(0, clocks.get(0), processors.isEmpty() ? null : processors.get(0)),
          new Side(1, clocks.get(1), processors.isEmpty() ? null : processors.get(1))
        };
  }

  /// Exchanges timestamps until `over`.
  ClockResult.Exchange run() throws InterruptedException {
    Thread first = ProbeThread.start("takt-probe-clock-0", sides[0]);
    Thread second = ProbeThread.start("takt-probe-clock-1", sides[1]);
    try {
      first.join();
      second.join();
    } finally {
      ended = true;
    }
    return new ClockResult.Exchange(
        sides[0].exchanges + sides[1].exchanges,
        sides[0].backwards + sides[1].backwards,
        Math.max(sides[0].worst, sides[1].worst));
  }

  /// Notes on threads that could not be pinned, after the run.
  List<String> notes() {
    return List.of(sides).stream().flatMap(each -> each.notes().stream()).toList();
  }

  private final class Side extends ProbeThread {
    private final int number;
    private final LongSupplier clock;
    private long exchanges;
    private long backwards;
    private long worst;

    Side(int number, LongSupplier clock, @Nullable Integer processor) {
      super(processor);
      this.number = number;
      this.clock = clock;
    }

    @Override
    public void work() {
      try {
        while (awaitTurn() && !over.getAsBoolean()) {
          exchange();
          turn = 1 - number;
        }
      } finally {
        ended = true;
      }
    }

    private void exchange() {
      long before = stamp;
      long now = clock.getAsLong();
      if (before != Long.MIN_VALUE) {
        exchanges++;
        if (now < before) {
          backwards++;
          worst = Math.max(worst, before - now);
        }
      }
      stamp = now;
    }

    /// @return false if the other thread has ended
    private boolean awaitTurn() {
      for (int spins = 0; turn != number; spins++) {
        if (ended) {
          return false;
        }
        if (spins < SPINS) {
          Thread.onSpinWait();
        } else {
          Thread.yield();
        }
      }
      return true;
    }
  }
}
