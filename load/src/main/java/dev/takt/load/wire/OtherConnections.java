package dev.takt.load.wire;

import dev.takt.load.driver.PendingEndpoint;
import java.util.ArrayList;
import java.util.List;
import java.util.function.Function;

/// The connections to endpoints other than the target, on which operations of several steps go on.
/// Each connection to the target has its own ones. A known connection is found without an
/// allocation.
final class OtherConnections {

  private record Other(PendingEndpoint endpoint, Connection connection) {}

  /// By number of the connection to the target.
  private final List<List<Other>> others = new ArrayList<>();

  /// @param count how many connections to the target there are
  OtherConnections(int count) {
    for (int i = 0; i < count; i++) {
      others.add(new ArrayList<>());
    }
  }

  /// The connection to an endpoint.
  ///
  /// @param home the connection to the target that the operation has a slot on
  /// @param maker makes a connection if there is none yet
  Connection get(
      Connection home, PendingEndpoint endpoint, Function<PendingEndpoint, Connection> maker) {
    List<Other> known = others.get(home.number);
    for (int i = 0; i < known.size(); i++) {
      if (known.get(i).endpoint == endpoint) {
        return known.get(i).connection;
      }
    }
    Connection connection = maker.apply(endpoint);
    known.add(new Other(endpoint, connection));
    return connection;
  }
}
