package dev.takt.cassandra.stress.data;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/// The partitions that are written in several visits, in the order of their first visit.
///
/// The order is kept in chunks: the default size is a million, and removing from one long list
/// would move half of it. Safe for several threads.
final class RevisitSet {

  private static final int CHUNK = 1024;

  private final Map<Long, UnfinishedPartition> bySeed = new HashMap<>();
  private final Map<UnfinishedPartition, List<UnfinishedPartition>> chunkOf = new HashMap<>();
  private final List<List<UnfinishedPartition>> chunks = new ArrayList<>();

  /// The partition at a place in the order.
  synchronized @Nullable UnfinishedPartition get(long place) {
    long left = place;
    if (left >= bySeed.size()) {
      return null;
    }
    for (List<UnfinishedPartition> each : chunks) {
      if (left < each.size()) {
        return each.get((int) left);
      }
      left -= each.size();
    }
    return null;
  }

  /// The partition with a seed.
  synchronized @Nullable UnfinishedPartition find(long seed) {
    return bySeed.get(seed);
  }

  /// Adds a partition at the end. If there is one with its seed, returns that one.
  synchronized UnfinishedPartition add(UnfinishedPartition partition) {
    UnfinishedPartition present = bySeed.putIfAbsent(partition.seed(), partition);
    if (present != null) {
      return present;
    }
    if (chunks.isEmpty() || chunks.getLast().size() == CHUNK) {
      chunks.add(new ArrayList<>());
    }
    chunks.getLast().add(partition);
    chunkOf.put(partition, chunks.getLast());
    return partition;
  }

  /// Removes a partition, if it has not been removed before.
  synchronized void remove(UnfinishedPartition partition) {
    List<UnfinishedPartition> chunk = chunkOf.remove(partition);
    if (chunk == null) {
      return;
    }
    bySeed.remove(partition.seed());
    chunk.remove(partition);
    if (chunk.isEmpty()) {
      chunks.remove(chunk);
    }
  }
}
