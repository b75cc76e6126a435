package dev.takt.driver.cql.embedded;

import java.util.LinkedHashMap;
import java.util.Map;
import java.util.stream.Collectors;

/// A node of a cluster.
///
/// @param host its address on the loopback interface
/// @param storagePort for other nodes
/// @param nativePort for clients
/// @param token where its part of the ring ends
record CassandraNode(String host, int storagePort, int nativePort, long token) {

  /// Host and port for other nodes.
  String storageAddress() {
    return host + ":" + storagePort;
  }

  /// Its `cassandra.yaml`. Limits of memory are small; durability is Cassandra's default: the
  /// commit log is written to the disk every 10 s.
  ///
  /// @param seed the storage address of the first node of the cluster
  /// @param settings further keys, or other values
  String yaml(String seed, Map<String, String> settings) {
    Map<String, String> keys = new LinkedHashMap<>();
    keys.put("cluster_name", "takt");
    keys.put("partitioner", "org.apache.cassandra.dht.Murmur3Partitioner");
    keys.put("num_tokens", "1");
    keys.put("initial_token", Long.toString(token));
    keys.put("auto_bootstrap", "false"); // a node that joins finds no data that it had to stream
    keys.put(
        "seed_provider",
        "[{class_name: org.apache.cassandra.locator.SimpleSeedProvider, parameters: [{seeds: \""
            + seed
            + "\"}]}]");
    keys.put("endpoint_snitch", "SimpleSnitch");
    keys.put("listen_address", host);
    keys.put("storage_port", Integer.toString(storagePort));
    keys.put("rpc_address", host);
    keys.put("native_transport_port", Integer.toString(nativePort));
    keys.put("native_transport_max_threads", "16");
    keys.put("commitlog_sync", "periodic");
    keys.put("commitlog_sync_period", "10000ms");
    keys.put("commitlog_segment_size", "8MiB");
    keys.put("commitlog_total_space", "64MiB");
    keys.put("memtable_heap_space", "64MiB");
    keys.put("memtable_offheap_space", "64MiB");
    keys.put("key_cache_size", "8MiB");
    keys.put("counter_cache_size", "8MiB");
    keys.put("file_cache_enabled", "false");
    keys.put("concurrent_reads", "8");
    keys.put("concurrent_writes", "8");
    keys.put("cdc_enabled", "false");
    keys.put("auto_snapshot", "false");
    keys.put("hinted_handoff_enabled", "false");
    keys.put("disk_failure_policy", "stop");
    keys.put("commit_failure_policy", "stop");
    keys.put("batch_size_fail_threshold", "50KiB");
    keys.put("storage_compatibility_mode", "NONE");
    keys.putAll(settings);
    return keys.entrySet().stream()
        .map(each -> each.getKey() + ": " + each.getValue() + "\n")
        .collect(Collectors.joining());
  }
}
