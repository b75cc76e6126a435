import java.util.HashMap;
import java.util.Map;
import java.util.Set;
import java.util.Vector;
import java.util.concurrent.ThreadLocalRandom;
import java.util.concurrent.locks.LockSupport;
import java.util.concurrent.locks.ReadWriteLock;
import java.util.concurrent.locks.ReentrantReadWriteLock;
import site.ycsb.ByteIterator;
import site.ycsb.DB;
import site.ycsb.Status;

/**
 * The store with four modes of latency of "Correcting YCSB's Coordinated Omission problem", step 5, as a binding of
 * YCSB: 90 % of the operations take 0.2 to 1 ms, 9 % 1 to 10 ms, 0.99 % 10 to 50 ms; of 10,000 one stops the world
 * for 50 to 200 ms. As there, a stop takes the write lock and all else the read lock, so a stop first waits for all
 * that is under way. Compiled by bench/ycsb when it is needed.
 */
public final class FourModeDb extends DB {

  private static final ReadWriteLock WORLD = new ReentrantReadWriteLock();

  private Status operate() {
    ThreadLocalRandom random = ThreadLocalRandom.current();
    double p = random.nextDouble();
    if (p >= 0.9999) {
      hold(WORLD.writeLock(), random.nextLong(50_000_000, 200_000_000));
    } else if (p >= 0.99) {
      hold(WORLD.readLock(), random.nextLong(10_000_000, 50_000_000));
    } else if (p >= 0.9) {
      hold(WORLD.readLock(), random.nextLong(1_000_000, 10_000_000));
    } else {
      hold(WORLD.readLock(), random.nextLong(200_000, 1_000_000));
    }
    return Status.OK;
  }

  private static void hold(java.util.concurrent.locks.Lock lock, long nanos) {
    lock.lock();
    try {
      long end = System.nanoTime() + nanos;
      for (long left = nanos; left > 0; left = end - System.nanoTime()) {
        LockSupport.parkNanos(left);
      }
    } finally {
      lock.unlock();
    }
  }

  @Override
  public Status read(String table, String key, Set<String> fields, Map<String, ByteIterator> result) {
    return operate();
  }

  @Override
  public Status scan(
      String table, String key, int count, Set<String> fields, Vector<HashMap<String, ByteIterator>> result) {
    return operate();
  }

  @Override
  public Status update(String table, String key, Map<String, ByteIterator> values) {
    return operate();
  }

  @Override
  public Status insert(String table, String key, Map<String, ByteIterator> values) {
    return operate();
  }

  @Override
  public Status delete(String table, String key) {
    return operate();
  }
}
