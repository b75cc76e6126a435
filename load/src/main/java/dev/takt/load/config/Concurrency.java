package dev.takt.load.config;

import dev.takt.load.config.source.KeyReader;
import dev.takt.load.config.source.PlanKey;
import dev.takt.load.wire.TransportKind;
import dev.takt.runs.text.EnglishText;
import java.time.Duration;
import java.util.Locale;
import org.jspecify.annotations.Nullable;

/// How many operations can be in flight, and what sends them.
///
/// @param connections of all event loops together, for non-blocking drivers
/// @param connectionPerUser whether each user of a journey has a connection of its own
/// @param threads event loops, for non-blocking drivers
/// @param workers for blocking drivers
/// @param virtualWorkers whether workers are virtual threads
/// @param transport the sockets of non-blocking drivers
/// @param pacing how to wait for an intended start
/// @param selfWarmup how long the generator warms itself up; zero for no self-warm-up
public record Concurrency(
    int connections,
    boolean connectionPerUser,
    int threads,
    int workers,
    boolean virtualWorkers,
    TransportKind transport,
    Pacing pacing,
    Duration selfWarmup) {

  private static final int MAX_THREADS = 1024;
  private static final int MAX_PLATFORM_WORKERS = 10_000;

  /// About the number of local ports available for one target.
  private static final int MAX_CONNECTIONS = 60_000;

  private static final String USER = "user";
  private static final int MAX_WORKERS = 1_000_000;
  private static final String VIRTUAL = "virtual";

  /// The most connections of users, each of whom may need one, unless the plan says otherwise.
  private static final int MAX_DEFAULT_CONNECTIONS = 1000;

  /// @param users of a closed population, each of whom needs a connection unless it thinks; null
  ///   for none
  static Concurrency read(KeyReader keys, @Nullable Integer users) {
    boolean connectionPerUser = keys.choice(PlanKey.CONNECTION_POLICY).equals(USER);
    Concurrency read =
        new Concurrency(
            connections(keys, connectionPerUser, users),
            connectionPerUser,
            (int) keys.whole(PlanKey.THREADS, 1, MAX_THREADS),
            (int) keys.whole(PlanKey.WORKERS, 1, MAX_WORKERS),
            keys.choice(PlanKey.WORKER_THREADS).equals(VIRTUAL),
            TransportKind.valueOf(keys.choice(PlanKey.TRANSPORT).toUpperCase(Locale.ROOT)),
            Pacing.valueOf(keys.choice(PlanKey.PACING).toUpperCase(Locale.ROOT)),
            keys.timeOrOff(PlanKey.SELF_WARMUP));
    read.check(keys, users);
    return read;
  }

  private static int connections(
      KeyReader keys, boolean connectionPerUser, @Nullable Integer users) {
    if (keys.has(PlanKey.CONNECTIONS) || (users == null && !connectionPerUser)) {
      return (int) keys.whole(PlanKey.CONNECTIONS, 1, MAX_CONNECTIONS);
    } else if (users == null) {
      return MAX_DEFAULT_CONNECTIONS;
    }
    return Math.min(users, connectionPerUser ? MAX_CONNECTIONS : MAX_DEFAULT_CONNECTIONS);
  }

  private void check(KeyReader keys, @Nullable Integer users) {
    if (connectionPerUser && users != null && users > connections) {
      keys.problem(
          PlanKey.CONNECTIONS,
          EnglishText.format(
              "each of the %,d users needs a connection of its own, of which there are %,d;"
                  + " connections can be up to %,d",
              users, connections, MAX_CONNECTIONS));
    }
    if (threads > connections && keys.has(PlanKey.THREADS)) {
      keys.problem(
          PlanKey.THREADS,
          EnglishText.format(
              "each thread needs a connection: expected at most %d, found %d",
              connections, threads));
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
    to.put(PlanKey.CONNECTIONS, connections);
    to.put(PlanKey.CONNECTION_POLICY, connectionPerUser ? USER : "shared");
    to.put(PlanKey.THREADS, threads);
    to.put(PlanKey.WORKERS, workers);
    to.put(PlanKey.WORKER_THREADS, virtualWorkers ? VIRTUAL : "platform");
    to.put(PlanKey.TRANSPORT, transport);
    to.put(PlanKey.PACING, pacing);
    to.put(PlanKey.SELF_WARMUP, selfWarmup);
  }

  /// The maximum number of operations in flight, for any driver.
  public int maxInFlight() {
    return Math.max(connections, workers);
  }
}
