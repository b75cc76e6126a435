package dev.takt.load.wire;

import dev.takt.load.driver.PendingEndpoint;
import java.util.ArrayList;
import java.util.List;
import java.util.function.Consumer;
import java.util.function.Function;

/// The connections to endpoints other than the target, which operations of several steps use. Each
/// connection to the target has its own set. Finding a known connection does not allocate.
final class OtherConnections {

  private record Other(PendingEndpoint endpoint, Connection connection) {}

  /// By index of the connection to the target.
  private final List<List<Other>> others = new ArrayList<>();

  private final Function<PendingEndpoint, Connection> maker;

  /// @param count how many connections to the target there are
  /// @param maker creates a connection to an endpoint
  OtherConnections(int count, Function<PendingEndpoint, Connection> maker) {
    this.maker = maker;
    for (int i = 0; i < count; i++) {
      others.add(new ArrayList<>());
    }
  }

  /// Those of the holder of a connection to the target.
  void forEach(Connection home, Consumer<Connection> action) {
    others.get(home.number).forEach(each -> action.accept(each.connection));
  }

  /// A connection has replaced another one, which had the same number.
  void replace(Connection old, Connection current) {
    for (List<Other> known : others) {
      known.replaceAll(each -> each.connection == old ? new Other(each.endpoint, current) : each);
    }
  }

  /// The connection to an endpoint, created if there is none yet.
  ///
  /// @param home the connection to the target that holds the operation's slot
  Connection get(Connection home, PendingEndpoint endpoint) {
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
