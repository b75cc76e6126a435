package dev.takt.explain.profile;

import dev.takt.runs.time.TimeInterval;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/// Where a target allocates, in the slow moments and in the rest. Weights are bytes.
///
/// @param tree the sampled stacks of the compared time; the innermost frame is the class of the
///   object, in brackets
/// @param classes the classes of the objects, in descending order of their bytes
/// @param methods the methods that allocate, in the same order
/// @param slow the slow moments
/// @param compared the compared time, on the run's clock
/// @param notes remarks for the reader, a sentence each
public record AllocationProfile(
    CallTree tree,
    List<Part> classes,
    List<Part> methods,
    SlowMoments slow,
    TimeInterval compared,
    List<String> notes) {

  /// A class or a method.
  ///
  /// @param name its name
  /// @param weight its bytes
  public record Part(String name, Weight weight) {}

  /// The total length of the slow moments in the compared time.
  public long slowNanos() {
    return slow.nanosBetween(compared.begin(), compared.end());
  }

  /// The length of the rest of the compared time.
  public long restNanos() {
    return compared.nanos() - slowNanos();
  }

  /// Builds a profile from samples. Not thread-safe.
  static final class Builder {

    private final SlowMoments slow;
    private final ComparedTime compared;
    private final CallTree tree = CallTree.root();
    private final Map<String, Weight> classes = new HashMap<>();
    private final Map<String, Weight> methods = new HashMap<>();
    private boolean isEmpty = true;

    /// @param from earlier samples do not count
    /// @param to later samples do not count
    Builder(SlowMoments slow, long from, long to) {
      this.slow = slow;
      this.compared = new ComparedTime(from, to);
    }

    /// Adds a sample.
    ///
    /// @param frames from the outermost to the innermost, in a list that may grow
    void add(long moment, List<String> frames, String type, long bytes) {
      isEmpty = false;
      if (!compared.contains(moment)) {
        return;
      }
      compared.add(moment);
      boolean isSlow = slow.contains(moment);
      Weight weight = isSlow ? new Weight(bytes, 0, 1, 0) : new Weight(0, bytes, 0, 1);
      classes.merge(type, weight, Weight::plus);
      methods.merge(frames.getLast(), weight, Weight::plus);
      frames.add("[" + type + "]");
      tree.add(frames, isSlow, bytes, 1);
    }

    /// Whether there was no sample, also none of another time.
    boolean isEmpty() {
      return isEmpty;
    }

    AllocationProfile build(List<String> notes) {
      return new AllocationProfile(
          tree, sorted(classes), sorted(methods), slow, compared.interval(), List.copyOf(notes));
    }

    private static List<Part> sorted(Map<String, Weight> weights) {
      List<Part> parts = new ArrayList<>();
      weights.forEach((name, weight) -> parts.add(new Part(name, weight)));
      parts.sort(
          Comparator.comparingLong((Part each) -> -each.weight.sum()).thenComparing(Part::name));
      return List.copyOf(parts);
    }
  }
}
