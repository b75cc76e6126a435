package dev.takt.load.engine;

import dev.takt.load.driver.AsyncDriver;
import dev.takt.load.driver.BlockingDriver;
import dev.takt.load.driver.DriverException;
import dev.takt.load.driver.Outcome;
import java.util.Arrays;
import java.util.concurrent.atomic.AtomicReference;
import java.util.concurrent.locks.LockSupport;
import java.util.function.LongUnaryOperator;

/// Drivers without a target, in real time.
public final class TestDrivers {

  static final Outcome FAILED = Outcome.failed("unlucky");

  private TestDrivers() {}

  /// How operation `n` ends.
  @FunctionalInterface
  public interface Answers {
    Outcome of(long n) throws Exception;
  }

  record Blocking(Answers answers) implements BlockingDriver {
    @Override
    public Session open(int worker) {
      return (operation, n) -> answers.of(n);
    }

    @Override
    public String describe() {
      return "workers without a target";
    }

    @Override
    public void close() {}
  }

  record Unreachable() implements AsyncDriver {
    @Override
    public Transport open(int slots) throws DriverException {
      throw new DriverException("nobody there");
    }

    @Override
    public String describe() {
      return "nobody";
    }

    @Override
    public void close() {}
  }

  /// Answers each operation after its own delay.
  public record Async(LongUnaryOperator delayNanos, Answers answers) implements AsyncDriver {

    public Async(long delayNanos, Answers answers) {
      this(n -> delayNanos, answers);
    }

    @Override
    public Transport open(int slots) {
      return new RealTimeTransport(slots, this);
    }

    @Override
    public String describe() {
      return "no target";
    }

    @Override
    public void close() {}
  }

  /// A driver that can end its run.
  ///
  /// @param end receives what ends it
  record Ending(Async answering, AtomicReference<Runnable> end) implements AsyncDriver {

    @Override
    public Transport open(int slots) {
      return answering.open(slots);
    }

    @Override
    public void whenDone(Runnable newEnd) {
      end.set(newEnd);
    }

    @Override
    public String describe() {
      return "no target";
    }

    @Override
    public void close() {}
  }

  private static final class RealTimeTransport implements AsyncDriver.Transport {
    private final Async driver;
    private final long[] ends;
    private final long[] numbers;

    RealTimeTransport(int slots, Async driver) {
      this.driver = driver;
      this.ends = new long[slots];
      this.numbers = new long[slots];
      Arrays.fill(ends, Long.MAX_VALUE);
    }

    @Override
    public void send(int slot, int operation, long n, AsyncDriver.Completions completions) {
      long delay = driver.delayNanos.applyAsLong(n);
      numbers[slot] = n;
      ends[slot] = delay == Long.MAX_VALUE ? Long.MAX_VALUE - 1 : System.nanoTime() + delay;
    }

    @Override
    public void poll(long deadlineNanos, AsyncDriver.Completions completions) {
      long now = System.nanoTime();
      long first = deadlineNanos;
      for (long end : ends) {
        first = Math.min(first, end);
      }
      if (first > now) {
        LockSupport.parkNanos(first - now);
        now = System.nanoTime();
      }
      for (int slot = 0; slot < ends.length; slot++) {
        if (ends[slot] <= now) {
          ends[slot] = Long.MAX_VALUE;
          completions.completed(slot, outcome(numbers[slot]), now);
        }
      }
    }

    private Outcome outcome(long n) {
      try {
        return driver.answers.of(n);
      } catch (RuntimeException e) {
        throw e;
      } catch (Exception e) {
        throw new IllegalStateException(e);
      }
    }

    @Override
    public void cancel(int slot) {
      ends[slot] = Long.MAX_VALUE;
    }

    @Override
    public void close() {}
  }
}
