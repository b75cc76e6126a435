package dev.takt.faults;

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
public final class FaultyServer implements AutoCloseable {

  /// The name of the thread that writes heavily in [FaultKind#FSYNC].
  public static final String STORM_THREAD = "storm";

  /// The name of a CPU hog.
  public static final String HOG_NAME = "takt-hog";

  /// The file that requests are written to.
  static final String ORDERS = "orders";

  /// The class of the faulty monitor, as reports name it.
  public static final String MONITOR_CLASS = ShopServer.FaultyMonitor.class.getName();

  /// The method of calls that no fault of a resource affects.
  private static final String PLAIN = "plain";

  private static final Set<FaultKind> EXTERNAL =
      EnumSet.of(FaultKind.STOP, FaultKind.HOG, FaultKind.QUOTA);

  /// Shorter faults cannot be distinguished from the noise of a machine.
  private static final long MIN_NANOS = 5_000_000;

  private final FaultyJvmProcess process;
  private final @Nullable CpuQuota quota;
  private final ExternalFaults externalFaults;

  private FaultyServer(FaultyJvmProcess process, @Nullable CpuQuota quota) {
    this.process = process;
    this.quota = quota;
    this.externalFaults = new ExternalFaults(process, quota);
  }

  /// Starts the server and waits until it is ready.
  ///
  /// @param folder the directory that it writes to
  /// @param environment added to this process's environment
  /// @param limited whether it gets its own control group, for [FaultKind#QUOTA]
  /// @throws IOException if it cannot be started
  public static FaultyServer start(Path folder, Map<String, String> environment, boolean limited)
      throws IOException {
    FaultyJvmProcess process = FaultyJvmProcess.start(ShopServerMain.class, folder, environment);
    try {
      return new FaultyServer(process, limited ? CpuQuota.around(process.pid()) : null);
    } catch (NotPossibleException e) {
      // Reported when the fault is injected.
      return new FaultyServer(process, null);
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

  /// The gRPC method of `takt.Shop` that does what a request to a path does.
  public static String methodOf(String path) {
    return path.equals("/") ? PLAIN : path.substring(1);
  }

  /// The service `takt.Shop`, in the language of Protocol Buffers.
  public static String proto() {
    StringBuilder methods = new StringBuilder();
    for (String each :
        List.of("/", ShopServer.MONITOR, ShopServer.LOCK, ShopServer.FILE, ShopServer.STORE)) {
      methods.append("  rpc ").append(methodOf(each)).append("(Nothing) returns (Nothing);\n");
    }
    return "syntax = \"proto3\";\npackage takt;\nmessage Nothing {}\nservice Shop {\n"
        + methods
        + "}\n";
  }

  /// The number of its process.
  public long pid() {
    return process.pid();
  }

  /// The path of requests that a fault affects.
  public static String pathOf(FaultKind ailment) {
    return switch (ailment) {
      case MONITOR -> ShopServer.MONITOR;
      case LOCK -> ShopServer.LOCK;
      case FSYNC -> ShopServer.FILE;
      default -> "/";
    };
  }

  /// The path of requests that wait for a store, for [StoreTimes].
  public static String storePath() {
    return ShopServer.STORE;
  }

  /// Starts a new sequence of the store's times.
  ///
  /// @param seed of the sequence
  public void startStoreTimes(long seed) throws IOException {
    var _ = process.send(ShopServerMain.STORE + " " + seed);
  }

  /// Injects a fault and waits for its end.
  ///
  /// @param millis its duration, where that can be chosen
  /// @return the faults, on the monotonic clock; empty if they were too short to count
  /// @throws NotPossibleException if that fault cannot be injected on this machine
  public List<Fault> inject(FaultKind ailment, int millis)
      throws IOException, InterruptedException, NotPossibleException {
    GroundTruth truth =
        EXTERNAL.contains(ailment)
            ? externalFaults.inject(ailment, millis)
            : process.send(ailment + " " + millis);
    return counted(truth.faults());
  }

  /// Holds the lock, with a garbage collection in the middle.
  public List<Fault> injectCollectionWhileLockHeld(int millis) throws IOException {
    return counted(process.send(ShopServerMain.COLLECTION_IN_CONVOY + " " + millis).faults());
  }

  private static List<Fault> counted(List<Fault> faults) {
    List<Fault> counted = new ArrayList<>(faults);
    counted.removeIf(each -> each.nanos() < MIN_NANOS);
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
