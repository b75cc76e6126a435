import dev.takt.agent.locks.LockInstrument;
import java.io.Reader;
import java.lang.instrument.Instrumentation;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Properties;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.Semaphore;
import java.util.concurrent.locks.Lock;
import java.util.concurrent.locks.ReentrantLock;
import java.util.concurrent.locks.ReentrantReadWriteLock;
import java.util.concurrent.locks.StampedLock;
import jdk.jfr.Recording;

/// Threads that wait for known locks, for known times, with collections in between. Also runs on
/// JDK 17.
public final class KnownLocks {

  private static final int ROUNDS = 4;
  private static final long HELD_MILLIS = 20;

  interface Held {
    void run(Runnable inside);
  }

  private static LockInstrument instrument;

  public static void premain(String arguments, Instrumentation instrumentation) {
    instrument = LockInstrument.install(instrumentation);
  }

  /// @param arguments the file of the recording's settings, and the file for the recording
  public static void main(String[] arguments) throws Exception {
    if (instrument != null) {
      instrument.problems().forEach(problem -> System.out.println("problem " + problem));
    }
    Map<String, String> settings = new HashMap<>();
    try (Reader file = Files.newBufferedReader(Path.of(arguments[0]))) {
      Properties read = new Properties();
      read.load(file);
      read.forEach((key, value) -> settings.put(key.toString(), value.toString()));
    }
    try (Recording recording = new Recording()) {
      recording.setSettings(settings);
      recording.start();
      Map<String, Held> locks = locks();
      Object[] junk = new Object[64];
      for (int round = 0; round < ROUNDS; round++) {
        for (Map.Entry<String, Held> each : locks.entrySet()) {
          contend(each.getKey(), each.getValue());
        }
        // Moves the objects that are still at the place of their creation, and later ones.
        for (int i = 0; i < 200_000; i++) {
          junk[i % junk.length] = new byte[100];
        }
        System.gc();
      }
      recording.stop();
      recording.dump(Path.of(arguments[1]));
    }
  }

  private static Map<String, Held> locks() {
    Map<String, Held> locks = new java.util.LinkedHashMap<>();
    Object one = new Object();
    Object other = new Object();
    locks.put("monitor-1", inside -> {
      synchronized (one) {
        inside.run();
      }
    });
    locks.put("monitor-2", inside -> {
      synchronized (other) {
        inside.run();
      }
    });
    Semaphore semaphore = new Semaphore(1);
    locks.put("semaphore", inside -> {
      semaphore.acquireUninterruptibly();
      inside.run();
      semaphore.release();
    });
    StampedLock stamped = new StampedLock();
    locks.put("stamped", inside -> {
      long stamp = stamped.writeLock();
      inside.run();
      stamped.unlockWrite(stamp);
    });
    locks.put("write", locked(new ReentrantReadWriteLock().writeLock()));
    for (int i = 1; i <= 2; i++) {
      locks.put("twin-" + i, locked(new ReentrantLock()));
    }
    return locks;
  }

  private static Held locked(Lock lock) {
    return inside -> {
      lock.lock();
      inside.run();
      lock.unlock();
    };
  }

  /// Prints the name of the lock, the longest time that the wait can have taken, and the shortest.
  private static void contend(String name, Held lock) throws Exception {
    CountDownLatch held = new CountDownLatch(1);
    long[] times = new long[4];
    List<Thread> threads = new ArrayList<>();
    Thread waiter =
        new Thread(
            () -> {
              times[0] = System.nanoTime();
              lock.run(() -> times[1] = System.nanoTime());
            },
            "waits for " + name);
    Thread holder =
        new Thread(
            () ->
                lock.run(
                    () -> {
                      held.countDown();
                      while (waiter.getState() != Thread.State.BLOCKED
                          && waiter.getState() != Thread.State.WAITING) {
                        sleep(1);
                      }
                      times[2] = System.nanoTime();
                      sleep(HELD_MILLIS);
                      times[3] = System.nanoTime();
                    }),
            "holds " + name);
    threads.add(holder);
    holder.start();
    held.await();
    threads.add(waiter);
    waiter.start();
    for (Thread each : threads) {
      each.join();
    }
    System.out.println(
        "wait " + name + ' ' + (times[3] - times[2]) + ' ' + (times[1] - times[0]));
  }

  private static void sleep(long millis) {
    try {
      Thread.sleep(millis);
    } catch (InterruptedException e) {
      throw new IllegalStateException(e);
    }
  }
}
