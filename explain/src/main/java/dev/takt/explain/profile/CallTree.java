package dev.takt.explain.profile;

import java.util.ArrayDeque;
import java.util.Deque;
import java.util.List;
import java.util.TreeMap;

/// Stacks that begin alike, joined: a frame and those that it called. Not thread-safe while it
/// grows.
public final class CallTree {

  private final String frame;
  private final TreeMap<String, CallTree> callees = new TreeMap<>();
  private long slowNanos;
  private long restNanos;
  private long slowSamples;
  private long restSamples;

  private CallTree(String frame) {
    this.frame = frame;
  }

  /// A root without any stack.
  public static CallTree root() {
    return new CallTree("all");
  }

  /// What looks at a tree.
  @FunctionalInterface
  public interface Visitor {
    /// @param depth 0 for the root
    void visit(CallTree node, int depth);
  }

  /// Adds a stack.
  ///
  /// @param frames from the outermost to the innermost
  void add(List<String> frames, boolean slow, long nanos, long samples) {
    CallTree node = this;
    for (String each : frames) {
      node = node.callees.computeIfAbsent(each, CallTree::new);
    }
    if (slow) {
      node.slowNanos += nanos;
      node.slowSamples += samples;
    } else {
      node.restNanos += nanos;
      node.restSamples += samples;
    }
  }

  /// The method, or `[lost]` and the like.
  public String frame() {
    return frame;
  }

  /// What it took itself, without its callees.
  public Weight self() {
    return new Weight(slowNanos, restNanos, slowSamples, restSamples);
  }

  /// What it and its callees took.
  public Weight total() {
    Weight[] sum = {Weight.NONE};
    visit((node, _) -> sum[0] = sum[0].and(node.self()));
    return sum[0];
  }

  /// What it called, by name.
  public List<CallTree> callees() {
    return List.copyOf(callees.values());
  }

  /// Shows each node before its callees, those in the order of their names. A stack may be deeper
  /// than this thread's own could be.
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
