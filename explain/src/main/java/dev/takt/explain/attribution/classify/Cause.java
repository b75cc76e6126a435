package dev.takt.explain.attribution.classify;

import dev.takt.runs.model.Side;
import dev.takt.runs.model.Stall;
import dev.takt.runs.model.StallKind;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/// A cause of slowness: a group of stalls that one fix would remove together.
///
/// @param side the side that was stalled
/// @param kind the kind of stall; null for [#SENT_LATE]
/// @param detail distinguishes causes of a kind: a collection's cause, a lock's class, the thread
///   that had the CPU
public record Cause(Side side, @Nullable StallKind kind, @Nullable String detail) {

  private static final int FIRST_CLIENT_PORT = 32_768;

  /// The generator was free to send and did not, and no stall shows why.
  public static final Cause SENT_LATE = new Cause(Side.GENERATOR, null, null);

  /// The cause of a stall.
  public static Cause of(Stall stall) {
    return new Cause(stall.side(), stall.kind(), detail(stall));
  }

  private static @Nullable String detail(Stall stall) {
    return switch (stall.kind()) {
      case GC_PAUSE, SAFEPOINT, HANDSHAKE, MONITOR_WAIT, LOCK_WAIT, FILE_IO -> stall.cause();
      case SOCKET_IO -> serverAddress(stall.cause());
      case TIME_TO_SAFEPOINT, RUN_QUEUE, STOPPED -> name(stall.culprit());
      default -> null;
    };
  }

  /// The address of a server; null for that of a client, which differs for each connection.
  private static @Nullable String serverAddress(@Nullable String address) {
    if (address == null) {
      return null;
    }
    String port = address.substring(address.lastIndexOf(':') + 1);
    boolean isClients = port.matches("\\d{5}") && Integer.parseInt(port) >= FIRST_CLIENT_PORT;
    return isClients ? null : address;
  }

  private static @Nullable String name(Stall.@Nullable Actor actor) {
    return actor == null ? null : actor.name();
  }

  // Written by hand: the JVM links a record's generated methods at run time, which takes 10 ms.

  @Override
  public boolean equals(@Nullable Object other) {
    return other instanceof Cause cause
        && side == cause.side
        && kind == cause.kind
        && Objects.equals(detail, cause.detail);
  }

  @Override
  public int hashCode() {
    return Objects.hash(side, kind, detail);
  }

  /// Whether this is a cause in the generator.
  public boolean isInGenerator() {
    return side == Side.GENERATOR;
  }
}
