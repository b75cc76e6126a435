import io.lettuce.core.RedisClient;
import io.lettuce.core.api.async.RedisAsyncCommands;
import java.lang.management.ManagementFactory;
import java.util.concurrent.ThreadLocalRandom;
import java.util.concurrent.atomic.LongAdder;

/// Eight connections with one operation each, one after another, by Lettuce.
class LettuceLoop {

  private static final int CONNECTIONS = 8;
  private static final LongAdder ANSWERED = new LongAdder();

  public static void main(String[] args) throws Exception {
    RedisClient client = RedisClient.create(args[0]);
    for (int i = 0; i < CONNECTIONS; i++) {
      next(client.connect().async());
    }
    Thread.sleep(5_000);
    report(10);
    System.exit(0);
  }

  private static void next(RedisAsyncCommands<String, String> commands) {
    commands.get("item:" + ThreadLocalRandom.current().nextInt(1, 10_001))
        .whenComplete((value, failure) -> {
          if (failure != null || value == null) {
            throw new IllegalStateException("no value", failure);
          }
          ANSWERED.increment();
          next(commands);
        });
  }

  private static void report(long seconds) throws InterruptedException {
    var system = (com.sun.management.OperatingSystemMXBean) ManagementFactory.getOperatingSystemMXBean();
    long before = ANSWERED.sum();
    long cpu = system.getProcessCpuTime();
    Thread.sleep(seconds * 1_000);
    long operations = ANSWERED.sum() - before;
    System.out.printf("Lettuce:   %,d operations/s, %.1f µs of processor time each%n",
        operations / seconds, (system.getProcessCpuTime() - cpu) / 1e3 / operations);
  }
}
