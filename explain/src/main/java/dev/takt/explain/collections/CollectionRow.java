package dev.takt.explain.collections;

import java.util.List;
import org.jspecify.annotations.Nullable;

/// The collections of a class together.
///
/// @param what their class
/// @param count how many there are
/// @param pausedNanos how long all their pauses were together
/// @param longestNanos the longest pause
/// @param beforeBytes the heap in use before a collection, in the mean; null if it is not known
/// @param afterBytes the heap in use after a collection, in the mean; null if it is not known
/// @param freedBytes what all freed together, beyond what was allocated meanwhile; null if it is
///   not known
/// @param promotedBytes what all promoted together; null if it is not known
public record CollectionRow(
    CollectionClass what,
    long count,
    long pausedNanos,
    long longestNanos,
    @Nullable Long beforeBytes,
    @Nullable Long afterBytes,
    @Nullable Long freedBytes,
    @Nullable Long promotedBytes) {

  static CollectionRow of(CollectionClass what, List<GarbageCollection> same) {
    List<GarbageCollection> known = same.stream().filter(GarbageCollection::hasHeap).toList();
    List<GarbageCollection> promoting =
        same.stream().filter(each -> each.heap().promotedBytes() != null).toList();
    boolean isKnown = !known.isEmpty();
    return new CollectionRow(
        what,
        same.size(),
        same.stream().mapToLong(GarbageCollection::pausedNanos).sum(),
        same.stream()
            .flatMap(each -> each.pauses().stream())
            .mapToLong(Long::longValue)
            .max()
            .orElse(0),
        isKnown ? mean(known.stream().mapToLong(GarbageCollection::before).sum(), known) : null,
        isKnown ? mean(known.stream().mapToLong(GarbageCollection::after).sum(), known) : null,
        isKnown ? known.stream().mapToLong(GarbageCollection::freed).sum() : null,
        promoting.isEmpty()
            ? null
            : promoting.stream().mapToLong(GarbageCollection::promoted).sum());
  }

  private static long mean(long sum, List<GarbageCollection> of) {
    return sum / of.size();
  }
}
