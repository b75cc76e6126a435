package dev.takt.driver.cql;

import dev.takt.driver.cql.result.PreparedResult;
import dev.takt.driver.cql.result.Rows;
import dev.takt.driver.cql.topology.Murmur3;
import dev.takt.driver.cql.topology.Node;
import dev.takt.driver.cql.topology.TokenRing;
import dev.takt.load.driver.DriverException;
import dev.takt.load.driver.WireDriver;
import java.nio.BufferOverflowException;
import java.nio.ByteBuffer;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/// Finds the node that has an operation's partition. Thread-safe; allocates nothing in steady
/// state.
final class TokenRouting {

  private static final String PARTITIONER = "Murmur3Partitioner";
  private static final int FIRST_SIZE = 1024;
  private static final int MAX_SIZE = 64 * 1024;

  /// The values of statements. Allocates nothing.
  interface Values {

    /// Appends a value, after its length, which is an `int`.
    ///
    /// @param n the number of the operation
    void put(int statement, int parameter, long n, ByteBuffer out);
  }

  /// By statement: the indexes of the parameters that are the partition key; empty if unknown.
  private final int[][] keys;

  /// By statement; null if it has no key, or no node is known to have its partitions.
  private final @Nullable TokenRing[] rings;

  private final ThreadLocal<ByteBuffer> buffers =
      ThreadLocal.withInitial(() -> ByteBuffer.allocate(FIRST_SIZE));

  private TokenRouting(int[][] keys, @Nullable TokenRing[] rings) {
    this.keys = keys;
    this.rings = rings;
  }

  /// @return null if there is nothing to choose, or if the cluster distributes partitions in
  ///   another way
  static @Nullable TokenRouting of(
      ControlConnection control, Cluster cluster, List<PreparedResult> prepared)
      throws DriverException {
    if (cluster.endpoints().size() == 1 || !cluster.partitioner().endsWith(PARTITIONER)) {
      return null;
    }
    List<List<Long>> tokens = cluster.nodes().stream().map(Node::tokens).toList();
    Map<String, Integer> factors = replicationFactors(control, cluster.datacenter());
    int[][] keys = new int[prepared.size()][];
    TokenRing[] rings = new TokenRing[prepared.size()];
    for (int i = 0; i < keys.length; i++) {
      keys[i] = prepared.get(i).keyParameters().stream().mapToInt(Integer::intValue).toArray();
      int factor = factors.getOrDefault(prepared.get(i).keyspace(), 0);
      TokenRing ring =
          factor == 0 || keys[i].length == 0
              ? null
              : TokenRing.of(tokens, factor, cluster.endpoints().size());
      rings[i] = ring == null || ring.isEmpty() ? null : ring;
    }
    return new TokenRouting(keys, rings);
  }

  private static Map<String, Integer> replicationFactors(
      ControlConnection control, String datacenter) throws DriverException {
    Map<String, Integer> factors = new HashMap<>();
    for (Rows.Row row :
        control.query("SELECT keyspace_name, replication FROM system_schema.keyspaces").rows()) {
      factors.put(
          row.text("keyspace_name"),
          TokenRing.replicationFactor(row.map("replication"), datacenter));
    }
    return factors;
  }

  /// Whether it depends on the values of a statement where it is sent.
  boolean isRouted(int statement) {
    return rings[statement] != null;
  }

  /// The index of a node with the statement's partition, or [WireDriver#ANY_ENDPOINT].
  ///
  /// @param n the number of the operation
  int endpoint(int statement, long n, Values values) {
    TokenRing ring = rings[statement];
    if (ring == null) {
      return WireDriver.ANY_ENDPOINT;
    }
    ByteBuffer bytes = buffers.get();
    while (true) {
      try {
        return ring.replica(token(statement, keys[statement], n, values, bytes), n);
      } catch (BufferOverflowException e) {
        if (bytes.capacity() > MAX_SIZE) {
          return WireDriver.ANY_ENDPOINT;
        }
        bytes = ByteBuffer.allocate(2 * bytes.capacity());
        buffers.set(bytes);
      }
    }
  }

  /// The token of the partition key. If the key has several columns, each of them is preceded by
  /// its length, and followed by a zero.
  static long token(int statement, int[] key, long n, Values values, ByteBuffer bytes) {
    bytes.clear();
    for (int parameter : key) {
      int start = bytes.position();
      values.put(statement, parameter, n, bytes);
      if (key.length > 1) {
        // Of the length, which is an int, the upper half is left out.
        int length = bytes.getInt(start);
        bytes.putShort(start + Short.BYTES, (short) length);
        bytes.put(start, bytes, start + Short.BYTES, Short.BYTES + length);
        bytes.position(start + Short.BYTES + length);
        bytes.put((byte) 0);
      }
    }
    int from = key.length > 1 ? 0 : Integer.BYTES;
    return TokenRing.token(
        Murmur3.hash(bytes.array(), bytes.arrayOffset() + from, bytes.position() - from));
  }
}
