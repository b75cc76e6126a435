package dev.takt.explain.attribution;

import dev.takt.explain.attribution.classify.BlockedIntervals;
import dev.takt.explain.attribution.classify.Cause;
import dev.takt.explain.attribution.classify.StallIndex;
import dev.takt.explain.trace.MergedOperations;
import dev.takt.runs.model.Stall;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.IdentityHashMap;
import java.util.List;
import java.util.Map;

/// The attributions of several machines in one. Each was made of the stalls that could delay the
/// operations of its machine; here only indexes change.
///
/// @param result the attribution of all operations; it has no blocked intervals, since these are of
///   one machine each
/// @param causes for each machine the index of each of its causes in the result
@SuppressWarnings("ArrayRecordComponent") // never compared
public record MergedAttribution(AttributionResult result, int[][] causes) {

  /// The attribution of one machine.
  ///
  /// @param result its attribution
  /// @param shown for each of its stalls the stall to show instead; several machines can have the
  ///   same one
  public record Part(AttributionResult result, List<Stall> shown) {}

  /// Merges attributions.
  ///
  /// @param parts of the machines of the operations, in the same order
  public static MergedAttribution of(MergedOperations merged, List<Part> parts) {
    List<Stall> stalls = new ArrayList<>();
    IdentityHashMap<Stall, Integer> indexes = new IdentityHashMap<>();
    for (Part part : parts) {
      for (Stall each : part.shown) {
        if (indexes.putIfAbsent(each, stalls.size()) == null) {
          stalls.add(each);
        }
      }
    }
    StallIndex index = StallIndex.of(stalls);
    int[][] causes =
        parts.stream().map(each -> causes(each.result, index.causes())).toArray(int[][]::new);
    int[] slow = slow(merged, parts);
    AttributionResultBuilder builder = new AttributionResultBuilder(slow);
    ShareColumns columns = new ShareColumns();
    int[] next = new int[parts.size()];
    Share share = new Share();
    for (int operation : slow) {
      int machine = merged.machines()[operation];
      Part part = parts.get(machine);
      add(part, next[machine]++, causes[machine], indexes, share, columns);
    }
    builder.append(columns);
    return new MergedAttribution(
        new AttributionResult(
            index,
            new BlockedIntervals(List.of(), Map.of()),
            Baseline.of(merged.operations()),
            builder),
        causes);
  }

  private static int[] causes(AttributionResult result, List<Cause> all) {
    Map<Cause, Integer> indexes = new HashMap<>();
    for (int i = 0; i < all.size(); i++) {
      indexes.put(all.get(i), i);
    }
    return result.causes().stream().mapToInt(indexes::get).toArray();
  }

  /// The slow operations of all machines, ascending.
  private static int[] slow(MergedOperations merged, List<Part> parts) {
    int[] slow = new int[parts.stream().mapToInt(each -> each.result.size()).sum()];
    int[] next = new int[parts.size()];
    int size = 0;
    for (int i = 0; size < slow.length; i++) {
      int machine = merged.machines()[i];
      AttributionResult result = parts.get(machine).result;
      if (next[machine] < result.size() && result.operation(next[machine]) == merged.indexes()[i]) {
        next[machine]++;
        slow[size++] = i;
      }
    }
    return slow;
  }

  private static void add(
      Part part,
      int slow,
      int[] causes,
      Map<Stall, Integer> indexes,
      Share share,
      ShareColumns columns) {
    AttributionResult result = part.result;
    columns.beginOperation(result.excess(slow));
    for (int each = result.firstShare(slow); each < result.firstShare(slow + 1); each++) {
      result.read(each, share);
      columns.add(
          causes[share.cause],
          share.hasStall() ? indexes.get(part.shown.get(share.stall)) : share.stall,
          share.directWait,
          share.directService,
          share.contentionWait,
          share.contentionService,
          share.backlogWait,
          share.backlogService);
    }
    long wait = result.unexplainedWait(slow);
    columns.endOperation(wait, result.unexplained(slow) - wait);
  }
}
