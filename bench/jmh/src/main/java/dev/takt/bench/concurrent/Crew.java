package dev.takt.bench.concurrent;

import java.lang.management.ManagementFactory;
import java.lang.management.ThreadMXBean;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicLong;
import java.util.concurrent.locks.LockSupport;
import org.jspecify.annotations.Nullable;

/// The threads that run slices: the caller and some that wait for it, at first without letting go
/// of their core, since the next slice is near.
final class Crew implements AutoCloseable {

  private static final int LOOKS_BEFORE_PARKING = 20_000;

  private final ThreadMXBean bean = ManagementFactory.getThreadMXBean();
  private final List<Thread> threads = new ArrayList<>();
  private final AtomicInteger ready = new AtomicInteger();
  private final AtomicInteger done = new AtomicInteger();
  private final AtomicLong cpuNanos = new AtomicLong();
  private long waitingCpuNanos;
  private volatile @Nullable Slice slice;
  private volatile @Nullable Slice started;

  private record Slice(Contest contest, long operations) {}

  Crew(int size) {
    for (int i = 1; i < size; i++) {
      int thread = i;
      Thread worker = new Thread(() -> work(thread), "slices-" + i);
      worker.setDaemon(true);
      worker.start();
      threads.add(worker);
    }
  }

  /// Runs a slice on all its threads.
  ///
  /// @return how many nanoseconds it took from the first thread's start to the last one's end
  long run(Contest contest, long operations) throws InterruptedException {
    contest.prepare(operations);
    int others = contest.threads() - 1;
    ready.set(0);
    cpuNanos.set(0);
    done.set(0);
    Slice next = new Slice(contest, operations);
    slice = next;
    for (int i = 0; i < others; i++) {
      LockSupport.unpark(threads.get(i));
    }
    await(ready, others);
    long start = System.nanoTime();
    started = next;
    runPart(contest, 0, operations);
    long before = bean.getCurrentThreadCpuTime();
    await(done, others);
    long nanos = System.nanoTime() - start;
    waitingCpuNanos = bean.getCurrentThreadCpuTime() - before;
    return nanos;
  }

  /// CPU time of all threads in the last slice, each from when it began its part to its end.
  long cpuNanos() {
    return cpuNanos.get();
  }

  /// CPU time that the caller spent in the last slice after its own part, waiting for the others.
  long waitingCpuNanos() {
    return waitingCpuNanos;
  }

  /// With more threads than cores, a waiting thread must let others run.
  private void await(AtomicInteger count, int wanted) {
    while (count.get() < wanted) {
      if (wanted > 1) {
        Thread.yield();
      } else {
        Thread.onSpinWait();
      }
    }
  }

  private void runPart(Contest contest, int thread, long operations) throws InterruptedException {
    long before = bean.getCurrentThreadCpuTime();
    contest.run(thread, operations);
    cpuNanos.addAndGet(bean.getCurrentThreadCpuTime() - before);
  }

  private void work(int thread) {
    Slice last = null;
    try {
      while (true) {
        Slice next = await(last, thread == 1 ? LOOKS_BEFORE_PARKING : 0);
        last = next;
        if (thread >= next.contest.threads()) {
          continue;
        }
        ready.incrementAndGet();
        while (started != next) {
          if (next.contest.threads() > 2) {
            Thread.yield();
          } else {
            Thread.onSpinWait();
          }
        }
        runPart(next.contest, thread, next.operations);
        done.incrementAndGet();
      }
    } catch (InterruptedException e) {
      // The end.
    } catch (Throwable e) {
      e.printStackTrace();
      Runtime.getRuntime().halt(1); // the others would wait for it
    }
  }

  private Slice await(@Nullable Slice last, int longest) throws InterruptedException {
    for (int looks = 0; ; looks++) {
      Slice next = slice;
      if (next != null && next != last) {
        return next;
      }
      if (Thread.interrupted()) {
        throw new InterruptedException();
      }
      if (looks >= longest) {
        LockSupport.park(this);
      } else {
        Thread.onSpinWait();
      }
    }
  }

  @Override
  public void close() {
    threads.forEach(Thread::interrupt);
  }
}
