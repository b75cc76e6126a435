import com.datastax.oss.driver.api.core.CqlSession;
import com.datastax.oss.driver.api.core.config.DefaultDriverOption;
import com.datastax.oss.driver.api.core.config.DriverConfigLoader;
import com.datastax.oss.driver.api.core.cql.PreparedStatement;
import com.datastax.oss.driver.api.core.cql.Row;
import java.net.InetSocketAddress;
import java.nio.ByteBuffer;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ThreadLocalRandom;
import java.util.concurrent.atomic.LongAdder;
import java.util.concurrent.locks.LockSupport;

/// Reads rows by their keys at a rate, by java-driver alone: what is due is sent once a millisecond.
///
/// Arguments: host, port, keyspace, rate, seconds.
class JavaDriverReads {

  private static final long GRID_NANOS = 1_000_000;
  private static final LongAdder READ = new LongAdder();
  private static final LongAdder FAILED = new LongAdder();
  private static final Map<String, LongAdder> REASONS = new ConcurrentHashMap<>();

  public static void main(String[] args) throws Exception {
    DriverConfigLoader config =
        DriverConfigLoader.programmaticBuilder()
            .withInt(DefaultDriverOption.CONNECTION_POOL_LOCAL_SIZE, 8)
            .build();
    try (CqlSession session =
        CqlSession.builder()
            .addContactPoint(new InetSocketAddress(args[0], Integer.parseInt(args[1])))
            .withLocalDatacenter("datacenter1")
            .withConfigLoader(config)
            .build()) {
      List<ByteBuffer> keys = new ArrayList<>();
      for (Row row : session.execute("SELECT key FROM " + args[2] + ".standard1 LIMIT 10000")) {
        keys.add(row.getByteBuffer(0));
      }
      PreparedStatement read =
          session.prepare(
              "SELECT \"C0\", \"C1\", \"C2\", \"C3\", \"C4\" FROM " + args[2] + ".standard1 WHERE key = ?");
      send(session, read, keys, Long.parseLong(args[3]), Long.parseLong(args[4]));
    }
  }

  private static void send(
      CqlSession session, PreparedStatement read, List<ByteBuffer> keys, long rate, long seconds) {
    long start = System.nanoTime();
    long total = rate * seconds;
    for (long sent = 0; sent < total; ) {
      for (long due = Math.min(total, (System.nanoTime() - start) * rate / 1_000_000_000); sent < due; sent++) {
        ByteBuffer key = keys.get(ThreadLocalRandom.current().nextInt(keys.size())).duplicate();
        session.executeAsync(read.bind(key))
            .whenComplete((rows, failure) -> {
              boolean isRead = failure == null && rows.one() != null;
              if (!isRead) {
                String reason = failure == null ? "no row" : failure.toString();
                REASONS.computeIfAbsent(reason, _ -> new LongAdder()).increment();
              }
              (isRead ? READ : FAILED).increment();
            });
      }
      LockSupport.parkNanos(GRID_NANOS);
    }
    while (READ.sum() + FAILED.sum() < total) {
      LockSupport.parkNanos(GRID_NANOS);
    }
    System.out.printf(
        "%d reads, %d failed, %.1f/s%n",
        READ.sum(), FAILED.sum(), total / ((System.nanoTime() - start) / 1e9));
    REASONS.forEach((reason, count) -> System.out.println("failed: " + count + " x " + reason));
  }
}
