package dev.takt.fleet.engine;

import java.net.InetAddress;
import java.util.HashMap;
import java.util.Map;
import java.util.Optional;

/// Connections that were ended because they are not those of agents of this fleet, counted by
/// address and reason. The first, the tenth, the hundredth and so on is reported, so that they can
/// neither fill the memory nor the terminal. Thread-safe.
final class RejectedConnections {

  /// As many pairs of address and reason; further addresses are counted as one.
  static final int MAX_KNOWN = 32;

  private static final String OTHERS = "other addresses";

  private final Engine.Listener listener;
  private final Map<String, Long> counts = new HashMap<>();

  RejectedConnections(Engine.Listener listener) {
    this.listener = listener;
  }

  /// Why a connection was ended.
  enum Reason {
    NO_TLS("it does not speak TLS"),
    NO_KEY("it did not prove that it has this fleet's key"),
    SILENT("it did not say in time who it is"),
    OVERSIZED("it sent a frame that is too long"),
    MALFORMED("it sent what no agent sends"),
    OTHER_VERSION("it has another version of Takt"),
    BAD_NAME("it has a name that no agent can have"),
    SAME_NAME("it has the name of another agent"),
    TOO_MANY("there are too many connections");

    private final String text;

    Reason(String text) {
      this.text = text;
    }
  }

  /// Counts a connection, and notifies the listener if it is to be reported.
  void add(InetAddress address, Reason reason) {
    count(address.getHostAddress(), reason)
        .ifPresent(counted -> listener.connectionRejected(counted.from, counted.reason()));
  }

  /// A number of connections.
  ///
  /// @param from their address, or all that are not counted one by one
  private record Counted(String from, Reason why, long times) {
    String reason() {
      return why.text + (times == 1 ? "" : " (" + times + " times)");
    }
  }

  /// Counts a connection.
  ///
  /// @return whether it is to be reported
  boolean isReported(String from, Reason reason) {
    return count(from, reason).isPresent();
  }

  private synchronized Optional<Counted> count(String from, Reason reason) {
    boolean isKnown = counts.containsKey(key(from, reason)) || counts.size() < MAX_KNOWN;
    String known = isKnown ? from : OTHERS;
    long times = counts.merge(key(known, reason), 1L, Long::sum);
    return isPowerOfTen(times) ? Optional.of(new Counted(known, reason, times)) : Optional.empty();
  }

  private static String key(String from, Reason reason) {
    return from + " " + reason;
  }

  private static boolean isPowerOfTen(long number) {
    long left = number;
    while (left % 10 == 0) {
      left /= 10;
    }
    return left == 1;
  }
}
