package dev.takt.explain.profile;

import java.util.ArrayList;
import java.util.Collections;
import java.util.Comparator;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/// A frame's part of the CPU time, wherever in stacks it stands.
///
/// @param frame the method
/// @param self what it took itself
/// @param total what it took with all that it called; once for each sample, also where it is on the
///   stack several times
/// @param all what all frames took together
public record HotFrame(String frame, Weight self, Weight total, Weight all) {

  /// Beyond so many standard deviations a difference is hardly chance.
  private static final double SIGNIFICANT = 3;

  /// Of fewer, nothing can be told.
  private static final int LEAST_SAMPLES = 5;

  /// Its own part of the CPU time in the slow moments, 0 to 1.
  public double slowSelfShare() {
    return share(self.slowNanos(), all.slowNanos());
  }

  /// Its own part of the CPU time in the rest, 0 to 1.
  public double restSelfShare() {
    return share(self.restNanos(), all.restNanos());
  }

  /// The part of it and what it called of the CPU time in the slow moments, 0 to 1.
  public double slowShare() {
    return share(total.slowNanos(), all.slowNanos());
  }

  /// The part of it and what it called of the CPU time in the rest, 0 to 1.
  public double restShare() {
    return share(total.restNanos(), all.restNanos());
  }

  /// By how much its part is greater in the slow moments.
  public double excess() {
    return slowShare() - restShare();
  }

  /// Whether so great a difference of the parts is hardly chance: three standard deviations of the
  /// difference of two proportions, corrected for counts being whole, and at least five samples
  /// where the part is greater. Each sample is taken for independent of the others.
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
    return seen >= LEAST_SAMPLES && Math.abs(difference) - both / 2 > SIGNIFICANT * deviation;
  }

  private static double share(long part, long whole) {
    return whole == 0 ? 0 : (double) part / whole;
  }

  /// All frames of a tree, by name.
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
      selves.merge(node.frame(), self, Weight::and);
      if (self.samples() > 0 || self.nanos() > 0) {
        path.stream().distinct().forEach(each -> totals.merge(each, self, Weight::and));
      }
    });
    List<HotFrame> frames = new ArrayList<>();
    totals.forEach((frame, total) ->
        frames.add(new HotFrame(frame, selves.getOrDefault(frame, Weight.NONE), total, all)));
    frames.sort(Comparator.comparing(HotFrame::frame));
    return Collections.unmodifiableList(frames);
  }

  /// The frames whose part is greater in the slow moments and hardly by chance: of those with the
  /// same excess, which is a chain of calls, the one that did it itself first.
  public static List<HotFrame> overRepresented(CallTree root) {
    return of(root).stream()
        .filter(each -> each.excess() > 0 && each.isSignificant())
        .sorted(
            Comparator.comparingDouble((HotFrame each) -> -Math.rint(each.excess() * 1000))
                .thenComparingDouble(each -> each.restSelfShare() - each.slowSelfShare()))
        .toList();
  }
}
