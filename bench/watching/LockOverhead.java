import dev.takt.watch.locks.ThreadWaitEvents;
import dev.takt.watch.observer.WatchLevel;
import java.lang.management.ManagementFactory;
import java.util.HashMap;
import java.util.Map;
import java.util.concurrent.locks.ReentrantLock;
import jdk.jfr.Recording;

/// What it costs to watch locks: one run of one setting, as a line of figures: wall and processor time
/// in nanoseconds, and the size of the recording.
///
///     javac -cp CLASSES -d OUT bench/watch/LockOverhead.java      CLASSES of watch, runs, record
///     java -cp OUT:CLASSES LockOverhead contended default
///     java -javaagent:AGENT -cp OUT:CLASSES LockOverhead contended instrument
///
/// Settings: `none`, `default`, `deep`, and `instrument`, which is deep but with the agent's lock
/// instrument instead of method traces. Run them in turn, several times each, and compare medians.
///
/// `contended`: four threads take a ReentrantLock and a monitor in turn, some microseconds of work
/// inside each and four times as much outside. `uncontended`: one thread takes a ReentrantLock again and again. `creating`: one
/// thread makes locks.
final class LockOverhead {

  private static final ReentrantLock LOCK = new ReentrantLock();
  private static final Object MONITOR = new Object();
  private static volatile long sink;

  public static void main(String[] arguments) throws Exception {
    String work = arguments[0];
    String setting = arguments[1];
    run(work, 1);
    Recording recording = setting.equals("none") ? null : new Recording();
    if (recording != null) {
      recording.setSettings(settings(setting));
      recording.start();
    }
    run(work, 1);
    long cpu = cpu();
    long begin = System.nanoTime();
    run(work, 6);
    long wall = System.nanoTime() - begin;
    cpu = cpu() - cpu;
    long size = 0;
    if (recording != null) {
      recording.stop();
      size = recording.getSize();
    }
    System.out.println(work + " " + setting + " " + wall + " " + cpu + " " + size);
  }

  private static Map<String, String> settings(String setting) {
    Map<String, String> settings =
        new HashMap<>(
            ThreadWaitEvents.settings(
                setting.equals("default") ? WatchLevel.DEFAULT : WatchLevel.DEEP));
    if (setting.equals("instrument")) {
      settings.remove("jdk.MethodTrace#filter");
      settings.put("jdk.ThreadPark#threshold", "1 ms");
    }
    return settings;
  }

  private static void run(String work, int times) throws InterruptedException {
    switch (work) {
      case "contended" -> contended(times * 10_000);
      case "uncontended" -> uncontended(times * 20_000_000L);
      case "creating" -> creating(times * 500_000);
      default -> throw new IllegalArgumentException(work);
    }
  }

  private static void contended(int each) throws InterruptedException {
    Thread[] threads = new Thread[4];
    for (int i = 0; i < threads.length; i++) {
      threads[i] =
          new Thread(
              () -> {
                for (int n = 0; n < each; n++) {
                  LOCK.lock();
                  try {
                    work(50_000);
                  } finally {
                    LOCK.unlock();
                  }
                  work(200_000);
                  synchronized (MONITOR) {
                    work(50_000);
                  }
                  work(200_000);
                }
              });
      threads[i].start();
    }
    for (Thread thread : threads) {
      thread.join();
    }
  }

  private static void uncontended(long times) {
    for (long n = 0; n < times; n++) {
      LOCK.lock();
      sink = n;
      LOCK.unlock();
    }
  }

  private static void creating(int times) {
    for (int n = 0; n < times; n++) {
      sink = new ReentrantLock().getHoldCount();
    }
  }

  /// Work of so many steps: it does not look at a clock, so that it is the same work
  /// whatever else happens.
  private static void work(int steps) {
    long x = sink;
    for (int i = 0; i < steps; i++) {
      x = x * 6364136223846793005L + 1442695040888963407L;
    }
    sink = x;
  }

  private static long cpu() {
    return ((com.sun.management.OperatingSystemMXBean) ManagementFactory.getOperatingSystemMXBean())
        .getProcessCpuTime();
  }
}
