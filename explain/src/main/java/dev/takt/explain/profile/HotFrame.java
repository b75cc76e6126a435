package dev.takt.explain.profile;

import java.util.ArrayList;
import java.util.Collections;
import java.util.Comparator;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/// A method's share of a profile, over all its positions in stacks.
///
/// @param frame the method
/// @param self the weight of the method itself
/// @param total the weight of the method and all its callees; counted once per sample, also in
///   recursion
/// @param all the weight of all methods
public record HotFrame(String frame, Weight self, Weight total, Weight all) {

  /// A difference of more standard deviations than this counts as significant.
  private static final double SIGNIFICANT = 3;

  /// The minimum number of samples for a significant difference.
  private static final int MIN_SAMPLES = 5;

  /// Its own share in the slow moments, from 0 to 1.
  public double slowSelfShare() {
    return share(self.slow(), all.slow());
  }

  /// Its own share in the rest, from 0 to 1.
  public double restSelfShare() {
    return share(self.rest(), all.rest());
  }

  /// The share of the method and its callees in the slow moments, from 0 to 1.
  public double slowShare() {
    return share(total.slow(), all.slow());
  }

  /// The share of the method and its callees in the rest, from 0 to 1.
  public double restShare() {
    return share(total.rest(), all.rest());
  }

  /// By how much the share of the method and its callees is larger in the slow moments.
  public double excess() {
    return slowShare() - restShare();
  }

  /// Whether the difference of the shares is significant: more than three standard deviations of
  /// the difference of two proportions, with continuity correction, and at least five samples where
  /// the share is larger. Assumes that samples are independent.
  public boolean isSignificant() {
    double slow = all.slowSamples();
    double rest = all.restSamples();
    if (slow == 0 || rest == 0) {
      return false;
    }
    double pooled = total.samples() / (slow + rest);
    double both = 1 / slow + 1 / rest;
    double deviation = Math.sqrt(pooled * (1 - pooled) * both);
    double difference = total.slowSamples() / slow - total.restSamples() / rest;
    long seen = difference > 0 ? total.slowSamples() : total.restSamples();
    return seen >= MIN_SAMPLES && Math.abs(difference) - both / 2 > SIGNIFICANT * deviation;
  }

  private static double share(long part, long whole) {
    return whole == 0 ? 0 : (double) part / whole;
  }

  /// All methods of a tree, ordered by name.
  public static List<HotFrame> of(CallTree root) {
    Weight all = root.total();
    Map<String, Weight> selves = new HashMap<>();
    Map<String, Weight> totals = new HashMap<>();
    List<String> path = new ArrayList<>();
    root.visit((node, depth) -> {
      if (depth == 0) {
        return;
      }
      while (path.size() >= depth) {
        path.removeLast();
      }
      path.add(node.frame());
      Weight self = node.self();
      selves.merge(node.frame(), self, Weight::plus);
      if (self.samples() > 0 || self.sum() > 0) {
        path.stream().distinct().forEach(each -> totals.merge(each, self, Weight::plus));
      }
    });
    List<HotFrame> frames = new ArrayList<>();
    totals.forEach((frame, total) ->
        frames.add(new HotFrame(frame, selves.getOrDefault(frame, Weight.NONE), total, all)));
    frames.sort(Comparator.comparing(HotFrame::frame));
    return Collections.unmodifiableList(frames);
  }

  /// The methods with a significantly larger share in the slow moments, by descending excess.
  /// Methods with the same excess form a call chain: among these, the one with the largest excess
  /// of its own comes first.
  public static List<HotFrame> overRepresented(CallTree root) {
    return of(root).stream()
        .filter(each -> each.excess() > 0 && each.isSignificant())
        .sorted(
            Comparator.comparingDouble((HotFrame each) -> -Math.rint(each.excess() * 1000))
                .thenComparingDouble(each -> each.restSelfShare() - each.slowSelfShare()))
        .toList();
  }
}
