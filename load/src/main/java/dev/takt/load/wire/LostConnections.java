package dev.takt.load.wire;

import dev.takt.load.driver.AsyncDriver;
import dev.takt.load.driver.Endpoint;
import dev.takt.load.driver.Outcome;
import dev.takt.record.NanoClock;
import java.util.List;
import java.util.concurrent.TimeUnit;
import org.jspecify.annotations.Nullable;

/// The connections of a transport with several endpoints that are not open. Their slots are
/// withdrawn, so that operations use the other connections, and they are opened again in the
/// background: at once, and then after a pause. If no connection is open, all slots are in use, and
/// operations fail for the reason for which their connection cannot be opened.
///
/// Confined to one thread. Allocates nothing while all connections are open.
final class LostConnections {

  /// From the beginning of an attempt to open a connection to that of the next one, at least.
  static final long PAUSE_NANOS = TimeUnit.SECONDS.toNanos(1);

  /// How long an attempt may take.
  private static final long MAX_ATTEMPT_NANOS = TimeUnit.SECONDS.toNanos(10);

  private static final Outcome NO_ANSWER = SocketErrors.outcome(SocketErrors.ETIMEDOUT);

  /// What is known of one connection.
  private static final class Loss {
    final Endpoint endpoint;
    boolean isLost;
    boolean isWithdrawn;
    boolean isAttempted;

    /// Whether it counts in the outages of the endpoint: it could not be opened again at once.
    boolean isOutage;

    long since;
    long lastAttempt;

    /// When to try again, or to end the attempt.
    long next;

    Outcome reason = SocketErrors.CLOSED_BEFORE_ANSWER;

    Loss(Endpoint endpoint, long longAgo) {
      this.endpoint = endpoint;
      this.lastAttempt = longAgo;
    }
  }

  private final Connection[] connections;
  private final Loss[] losses;
  private final ConnectionOpener opener;
  private final int slotsEach;
  private int count;
  private boolean changed;

  /// @param endpoints of the connections
  /// @param slotsEach how many slots a connection has
  LostConnections(
      Connection[] connections, List<Endpoint> endpoints, ConnectionOpener opener, int slotsEach) {
    this.connections = connections;
    this.opener = opener;
    this.slotsEach = slotsEach;
    long longAgo = NanoClock.SYSTEM.nanoTime() - PAUSE_NANOS;
    this.losses =
        endpoints.stream().map(endpoint -> new Loss(endpoint, longAgo)).toArray(Loss[]::new);
  }

  boolean isEmpty() {
    return count == 0;
  }

  /// The connection could not be opened at the start.
  void unreachable(Connection connection, Outcome reason) {
    long now = NanoClock.SYSTEM.nanoTime();
    losses[connection.number].lastAttempt = now;
    losses[connection.number].isAttempted = true;
    closed(connection, reason, now);
  }

  /// The connection has been closed, or could not be opened.
  ///
  /// @param reason null if it was the transport that closed it
  void closed(Connection connection, @Nullable Outcome reason, long now) {
    Loss loss = losses[connection.number];
    if (!loss.isLost) {
      loss.isLost = true;
      loss.since = now;
      count++;
      changed = true;
    }
    loss.reason = reason == null ? loss.reason : reason;
    if (loss.isAttempted && !loss.isOutage) {
      loss.isOutage = true;
      loss.endpoint.outages().lost(loss.since, loss.reason.label());
    }
    loss.isAttempted = false;
    // One that has carried operations was worth opening, and is opened again without a pause.
    loss.next = connection.usedBefore ? now : Math.max(now, loss.lastAttempt + PAUSE_NANOS);
  }

  /// Opens a lost connection if it is time to, or ends an attempt that takes too long.
  ///
  /// @return the failure, or null if there is none so far
  @Nullable Outcome attempt(Connection connection, long now) {
    Loss loss = losses[connection.number];
    if (!loss.isLost || now - loss.next < 0 || connection.state == Connection.State.OPEN) {
      return null;
    }
    if (loss.isAttempted) {
      return NO_ANSWER;
    }
    loss.isAttempted = true;
    loss.lastAttempt = now;
    loss.next = now + MAX_ATTEMPT_NANOS;
    return connection.state == Connection.State.CLOSED ? opener.open(connection) : null;
  }

  /// When the next connection has to be attempted, or `deadline` if that is earlier.
  long nextAttempt(long deadline) {
    long next = deadline;
    for (Loss loss : losses) {
      next = loss.isLost && loss.next - next < 0 ? loss.next : next;
    }
    return next;
  }

  /// Reports the slots of connections that were lost or opened since the last call.
  void report(AsyncDriver.Completions completions) {
    if (count == 0 && !changed) {
      return;
    }
    long now = NanoClock.SYSTEM.nanoTime();
    for (Connection connection : connections) {
      if (losses[connection.number].isLost && connection.state == Connection.State.OPEN) {
        opened(losses[connection.number], now);
      }
    }
    if (changed) {
      changed = false;
      for (Connection connection : connections) {
        withdrawOrRestore(connection, now, completions);
      }
    }
  }

  private void opened(Loss loss, long now) {
    loss.isLost = false;
    loss.isAttempted = false;
    count--;
    changed = true;
    endOutage(loss, now);
  }

  private static void endOutage(Loss loss, long now) {
    if (loss.isOutage) {
      loss.isOutage = false;
      loss.endpoint.outages().restored(now);
    }
  }

  private void withdrawOrRestore(
      Connection connection, long now, AsyncDriver.Completions completions) {
    Loss loss = losses[connection.number];
    boolean withdraws = loss.isLost && count < connections.length;
    if (withdraws == loss.isWithdrawn) {
      return;
    }
    loss.isWithdrawn = withdraws;
    for (int i = 0; i < slotsEach; i++) {
      int slot = connection.number + i * connections.length;
      if (withdraws) {
        completions.withdrawn(slot);
      } else {
        completions.restored(slot, now);
      }
    }
  }

  /// The run is over.
  void end() {
    long now = NanoClock.SYSTEM.nanoTime();
    for (Loss loss : losses) {
      loss.isAttempted = false;
      endOutage(loss, now);
    }
  }
}
