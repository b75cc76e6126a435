package dev.takt.watch.truth;

import dev.takt.runs.text.MachineText;
import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.EnumSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/// A small server in its own JVM, for HTTP and PostgreSQL's protocol, into which faults are
/// injected on command: a target whose stalls are known. Not thread-safe.
public final class SickShop implements AutoCloseable {

  /// The name of the thread that writes heavily in [Ailment#FSYNC].
  public static final String STORM = "storm";

  /// The name of a CPU hog.
  public static final String HOG = "takt-hog";

  /// The file that requests are written to.
  static final String ORDERS = "orders";

  /// The class of the faulty monitor, as reports name it.
  public static final String GATE = Shop.Gate.class.getName();

  private static final Set<Ailment> OUTER = EnumSet.of(Ailment.STOP, Ailment.HOG, Ailment.QUOTA);

  /// Shorter faults cannot be distinguished from the noise of a machine.
  private static final long SHORTEST_NANOS = 5_000_000;

  private final PatientProcess process;
  private final @Nullable CpuQuota quota;
  private final OuterFaults outer;

  private SickShop(PatientProcess process, @Nullable CpuQuota quota) {
    this.process = process;
    this.quota = quota;
    this.outer = new OuterFaults(process, quota);
  }

  /// Starts the server and waits until it is ready.
  ///
  /// @param folder the directory that it writes to
  /// @param environment added to this process's environment
  /// @param limited whether it gets its own control group, for [Ailment#QUOTA]
  /// @throws IOException if it cannot be started
  public static SickShop start(Path folder, Map<String, String> environment, boolean limited)
      throws IOException {
    PatientProcess process = PatientProcess.start(ShopMain.class, folder, environment);
    try {
      return new SickShop(process, limited ? CpuQuota.around(process.pid()) : null);
    } catch (NotPossibleException e) {
      // Reported when the fault is injected.
      return new SickShop(process, null);
    }
  }

  /// Its HTTP port, on loopback.
  public int port() {
    return process.port();
  }

  /// Its URL for PostgreSQL's JDBC driver, in simple query mode.
  public String jdbcUrl() {
    return MachineText.format(
        "jdbc:postgresql://127.0.0.1:%d/shop?user=takt&preferQueryMode=simple&sslmode=disable",
        process.databasePort());
  }

  /// The SQL statement that does what a request to a path does.
  public static String statementOf(String path) {
    return "select '" + path + "'";
  }

  /// The number of its process.
  public long pid() {
    return process.pid();
  }

  /// The path of requests that a fault affects.
  public static String pathOf(Ailment ailment) {
    return switch (ailment) {
      case MONITOR -> Shop.MONITOR;
      case LOCK -> Shop.LOCK;
      case FSYNC -> Shop.FILE;
      default -> "/";
    };
  }

  /// The path of requests that wait for a store, for [StoreTimes].
  public static String storePath() {
    return Shop.STORE;
  }

  /// Starts a new sequence of the store's times.
  ///
  /// @param seed of the sequence
  public void drawStore(long seed) throws IOException {
    var _ = process.tell(ShopMain.STORE + " " + seed);
  }

  /// Injects a fault and waits for its end.
  ///
  /// @param millis its duration, where that can be chosen
  /// @return the faults, on the monotonic clock; empty if they were too short to count
  /// @throws NotPossibleException if that fault cannot be injected on this machine
  public List<Fault> make(Ailment ailment, int millis)
      throws IOException, InterruptedException, NotPossibleException {
    Truth truth =
        OUTER.contains(ailment)
            ? outer.make(ailment, millis)
            : process.tell(ailment + " " + millis);
    return counted(truth.faults());
  }

  /// Holds the lock, with a garbage collection in the middle.
  public List<Fault> makeCollectionInConvoy(int millis) throws IOException {
    return counted(process.tell(ShopMain.COLLECTION_IN_CONVOY + " " + millis).faults());
  }

  private static List<Fault> counted(List<Fault> faults) {
    List<Fault> counted = new ArrayList<>(faults);
    counted.removeIf(each -> each.nanos() < SHORTEST_NANOS);
    counted.sort(Comparator.comparingLong(Fault::begin));
    return List.copyOf(counted);
  }

  /// Ends the process. It is moved out of its control group first, so that the group can be
  /// removed.
  @Override
  public void close() throws IOException {
    try (process) {
      if (quota != null) {
        quota.close();
      }
    }
  }
}
