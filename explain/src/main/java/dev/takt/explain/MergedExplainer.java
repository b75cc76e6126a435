package dev.takt.explain;

import dev.takt.explain.Explanation.Sender;
import dev.takt.explain.attribution.MergedAttribution;
import dev.takt.explain.trace.MergedOperations;
import dev.takt.explain.trace.Operations;
import dev.takt.record.LatencyHistogram;
import dev.takt.runs.model.Stall;
import java.util.IdentityHashMap;
import java.util.List;
import java.util.function.IntPredicate;

/// Adds up the explanations of several machines. Each is made of the operations and connections of
/// one machine, and of the stalls that could delay them.
final class MergedExplainer implements Explainer.SingleOperations, Explainer.Replay {

  /// The explanation of one machine.
  ///
  /// @param name the machine
  /// @param explainer its explainer, on the clock of the run
  /// @param stalls those of its explainer, in the same order
  record Part(String name, Explainer explainer, List<MovedStall> stalls) {

    List<Stall> shown() {
      return stalls.stream().map(MovedStall::shown).toList();
    }
  }

  private final List<Part> parts;
  private final MergedOperations merged;
  private final MergedAttribution attribution;

  /// For each machine its moved stalls, by the stalls that are shown.
  private final List<IdentityHashMap<Stall, MovedStall>> moved;

  private MergedExplainer(List<Part> parts) {
    this.parts = parts;
    merged = MergedOperations.of(parts.stream().map(each -> each.explainer.operations()).toList());
    attribution =
        MergedAttribution.of(
            merged,
            parts.stream()
                .map(each -> new MergedAttribution.Part(each.explainer.attribution(), each.shown()))
                .toList());
    moved = parts.stream().map(MergedExplainer::moved).toList();
  }

  /// An explainer of all operations.
  ///
  /// @param parts at least one machine; all have operations of the same names
  static Explainer of(List<Part> parts) {
    MergedExplainer all = new MergedExplainer(List.copyOf(parts));
    return new Explainer(
        all.merged.operations(), all.servers(), all.attribution.result(), all, all);
  }

  /// The sum; 0 if that of one machine is unknown.
  private int servers() {
    boolean isKnown = parts.stream().allMatch(each -> each.explainer.servers() > 0);
    return isKnown ? parts.stream().mapToInt(each -> each.explainer.servers()).sum() : 0;
  }

  private Explainer.SingleOperations machineOf(int operation) {
    return parts.get(merged.machines()[operation]).explainer.single();
  }

  @Override
  public long normal(int operation) {
    return machineOf(operation).normal(merged.indexes()[operation]);
  }

  @Override
  public long edgesError(int operation, Stall stall, long taken) {
    MovedStall other = moved.get(merged.machines()[operation]).get(stall);
    return other == null
        ? machineOf(operation).edgesError(merged.indexes()[operation], stall, taken)
        : 2 * other.errorNanos();
  }

  private static IdentityHashMap<Stall, MovedStall> moved(Part part) {
    IdentityHashMap<Stall, MovedStall> moved = new IdentityHashMap<>();
    part.stalls.stream()
        .filter(each -> !each.isOwn())
        .forEach(each -> moved.put(each.shown(), each));
    return moved;
  }

  @Override
  public Sender sender(int operation) {
    return new Sender(
        parts.get(merged.machines()[operation]).name,
        machineOf(operation).sender(merged.indexes()[operation]).traceId());
  }

  @Override
  public LatencyHistogram recorded() {
    LatencyHistogram sum = new LatencyHistogram();
    parts.forEach(each -> sum.add(each.explainer.recorded()));
    return sum;
  }

  @Override
  public LatencyHistogram without(IntPredicate causes) {
    LatencyHistogram sum = new LatencyHistogram();
    for (int i = 0; i < parts.size(); i++) {
      int[] indexes = attribution.causes()[i];
      Explainer.Replay replay = parts.get(i).explainer.replay();
      sum.add(replay.without(each -> causes.test(indexes[each])));
    }
    return sum;
  }

  @Override
  public Operations operationsWithoutGenerator() {
    List<Operations> moved =
        parts.stream().map(each -> each.explainer.operationsWithoutGenerator()).toList();
    int size = merged.operations().size();
    long[] starts = new long[size];
    long[] ends = new long[size];
    for (int i = 0; i < size; i++) {
      Operations own = moved.get(merged.machines()[i]);
      starts[i] = own.start(merged.indexes()[i]);
      ends[i] = own.end(merged.indexes()[i]);
    }
    return merged.operations().at(starts, ends);
  }
}
