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

/// A small server in a JVM of its own, of HTTP and of PostgreSQL's protocol, which falls ill when
/// it is told to: a target whose bad moments are known. For one thread.
public final class SickShop implements AutoCloseable {

  /// The thread that writes much, in [Ailment#FSYNC].
  public static final String STORM = "storm";

  /// What a hog is called.
  public static final String HOG = "takt-hog";

  /// The file that requests are written to.
  static final String ORDERS = "orders";

  /// The class whose monitor is held, as reports name it.
  public static final String GATE = Shop.Gate.class.getName();

  private static final Set<Ailment> OUTER = EnumSet.of(Ailment.STOP, Ailment.HOG, Ailment.QUOTA);

  /// Less is not told apart from what a machine does by itself.
  private static final long SHORTEST_NANOS = 5_000_000;

  private final PatientProcess process;
  private final @Nullable CpuQuota quota;
  private final OuterFaults outer;

  private SickShop(PatientProcess process, @Nullable CpuQuota quota) {
    this.process = process;
    this.quota = quota;
    this.outer = new OuterFaults(process, quota);
  }

  /// Starts it and waits until it is open.
  ///
  /// @param folder that it writes to
  /// @param environment beside this process's own
  /// @param limited whether it goes into a control group of its own, for [Ailment#QUOTA]
  /// @throws IOException if it cannot be started
  public static SickShop start(Path folder, Map<String, String> environment, boolean limited)
      throws IOException {
    PatientProcess process = PatientProcess.start(ShopMain.class, folder, environment);
    try {
      return new SickShop(process, limited ? CpuQuota.around(process.pid()) : null);
    } catch (NotPossibleException e) {
      // It is told again, as such, when the fault is made.
      return new SickShop(process, null);
    }
  }

  /// Where it listens for HTTP, on loopback.
  public int port() {
    return process.port();
  }

  /// Where PostgreSQL's JDBC driver finds it: as a database to which statements go as text.
  public String jdbcUrl() {
    return MachineText.format(
        "jdbc:postgresql://127.0.0.1:%d/shop?user=takt&preferQueryMode=simple&sslmode=disable",
        process.databasePort());
  }

  /// The statement that a fault hurts as it hurts a request to a path.
  public static String statementOf(String path) {
    return "select '" + path + "'";
  }

  /// Its process.
  public long pid() {
    return process.pid();
  }

  /// The path of requests that a fault hurts.
  public static String pathOf(Ailment ailment) {
    return switch (ailment) {
      case MONITOR -> Shop.MONITOR;
      case LOCK -> Shop.LOCK;
      case FSYNC -> Shop.FILE;
      default -> "/";
    };
  }

  /// The path of requests that wait for a store, as [StoreTimes] has it.
  public static String storePath() {
    return Shop.STORE;
  }

  /// Begins a sequence of the store's times.
  ///
  /// @param seed of the sequence
  public void drawStore(long seed) throws IOException {
    var _ = process.tell(ShopMain.STORE + " " + seed);
  }

  /// Makes a fault and waits until it is over.
  ///
  /// @param millis how long, where that can be chosen
  /// @return what came of it, on the monotonic clock; nothing if that was too short to count
  /// @throws NotPossibleException if that fault cannot be made on this machine
  public List<Fault> make(Ailment ailment, int millis)
      throws IOException, InterruptedException, NotPossibleException {
    Truth truth =
        OUTER.contains(ailment)
            ? outer.make(ailment, millis)
            : process.tell(ailment + " " + millis);
    return counted(truth.faults());
  }

  /// Holds the lock, and collects garbage in the middle of that.
  public List<Fault> makeCollectionInConvoy(int millis) throws IOException {
    return counted(process.tell(ShopMain.COLLECTION_IN_CONVOY + " " + millis).faults());
  }

  private static List<Fault> counted(List<Fault> faults) {
    List<Fault> counted = new ArrayList<>(faults);
    counted.removeIf(each -> each.nanos() < SHORTEST_NANOS);
    counted.sort(Comparator.comparingLong(Fault::begin));
    return List.copyOf(counted);
  }

  /// Ends its process. Until that is gone its group cannot be removed: it goes back first.
  @Override
  public void close() throws IOException {
    try (process) {
      if (quota != null) {
        quota.close();
      }
    }
  }
}
