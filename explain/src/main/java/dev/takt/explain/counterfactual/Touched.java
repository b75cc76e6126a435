package dev.takt.explain.counterfactual;

import dev.takt.explain.blame.Blame;
import java.util.Arrays;
import java.util.function.IntPredicate;

/// The slow operations that each cause took any time from. All are found in one look at the shares,
/// as a look for each cause would take longer than the replay. Immutable.
///
/// @param firsts of each cause, and one more, where its operations begin
/// @param slow by their places among the slow ones, cause by cause, each in their order
@SuppressWarnings("ArrayRecordComponent") // never compared
record Touched(int[] firsts, int[] slow) {

  static Touched of(Blame blame) {
    int causes = blame.causes().size();
    int[] firsts = new int[causes + 1];
    for (int share = 0; share < blame.shares(); share++) {
      firsts[blame.cause(share) + 1] += blame.nanos(share) > 0 ? 1 : 0;
    }
    for (int cause = 0; cause < causes; cause++) {
      firsts[cause + 1] += firsts[cause];
    }
    int[] next = firsts.clone();
    int[] slow = new int[firsts[causes]];
    for (int each = 0; each < blame.size(); each++) {
      for (int share = blame.firstShare(each); share < blame.firstShare(each + 1); share++) {
        if (blame.nanos(share) > 0) {
          slow[next[blame.cause(share)]++] = each;
        }
      }
    }
    return new Touched(firsts, slow);
  }

  /// The places of all that any of some causes took time from, in their order.
  int[] by(IntPredicate causes) {
    int[] all = new int[0];
    for (int cause = 0; cause < firsts.length - 1; cause++) {
      if (causes.test(cause)) {
        int[] its = Arrays.copyOfRange(slow, firsts[cause], firsts[cause + 1]);
        all = all.length == 0 ? its : merged(all, its);
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
