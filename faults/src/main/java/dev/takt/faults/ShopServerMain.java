package dev.takt.faults;

import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStreamReader;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;

/// The main class of a JVM with a [ShopServer], in which faults are injected while it serves. It
/// has the same protocol as [FaultyJvm].
final class ShopServerMain {

  static final String PORT = "port";
  static final String DATABASE_PORT = "database-port";

  /// Command: a garbage collection while the lock is held.
  static final String COLLECTION_IN_CONVOY = "collection-in-convoy";

  /// Command: a new sequence of the store's times.
  static final String STORE = "store";

  private final ShopServer shop;
  private final PauseDetector pauseDetector = PauseDetector.start();
  private final PauseDetector sleepingDetector = PauseDetector.startSleeping();
  private final InternalFaults faults;
  private final InternalFaults faultsWithSleepingDetector;
  private PauseDetector externalDetector = pauseDetector;

  private ShopServerMain(ShopServer shop, Path folder) {
    this.shop = shop;
    this.faults = new InternalFaults(pauseDetector, folder);
    this.faultsWithSleepingDetector = new InternalFaults(sleepingDetector, folder);
  }

  /// @param args the directory to write to
  public static void main(String[] args) throws Exception {
    Path folder = Path.of(args[0]);
    ShopServer shop = ShopServer.open(folder);
    ShopServerMain main = new ShopServerMain(shop, folder);
    main.faults.prepare();
    // Promotes the live objects: else the first collection under load, during any fault, would move
    // them.
    System.gc();
    printLine(PORT + " " + shop.port());
    printLine(DATABASE_PORT + " " + shop.databasePort());
    printLine(FaultyJvm.READY);
    main.serve();
    Runtime.getRuntime().halt(0);
  }

  private void serve() throws Exception {
    try (BufferedReader commands =
        new BufferedReader(new InputStreamReader(System.in, StandardCharsets.UTF_8))) {
      for (String line = commands.readLine(); line != null; line = commands.readLine()) {
        execute(line.split(" "));
        printLine(FaultyJvm.DONE);
      }
    }
  }

  private void execute(String[] words) throws Exception {
    switch (words[0]) {
      case FaultyJvm.BEGIN -> {
        // A spinning witness would compete with a hog for the processor, and a sleeping one would
        // not use up a quota.
        externalDetector =
            FaultKind.valueOf(words[1]) == FaultKind.QUOTA ? pauseDetector : sleepingDetector;
        externalDetector.begin();
      }
      case FaultyJvm.END -> print(new GroundTruth(List.of(), externalDetector.end()));
      case COLLECTION_IN_CONVOY -> print(GroundTruth.of(collectionInConvoy(millis(words))));
      case STORE -> shop.startStoreTimes(Long.parseLong(words[1]));
      default -> print(inject(FaultKind.valueOf(words[0]), millis(words)));
    }
  }

  private static int millis(String[] words) {
    return Integer.parseInt(words[1]);
  }

  private GroundTruth inject(FaultKind ailment, int millis) throws Exception {
    return switch (ailment) {
      case MONITOR -> GroundTruth.of(shop.holdMonitor(millis));
      case LOCK -> GroundTruth.of(shop.holdLock(millis, () -> {}));
      case FSYNC -> GroundTruth.of(shop.storm(millis));
      case ALLOCATION -> faultsWithSleepingDetector.inject(ailment, millis);
      default -> faults.inject(ailment, millis);
    };
  }

  private List<Fault> collectionInConvoy(int millis) throws InterruptedException, IOException {
    List<Fault> collections = new ArrayList<>();
    List<Exception> failures = new ArrayList<>();
    List<Fault> all =
        new ArrayList<>(
            shop.holdLock(
                millis,
                () -> {
                  try {
                    collections.addAll(faults.inject(FaultKind.GC, millis).faults());
                  } catch (Exception e) {
                    failures.add(e);
                  }
                }));
    if (!failures.isEmpty()) {
      throw new IOException(failures.getFirst());
    }
    all.addAll(collections);
    return all;
  }

  private static void print(GroundTruth truth) {
    truth.faults().forEach(fault -> printLine(fault.line()));
    truth.pauses().forEach(gap -> printLine(gap.line()));
  }

  private static void printLine(String line) {
    System.out.println(line);
    System.out.flush();
  }
}
