package dev.takt.fleet.simulation;

import com.sun.management.OperatingSystemMXBean;
import dev.takt.fleet.engine.FleetKey;
import dev.takt.fleet.engine.RouterEngine;
import dev.takt.fleet.result.Plans;
import dev.takt.fleet.result.SyntheticMachine;
import dev.takt.lab.RunResult;
import dev.takt.load.config.PlanLaunch;
import dev.takt.load.share.Share;
import dev.takt.runs.model.Balance;
import dev.takt.runs.model.Fleet;
import java.io.IOException;
import java.io.RandomAccessFile;
import java.lang.management.ManagementFactory;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Locale;
import java.util.Objects;
import java.util.Optional;
import java.util.Random;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicReference;

/// A coordinator in one JVM, and agents with simulated generators in others, with TLS. Used by
/// [ManyAgentsTest] and by bench/fleet.
///
///     ManyAgents coordinator FOLDER KEY AGENTS SECONDS
///     ManyAgents agents FOLDER KEY AGENTS SECONDS PORT MB PART OF
///
/// The coordinator prints its port, and then a line of figures. Of agents in several JVMs each has
/// a part: `PART` from 0 `OF` so many. `MB` is random data in the files of each agent.
final class ManyAgents {

  private static final long SECOND = SyntheticMachine.SECOND;

  private static final OperatingSystemMXBean SYSTEM =
      (OperatingSystemMXBean) ManagementFactory.getOperatingSystemMXBean();

  private final Path folder;
  private final Optional<FleetKey> key;
  private final int count;
  private final int seconds;

  /// From the moment that all are ready to the start. All agents share the processors here.
  private static final Duration LEAD = Duration.ofSeconds(5);

  private ManyAgents(String[] words) throws IOException {
    folder = Path.of(words[1]);
    key = Optional.of(FleetKey.read(Path.of(words[2])));
    count = Integer.parseInt(words[3]);
    seconds = Integer.parseInt(words[4]);
  }

  public static void main(String[] words) throws Exception {
    ManyAgents all = new ManyAgents(words);
    if (words[0].equals("coordinator")) {
      all.coordinate();
    } else {
      all.join(
          Integer.parseInt(words[5]),
          Integer.parseInt(words[6]),
          Integer.parseInt(words[7]),
          Integer.parseInt(words[8]));
    }
    System.exit(0);
  }

  /// What this process has used so far.
  private record Usage(long nanos, long cpuNanos) {
    static Usage now() {
      return new Usage(System.nanoTime(), SYSTEM.getProcessCpuTime());
    }

    String since(Usage before) {
      return String.format(
          Locale.ROOT,
          "%.2f %.2f",
          (nanos - before.nanos) / 1e9,
          (cpuNanos - before.cpuNanos) / 1e9);
    }
  }

  /// Ten operations a second for each agent. Intervals of a second, as of a real run.
  private KnownLoad load() throws Exception {
    PlanLaunch launch =
        Plans.launch(
            "rate",
            10 * count + "/s",
            "duration",
            seconds + "s",
            "interval",
            "1s",
            "operations",
            "[{name: a}]");
    return new KnownLoad(launch, 10 * count, seconds, 1);
  }

  private void coordinate() throws Exception {
    KnownLoad load = load();
    AtomicReference<Usage> ready = new AtomicReference<>();
    try (SimulatedFleet fleet =
            new SimulatedFleet(folder, load, count, LEAD, _ -> ready.set(Usage.now()));
        RouterEngine engine = RouterEngine.listen(loopback(0), key, fleet.coordinator)) {
      System.out.println(engine.port());
      Usage begin = Usage.now();
      AtomicReference<Usage> loaded = new AtomicReference<>();
      AtomicReference<Usage> started = new AtomicReference<>();
      Thread.ofPlatform().daemon().start(() -> watch(ready, started, loaded));
      RunResult result = fleet.run(engine);
      Usage end = Usage.now();
      long lost =
          Objects.requireNonNull(result.record().fleet()).machines().stream()
              .filter(each -> each.state() != Fleet.State.FINISHED)
              .count();
      Runtime jvm = Runtime.getRuntime();
      Balance balance = result.summary().results().balance();
      SyntheticMachine whole = load.machine("whole", Share.parse("1/1"), 0);
      boolean isUnion =
          balance.isExact()
              && balance.intended() == load.count()
              && CountedIntervals.of(result.directory().latencyLog(), SECOND)
                  .equals(CountedIntervals.of(List.of(whole)));
      System.out.printf(
          Locale.ROOT,
          "%d %s %s %s %d %d %s %d %d %s %d%n",
          lost,
          of(ready).since(begin),
          of(loaded).since(of(started)),
          end.since(of(loaded)),
          status("VmHWM") / 1024,
          status("Threads"),
          isUnion,
          balance.completed(),
          (jvm.totalMemory() - jvm.freeMemory()) >> 20,
          !fleet.isClockWrong,
          fleet.maxStartErrorNanos / 1_000);
      fleet.messages.stream()
          .filter(each -> !each.contains(" joined, "))
          .limit(20)
          .forEach(System.err::println);
    }
  }

  private static Usage of(AtomicReference<Usage> known) {
    return Objects.requireNonNull(known.get());
  }

  private void watch(
      AtomicReference<Usage> ready, AtomicReference<Usage> started, AtomicReference<Usage> loaded) {
    try {
      while (ready.get() == null) {
        Thread.sleep(10);
      }
      Thread.sleep(LEAD);
      started.set(Usage.now());
      Thread.sleep(Duration.ofSeconds(seconds));
      loaded.set(Usage.now());
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    }
  }

  private static long status(String name) throws IOException {
    return Files.readAllLines(Path.of("/proc/self/status")).stream()
        .filter(line -> line.startsWith(name + ":"))
        .mapToLong(line -> Long.parseLong(line.replaceAll("[^0-9]", "")))
        .findFirst()
        .orElse(0);
  }

  private void join(int port, int megabytes, int part, int of) throws Exception {
    try (SimulatedFleet fleet = new SimulatedFleet(folder, load(), count, LEAD, _ -> {})) {
      for (int i = part; i < count; i += of) {
        String name = "m" + i;
        fleet.join(
            name,
            1,
            each -> RouterEngine.join(loopback(port), name, key, Duration.ofMinutes(2), each));
      }
      if (megabytes > 0) {
        for (int i = part; i < count; i += of) {
          fill(folder.resolve("m" + i), megabytes);
        }
      }
      for (var each : fleet.results.values()) {
        each.get(10, TimeUnit.MINUTES);
      }
    }
  }

  /// Adds a recording to the run directory of an agent, as soon as that exists.
  private static void fill(Path agent, int megabytes) throws Exception {
    Optional<Path> record = Optional.empty();
    while (record.isEmpty()) {
      Thread.sleep(20);
      if (Files.isDirectory(agent)) {
        try (var files = Files.walk(agent)) {
          record = files.filter(each -> each.endsWith("run.json")).findFirst();
        }
      }
    }
    byte[] piece = new byte[1 << 20];
    new Random(1).nextBytes(piece);
    Path file = Objects.requireNonNull(record.get().getParent()).resolve("recording.jfr");
    try (RandomAccessFile out = new RandomAccessFile(file.toFile(), "rw")) {
      for (int i = 0; i < megabytes; i++) {
        out.write(piece);
      }
    }
  }

  private static InetSocketAddress loopback(int port) {
    return new InetSocketAddress(InetAddress.getLoopbackAddress(), port);
  }
}
