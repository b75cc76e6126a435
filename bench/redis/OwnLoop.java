import dev.takt.driver.redis.RedisDriverProvider;
import dev.takt.load.driver.AsyncDriver;
import dev.takt.load.driver.DriverRequest;
import dev.takt.load.driver.OperationSpec;
import dev.takt.load.driver.Outcome;
import dev.takt.load.driver.WireDriver;
import dev.takt.load.driver.WorkloadSpec;
import dev.takt.load.wire.WireTransport;
import dev.takt.load.workload.Generators;
import java.lang.management.ManagementFactory;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;

/// Eight connections with one operation each, one after another, by Takt's own codec and sockets.
class OwnLoop implements AsyncDriver.Completions {

  private static final int CONNECTIONS = 8;

  private final WireTransport transport;
  private long sent;
  private long answered;

  OwnLoop(WireTransport transport) {
    this.transport = transport;
  }

  @Override
  public void completed(int slot, Outcome outcome, long endNanos) {
    if (!outcome.isOk()) {
      throw new IllegalStateException(outcome.label());
    }
    answered++;
    transport.send(slot, 0, sent++, this);
  }

  public static void main(String[] args) throws Exception {
    DriverRequest request =
        new DriverRequest(
            args[0], Map.of(),
            new WorkloadSpec(
                List.of(
                    new OperationSpec(
                        "get", 1, Map.of("command", "GET item:{uniform:1..10000}"))), Generators.NONE, null, 42),
            null, CONNECTIONS, Path.of("."), line -> {});
    try (WireDriver driver = (WireDriver) new RedisDriverProvider().open(request);
        WireTransport transport = WireTransport.connect(driver, CONNECTIONS)) {
      OwnLoop loop = new OwnLoop(transport);
      for (int slot = 0; slot < CONNECTIONS; slot++) {
        transport.send(slot, 0, loop.sent++, loop);
      }
      loop.run(5);
      loop.report(10);
    }
  }

  private void run(long seconds) {
    long end = System.nanoTime() + seconds * 1_000_000_000L;
    while (System.nanoTime() < end) {
      transport.poll(end, this);
    }
  }

  private void report(long seconds) {
    var system = (com.sun.management.OperatingSystemMXBean) ManagementFactory.getOperatingSystemMXBean();
    long before = answered;
    long cpu = system.getProcessCpuTime();
    run(seconds);
    long operations = answered - before;
    System.out.printf("own codec: %,d operations/s, %.1f µs of processor time each%n",
        operations / seconds, (system.getProcessCpuTime() - cpu) / 1e3 / operations);
  }
}
