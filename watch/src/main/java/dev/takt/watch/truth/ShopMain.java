package dev.takt.watch.truth;

import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStreamReader;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;

/// The main class of a JVM with a [Shop], in which faults are injected while it serves. It has the
/// same protocol as [Patient].
final class ShopMain {

  static final String PORT = "port";
  static final String DATABASE_PORT = "database-port";

  /// Command: a garbage collection while the lock is held.
  static final String COLLECTION_IN_CONVOY = "collection-in-convoy";

  /// Command: a new sequence of the store's times.
  static final String STORE = "store";

  private final Shop shop;
  private final Witness witness = Witness.start();
  private final Witness napping = Witness.startNapping();
  private final InnerFaults inner;
  private final InnerFaults gentle;
  private Witness outside = witness;

  private ShopMain(Shop shop, Path folder) {
    this.shop = shop;
    this.inner = new InnerFaults(witness, folder);
    this.gentle = new InnerFaults(napping, folder);
  }

  /// @param args the directory to write to
  public static void main(String[] args) throws Exception {
    Path folder = Path.of(args[0]);
    Shop shop = Shop.open(folder);
    ShopMain main = new ShopMain(shop, folder);
    main.inner.prepare();
    // Promotes the live objects: else the first collection under load, during any fault, would move
    // them.
    System.gc();
    say(PORT + " " + shop.port());
    say(DATABASE_PORT + " " + shop.databasePort());
    say(Patient.READY);
    main.obeyAll();
    Runtime.getRuntime().halt(0);
  }

  private void obeyAll() throws Exception {
    try (BufferedReader commands =
        new BufferedReader(new InputStreamReader(System.in, StandardCharsets.UTF_8))) {
      for (String line = commands.readLine(); line != null; line = commands.readLine()) {
        obey(line.split(" "));
        say(Patient.DONE);
      }
    }
  }

  private void obey(String[] words) throws Exception {
    switch (words[0]) {
      case Patient.BEGIN -> {
        // A spinning witness would compete with a hog for the processor, and a sleeping one would
        // not use up a quota.
        outside = Ailment.valueOf(words[1]) == Ailment.QUOTA ? witness : napping;
        outside.begin();
      }
      case Patient.END -> tell(new Truth(List.of(), outside.end()));
      case COLLECTION_IN_CONVOY -> tell(Truth.of(collectionInConvoy(millis(words))));
      case STORE -> shop.drawStore(Long.parseLong(words[1]));
      default -> tell(make(Ailment.valueOf(words[0]), millis(words)));
    }
  }

  private static int millis(String[] words) {
    return Integer.parseInt(words[1]);
  }

  private Truth make(Ailment ailment, int millis) throws Exception {
    return switch (ailment) {
      case MONITOR -> Truth.of(shop.holdGate(millis));
      case LOCK -> Truth.of(shop.holdLock(millis, () -> {}));
      case FSYNC -> Truth.of(shop.storm(millis));
      case ALLOCATION -> gentle.make(ailment, millis);
      default -> inner.make(ailment, millis);
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
                    collections.addAll(inner.make(Ailment.GC, millis).faults());
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

  private static void tell(Truth truth) {
    truth.faults().forEach(fault -> say(fault.line()));
    truth.gaps().forEach(gap -> say(gap.line()));
  }

  private static void say(String line) {
    System.out.println(line);
    System.out.flush();
  }
}
