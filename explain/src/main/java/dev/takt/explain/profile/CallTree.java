package dev.takt.explain.profile;

import java.util.ArrayDeque;
import java.util.Deque;
import java.util.List;
import java.util.TreeMap;

/// A call tree: a frame and its callees, built by merging stacks with common prefixes. Not
/// thread-safe while it grows.
public final class CallTree {

  private final String frame;
  private final TreeMap<String, CallTree> callees = new TreeMap<>();
  private long slow;
  private long rest;
  private long slowSamples;
  private long restSamples;

  private CallTree(String frame) {
    this.frame = frame;
  }

  /// An empty tree.
  public static CallTree root() {
    return new CallTree("all");
  }

  /// Receives the nodes of a tree.
  @FunctionalInterface
  public interface Visitor {
    /// Called for each node.
    ///
    /// @param depth 0 for the root
    void visit(CallTree node, int depth);
  }

  /// Adds a stack.
  ///
  /// @param frames the frames, from the outermost to the innermost
  /// @param amount what its samples stand for, in the unit of the profile
  void add(List<String> frames, boolean isSlow, long amount, long samples) {
    CallTree node = this;
    for (String each : frames) {
      node = node.callees.computeIfAbsent(each, CallTree::new);
    }
    if (isSlow) {
      node.slow += amount;
      node.slowSamples += samples;
    } else {
      node.rest += amount;
      node.restSamples += samples;
    }
  }

  /// The method, or `[lost]` and the like.
  public String frame() {
    return frame;
  }

  /// The weight of this frame itself, without its callees.
  public Weight self() {
    return new Weight(slow, rest, slowSamples, restSamples);
  }

  /// The weight of this frame and its callees.
  public Weight total() {
    Weight[] sum = {Weight.NONE};
    visit((node, _) -> sum[0] = sum[0].plus(node.self()));
    return sum[0];
  }

  /// The callees, ordered by name.
  public List<CallTree> callees() {
    return List.copyOf(callees.values());
  }

  /// Visits the tree in pre-order, callees ordered by name. Iterative, since sampled stacks may be
  /// deeper than this thread's stack allows for a recursion.
  public void visit(Visitor visitor) {
    Deque<Step> open = new ArrayDeque<>();
    open.push(new Step(this, 0));
    while (!open.isEmpty()) {
      Step step = open.pop();
      visitor.visit(step.node, step.depth);
      for (CallTree each : step.node.callees.descendingMap().values()) {
        open.push(new Step(each, step.depth + 1));
      }
    }
  }

  private record Step(CallTree node, int depth) {}
}
