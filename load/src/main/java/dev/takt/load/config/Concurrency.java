package dev.takt.load.config;

import dev.takt.load.config.source.KeyReader;
import dev.takt.load.config.source.PlanKey;
import dev.takt.load.wire.TransportKind;
import dev.takt.runs.text.EnglishText;
import java.time.Duration;
import java.util.Locale;
import java.util.Optional;
import java.util.stream.IntStream;
import org.jspecify.annotations.Nullable;

/// How many operations can be in flight, and what sends them.
///
/// @param pool the connections, for non-blocking drivers
/// @param threads event loops, for non-blocking drivers
/// @param workers for blocking drivers
/// @param virtualWorkers whether workers are virtual threads
/// @param transport the sockets of non-blocking drivers
/// @param pacing how to wait for an intended start
/// @param selfWarmup how long the generator warms itself up; zero for no self-warm-up
public record Concurrency(
    Pool pool,
    int threads,
    int workers,
    boolean virtualWorkers,
    TransportKind transport,
    Pacing pacing,
    Duration selfWarmup) {

  /// The connections of all event loops of a generator.
  ///
  /// @param size how many there are
  /// @param isPerUser whether each user of a journey has connections of its own
  /// @param isGiven whether it is a number of the plan, or the usual one; otherwise each generator
  ///   has as many as its own part of the users needs
  /// @param slotsEach how many operations each carries at once, as far as the plan says
  public record Pool(int size, boolean isPerUser, boolean isGiven, int slotsEach) {}

  private static final int MAX_THREADS = 1024;
  private static final int MAX_PLATFORM_WORKERS = 10_000;

  /// About the number of local ports available for one target.
  private static final int MAX_CONNECTIONS = 60_000;

  private static final String USER = "user";
  private static final int MAX_WORKERS = 1_000_000;
  private static final String VIRTUAL = "virtual";

  /// The most connections of users, each of whom may need one, unless the plan says otherwise.
  private static final int MAX_DEFAULT_CONNECTIONS = 1000;

  /// @param users of a closed population that this generator has; null for none
  /// @param each how many operations of a user can be in flight at once
  /// @param pipelining how many operations the driver's connections carry at once
  static Concurrency read(KeyReader keys, @Nullable Integer users, int each, int pipelining) {
    boolean isPerUser = keys.choice(PlanKey.CONNECTION_POLICY).equals(USER);
    int slotsEach = isPerUser ? 1 : pipelining;
    int threads = (int) keys.whole(PlanKey.THREADS, 1, MAX_THREADS);
    Concurrency read =
        new Concurrency(
            keys.has(PlanKey.CONNECTIONS) || (users == null && !isPerUser)
                ? new Pool(
                    (int) keys.whole(PlanKey.CONNECTIONS, 1, MAX_CONNECTIONS),
                    isPerUser,
                    true,
                    slotsEach)
                : defaultPool(isPerUser, users, each, slotsEach, threads),
            threads,
            (int) keys.whole(PlanKey.WORKERS, 1, MAX_WORKERS),
            keys.choice(PlanKey.WORKER_THREADS).equals(VIRTUAL),
            TransportKind.valueOf(keys.choice(PlanKey.TRANSPORT).toUpperCase(Locale.ROOT)),
            Pacing.valueOf(keys.choice(PlanKey.PACING).toUpperCase(Locale.ROOT)),
            keys.timeOrOff(PlanKey.SELF_WARMUP));
    read.check(keys);
    return read;
  }

  private static Pool defaultPool(
      boolean isPerUser, @Nullable Integer users, int each, int slotsEach, int threads) {
    int most = isPerUser ? MAX_CONNECTIONS : MAX_DEFAULT_CONNECTIONS;
    int size =
        users == null
            ? MAX_DEFAULT_CONNECTIONS
            : Math.clamp(needed(users, each, slotsEach, threads), 1, most);
    return new Pool(size, isPerUser, false, slotsEach);
  }

  /// How many connections users need at most. Event loops do not share any.
  private static long needed(int users, int each, int slotsEach, int threads) {
    if (slotsEach == 1) {
      return (long) users * each;
    }
    int loops = Math.clamp(users, 1, threads);
    long ofLoop = Math.ceilDiv((long) each * Math.ceilDiv(users, loops), slotsEach);
    return loops * ofLoop;
  }

  /// The same for one of several generators, if the plan does not say how many connections each
  /// has.
  ///
  /// @param users that a generator has
  /// @param each how many operations of a user can be in flight at once
  Concurrency forUsers(int users, int each) {
    return pool.isGiven()
        ? this
        : new Concurrency(
            defaultPool(pool.isPerUser(), users, each, pool.slotsEach(), threads),
            threads,
            workers,
            virtualWorkers,
            transport,
            pacing,
            selfWarmup);
  }

  /// The same if each connection carries fewer operations at once than the plan says.
  Concurrency withSlots(int slotsEach) {
    return new Concurrency(
        new Pool(pool.size(), pool.isPerUser(), pool.isGiven(), slotsEach),
        threads,
        workers,
        virtualWorkers,
        transport,
        pacing,
        selfWarmup);
  }

  /// What is wrong with the number of connections for a closed population.
  ///
  /// @param key whose value it is about
  record Shortage(PlanKey key, String text) {}

  /// Whether users of a closed population have too few connections; empty if they have enough.
  /// Without think times there is only service time, which would not show that users wait for one.
  ///
  /// @param users that a generator has
  /// @param each how many operations of a user can be in flight at once
  Optional<Shortage> shortage(int users, int each, boolean thinks) {
    if (pool.isPerUser() && users > pool.size()) {
      return Optional.of(
          new Shortage(
              PlanKey.CONNECTIONS,
              EnglishText.format(
                  "each of the %,d users needs a connection of its own, of which there are %,d;"
                      + " connections can be up to %,d",
                  users, pool.size(), MAX_CONNECTIONS)));
    }
    return thinks || !isShort(users, each)
        ? Optional.empty()
        : Optional.of(
            new Shortage(
                PlanKey.USERS,
                EnglishText.format(
                    "without think times each of the %,d users needs %s, of which there are %s;"
                        + " set more connections%s, or let users think",
                    users,
                    need(each),
                    places(),
                    (long) users * each > slots(pool.size()) ? "" : " or fewer threads")));
  }

  private String need(int each) {
    String what = pool.slotsEach() == 1 ? "connection" : "place on a connection";
    return each == 1
        ? "a " + what
        : each + " " + what.replace("connection", "connections") + " (parallel)";
  }

  /// How many operations can be in flight.
  private String places() {
    return pool.slotsEach() == 1
        ? EnglishText.format("%,d", pool.size())
        : EnglishText.format(
            "%,d (%,d on each of %,d)", slots(pool.size()), pool.slotsEach(), pool.size());
  }

  private long slots(int connections) {
    return (long) connections * pool.slotsEach();
  }

  /// Whether users of an event loop can need more slots than it has: users and connections are
  /// divided among the loops apart.
  private boolean isShort(int users, int each) {
    int loops = Math.min(threads, pool.size());
    return IntStream.range(0, loops)
        .anyMatch(
            loop -> (long) each * part(users, loops, loop) > slots(part(pool.size(), loops, loop)));
  }

  private static int part(int whole, int loops, int loop) {
    return whole / loops + (loop < whole % loops ? 1 : 0);
  }

  private void check(KeyReader keys) {
    if (threads > pool.size() && keys.has(PlanKey.THREADS)) {
      keys.problem(
          PlanKey.THREADS,
          EnglishText.format(
              "each thread needs a connection: expected at most %d, found %d",
              pool.size(), threads));
    }
    if (workers > MAX_PLATFORM_WORKERS && !virtualWorkers) {
      keys.problem(
          PlanKey.WORKERS,
          EnglishText.format(
              "expected at most %d platform threads, found %d; more need --worker-threads virtual",
              MAX_PLATFORM_WORKERS, workers));
    }
    if (!transport.isSupported()) {
      keys.problem(
          PlanKey.TRANSPORT,
          "epoll needs Linux on x86-64 or AArch64; use nio, or auto, which chooses it here");
    }
  }

  void write(KeyWriter to) {
    to.put(PlanKey.CONNECTIONS, pool.size());
    to.put(PlanKey.CONNECTION_POLICY, pool.isPerUser() ? USER : "shared");
    to.put(PlanKey.THREADS, threads);
    to.put(PlanKey.WORKERS, workers);
    to.put(PlanKey.WORKER_THREADS, virtualWorkers ? VIRTUAL : "platform");
    to.put(PlanKey.TRANSPORT, transport);
    to.put(PlanKey.PACING, pacing);
    to.put(PlanKey.SELF_WARMUP, selfWarmup);
  }

  /// How many connections there are.
  public int connections() {
    return pool.size();
  }

  /// Whether each user of a journey has connections of its own.
  public boolean connectionPerUser() {
    return pool.isPerUser();
  }

  /// The maximum number of operations in flight, for any driver.
  public int maxInFlight() {
    return Math.max(pool.size(), workers);
  }
}
