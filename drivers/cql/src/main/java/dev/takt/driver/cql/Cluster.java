package dev.takt.driver.cql;

import dev.takt.driver.cql.protocol.Version;
import dev.takt.driver.cql.result.Rows;
import dev.takt.driver.cql.topology.Node;
import dev.takt.load.driver.DriverException;
import dev.takt.load.driver.Endpoint;
import dev.takt.load.driver.WireDriver.Tls;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.SocketAddress;
import java.util.ArrayList;
import java.util.Collections;
import java.util.Comparator;
import java.util.HashSet;
import java.util.List;
import java.util.Objects;
import java.util.Set;
import java.util.TreeSet;
import java.util.function.Predicate;
import org.jspecify.annotations.Nullable;

/// The nodes to connect to, and what is said of them.
///
/// @param nodes those of the datacenter that is used; first those to connect to
/// @param endpoints of the nodes to connect to, in the same order
/// @param partitioner the name of its class
record Cluster(
    List<Node> nodes,
    List<Endpoint> endpoints,
    String datacenter,
    String partitioner,
    String description) {

  /// Connects to the first node of the target that answers.
  static ControlConnection connect(CqlTarget target, CqlOptions options) throws DriverException {
    DriverException first = null;
    for (CqlTarget.Node node : target.nodes()) {
      try {
        return connect(node, target, options);
      } catch (DriverException e) {
        first = first == null ? e : first;
      }
    }
    throw Objects.requireNonNull(first);
  }

  private static ControlConnection connect(
      CqlTarget.Node node, CqlTarget target, CqlOptions options) throws DriverException {
    Endpoint endpoint =
        Endpoint.resolve(node.host(), node.port(), tls(target, options, node.certificateName()));
    Version version = options.version();
    return ControlConnection.open(
        endpoint,
        new SessionSettings(
            version == null ? Version.V5 : version,
            options.compression(),
            options.credentials(target),
            options.keyspace(target)),
        version == null,
        (target.tls() ? "cqls://" : "cql://") + node);
  }

  private static @Nullable Tls tls(CqlTarget target, CqlOptions options, String name)
      throws DriverException {
    return target.tls() ? options.tls().tls(name) : null;
  }

  /// Reads the nodes of the cluster.
  static Cluster describe(ControlConnection control, CqlTarget target, CqlOptions options)
      throws DriverException {
    Rows.Row local = control.query("SELECT * FROM system.local").rows().getFirst();
    String datacenter = options.datacenter();
    List<Node> all = new ArrayList<>();
    all.add(new Node(control.address(), local.text("data_center"), tokens(local)));
    all.addAll(peers(control));
    String used = datacenter == null ? local.text("data_center") : datacenter;
    Set<SocketAddress> given =
        options.usesOnlyGivenNodes() ? given(control, target, all) : Set.of();
    Predicate<Node> isWanted = node -> given.isEmpty() || given.contains(node.address());
    List<Node> nodes =
        all.stream()
            .filter(node -> node.datacenter().equals(used))
            .sorted(Comparator.comparing(isWanted::test).reversed())
            .toList();
    List<Node> connected = nodes.stream().filter(isWanted).toList();
    if (connected.isEmpty()) {
      throw new DriverException(
          "no node in the datacenter \""
              + used
              + "\"; the cluster has "
              + new TreeSet<>(all.stream().map(Node::datacenter).toList())
              + (nodes.isEmpty() ? "" : ", and none of its nodes was given"));
    }
    List<Endpoint> endpoints = new ArrayList<>();
    for (Node node : connected) {
      endpoints.add(
          node.address().equals(control.address())
              ? control.endpoint()
              : Endpoint.of(node.address(), tls(target, options, host(node))));
    }
    String description =
        "Cassandra "
            + local.text("release_version")
            + " at "
            + target
            + (connected.size() == 1 ? "" : ", " + connected.size() + " nodes of " + used)
            + ", protocol v"
            + control.settings().version().number();
    return new Cluster(nodes, List.copyOf(endpoints), used, local.text("partitioner"), description);
  }

  /// The addresses of the nodes that the target names.
  ///
  /// @throws DriverException if a node is not known to the cluster by the address that was given
  private static Set<SocketAddress> given(
      ControlConnection control, CqlTarget target, List<Node> all) throws DriverException {
    List<SocketAddress> known = all.stream().<SocketAddress>map(Node::address).toList();
    Set<SocketAddress> given = new HashSet<>();
    for (CqlTarget.Node each : target.nodes()) {
      List<? extends SocketAddress> addresses =
          Endpoint.resolve(each.host(), each.port(), null).addresses();
      if (Collections.disjoint(addresses, known)) {
        throw new DriverException(
            "only given nodes are to be used, and the cluster has no node at "
                + each.host()
                + ":"
                + each.port()
                + "; its nodes say that they are at "
                + known.stream().map(Endpoint::text).toList());
      }
      given.addAll(addresses);
    }
    given.add(control.address());
    return given;
  }

  private static String host(Node node) {
    return node.address().getAddress().getHostAddress();
  }

  private static List<Long> tokens(Rows.Row row) {
    List<Long> tokens = new ArrayList<>();
    for (String token : row.texts("tokens")) {
      if (token.matches("-?\\d{1,19}")) {
        tokens.add(Long.valueOf(token));
      }
    }
    return List.copyOf(tokens);
  }

  /// Servers before Cassandra 4.0, and ScyllaDB, have no `peers_v2`.
  private static List<Node> peers(ControlConnection control) throws DriverException {
    List<Node> peers = new ArrayList<>();
    List<Rows.Row> rows;
    String addressColumn = "native_address";
    try {
      rows = control.query("SELECT * FROM system.peers_v2").rows();
    } catch (DriverException e) {
      rows = control.query("SELECT * FROM system.peers").rows();
      addressColumn = "rpc_address";
    }
    for (Rows.Row row : rows) {
      InetAddress address = row.address(addressColumn);
      if (address != null) {
        int port = row.integer("native_port", control.address().getPort());
        peers.add(
            new Node(new InetSocketAddress(address, port), row.text("data_center"), tokens(row)));
      }
    }
    return peers;
  }
}
