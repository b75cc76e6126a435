package dev.takt.driver.cql.topology;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;

/// Which nodes of a cluster hold the partition of a token (Cassandra's Murmur3Partitioner): the
/// node with the first token that is not lower, and those after it on the ring. Immutable and
/// thread-safe.
public final class TokenRing {

  /// The result of [#replica] if none of the nodes with the partition can be used.
  public static final int NONE = -1;

  /// In ascending order.
  private final long[] tokens;

  /// The replicas of each range that can be used, as indexes of nodes.
  private final int[][] replicas;

  private TokenRing(long[] tokens, int[][] replicas) {
    this.tokens = tokens;
    this.replicas = replicas;
  }

  /// A ring without racks: the replicas are the next different nodes.
  ///
  /// @param nodes the tokens of each node
  /// @param replicationFactor of the keyspace, in the datacenter of the nodes; 1 or more
  /// @param usable how many of the nodes, from the first on, can be used
  public static TokenRing of(List<List<Long>> nodes, int replicationFactor, int usable) {
    TreeMap<Long, Integer> owners = new TreeMap<>();
    for (int node = 0; node < nodes.size(); node++) {
      for (long token : nodes.get(node)) {
        owners.put(token, node);
      }
    }
    List<Integer> order = List.copyOf(owners.values());
    int[][] replicas = new int[order.size()][];
    for (int i = 0; i < replicas.length; i++) {
      replicas[i] =
          Arrays.stream(next(order, i, replicationFactor)).filter(node -> node < usable).toArray();
    }
    return new TokenRing(owners.keySet().stream().mapToLong(Long::longValue).toArray(), replicas);
  }

  private static int[] next(List<Integer> order, int from, int count) {
    List<Integer> different = new ArrayList<>();
    for (int i = 0; i < order.size() && different.size() < count; i++) {
      int node = order.get((from + i) % order.size());
      if (!different.contains(node)) {
        different.add(node);
      }
    }
    return different.stream().mapToInt(Integer::intValue).toArray();
  }

  /// How many nodes of the datacenter hold each partition of a keyspace.
  ///
  /// @param replication as the server describes it: `class`, and a factor for all or by datacenter
  /// @return 0 if it is not known
  public static int replicationFactor(Map<String, String> replication, String datacenter) {
    boolean isSimple = replication.getOrDefault("class", "").endsWith("SimpleStrategy");
    String factor = replication.getOrDefault(isSimple ? "replication_factor" : datacenter, "0");
    String full = factor.contains("/") ? factor.substring(0, factor.indexOf('/')) : factor;
    return full.matches("\\d{1,4}") ? Integer.parseInt(full) : 0;
  }

  public boolean isEmpty() {
    return tokens.length == 0;
  }

  /// A node that holds the partition of a token, or [#NONE].
  ///
  /// @param choice selects one of the replicas; the same number always selects the same one
  public int replica(long token, long choice) {
    int found = Arrays.binarySearch(tokens, token);
    int range = found >= 0 ? found : -found - 1;
    int[] nodes = replicas[range == tokens.length ? 0 : range];
    return nodes.length == 0 ? NONE : nodes[(int) Long.remainderUnsigned(choice, nodes.length)];
  }

  /// The token of a partition.
  ///
  /// @param hash see [Murmur3#hash]
  public static long token(long hash) {
    return hash == Long.MIN_VALUE ? Long.MAX_VALUE : hash;
  }
}
