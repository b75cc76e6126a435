package dev.takt.explain.counterfactual;

import dev.takt.explain.attribution.AttributionResult;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.function.IntPredicate;

/// An index from causes to the slow operations that they affected. Built in one pass over the
/// shares, since a pass for each cause would take longer than the replay. Immutable.
///
/// @param byCause for each cause, the indexes of its operations among the slow ones, ascending
record AffectedOperations(List<int[]> byCause) {

  private static final int INITIAL_CAPACITY = 16;

  static AffectedOperations of(AttributionResult attribution) {
    int[][] byCause = new int[attribution.causes().size()][INITIAL_CAPACITY];
    int[] sizes = new int[byCause.length];
    for (int slow = 0; slow < attribution.size(); slow++) {
      int end = attribution.firstShare(slow + 1);
      for (int share = attribution.firstShare(slow); share < end; share++) {
        if (attribution.nanos(share) > 0) {
          int cause = attribution.cause(share);
          if (sizes[cause] == byCause[cause].length) {
            byCause[cause] = Arrays.copyOf(byCause[cause], 2 * sizes[cause]);
          }
          byCause[cause][sizes[cause]++] = slow;
        }
      }
    }
    List<int[]> all = new ArrayList<>();
    for (int cause = 0; cause < sizes.length; cause++) {
      all.add(Arrays.copyOf(byCause[cause], sizes[cause]));
    }
    return new AffectedOperations(List.copyOf(all));
  }

  /// The operations that any of some causes affected, by their indexes among the slow ones,
  /// ascending. May be no copy: must not be modified.
  int[] affectedBy(IntPredicate causes) {
    int[] all = new int[0];
    for (int cause = 0; cause < byCause.size(); cause++) {
      if (causes.test(cause)) {
        all = all.length == 0 ? byCause.get(cause) : merged(all, byCause.get(cause));
      }
    }
    return all;
  }

  private static int[] merged(int[] some, int[] others) {
    int[] all = new int[some.length + others.length];
    int size = 0;
    int next = 0;
    for (int each : some) {
      while (next < others.length && others[next] < each) {
        all[size++] = others[next++];
      }
      next += next < others.length && others[next] == each ? 1 : 0;
      all[size++] = each;
    }
    System.arraycopy(others, next, all, size, others.length - next);
    return Arrays.copyOf(all, size + others.length - next);
  }
}
