package dev.takt.explain;

import dev.takt.explain.Explanation.AnalysedOperations;
import dev.takt.explain.Explanation.CauseRow;
import dev.takt.explain.Explanation.CauseStalls;
import dev.takt.explain.Explanation.Certainty;
import dev.takt.explain.Explanation.Excess;
import dev.takt.explain.Explanation.OperationTimes;
import dev.takt.explain.Explanation.Part;
import dev.takt.explain.Explanation.Percentiles;
import dev.takt.explain.Explanation.Sender;
import dev.takt.explain.Explanation.SlowOperation;
import dev.takt.explain.Explanation.Unexplained;
import dev.takt.explain.Explanation.UnexplainedTime;
import dev.takt.explain.attribution.Attribution;
import dev.takt.explain.attribution.AttributionResult;
import dev.takt.explain.attribution.Baseline;
import dev.takt.explain.attribution.Share;
import dev.takt.explain.attribution.classify.Cause;
import dev.takt.explain.attribution.classify.StallIndex;
import dev.takt.explain.counterfactual.Counterfactual;
import dev.takt.explain.queue.Lateness;
import dev.takt.explain.queue.Lateness.Missing;
import dev.takt.explain.trace.Async;
import dev.takt.explain.trace.JourneyUsers;
import dev.takt.explain.trace.Operations;
import dev.takt.explain.trace.ParallelRanges;
import dev.takt.record.LatencyHistogram;
import dev.takt.runs.model.Stall;
import dev.takt.runs.text.EnglishText;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Comparator;
import java.util.List;
import java.util.PriorityQueue;
import java.util.function.IntPredicate;
import java.util.function.Predicate;
import org.jspecify.annotations.Nullable;

/// Attributes the excess time of slow operations to the stalls that the observers recorded, and
/// aggregates the result by cause. Not thread-safe.
public final class Explainer {

  private static final double P99 = 99;
  private static final double P999 = 99.9;

  /// The maximum number of causes that are replayed. A replay takes long, and without one of the
  /// smallest causes the percentiles hardly change.
  private static final int MAX_REPLAYS = 24;

  private final Operations operations;
  private final int servers;
  private final AttributionResult attribution;
  private final SingleOperations single;
  private final Replay replay;
  private final Percentiles percentiles;
  private final @Nullable JourneyExplainer journeys;
  private @Nullable Explanation causes;

  /// What is known of single operations.
  interface SingleOperations {
    /// The normal service time of operations like this one.
    long normal(int operation);

    /// How much more or less of an operation a stall can have taken, at most: its edges are not
    /// known exactly.
    ///
    /// @param taken what the operation was charged with
    long edgesError(int operation, Stall stall, long taken);

    /// Who sent it.
    Sender sender(int operation);
  }

  /// What would have been without some causes.
  interface Replay {
    /// See [Counterfactual#recorded].
    LatencyHistogram recorded();

    /// See [Counterfactual#without].
    LatencyHistogram without(IntPredicate causes);

    /// See [Counterfactual#operationsWithoutGenerator].
    Operations operationsWithoutGenerator();
  }

  /// @param operations the recorded operations of the measured part
  /// @param stallIndex the stalls, classified
  /// @param servers how many operations the generator could have in flight; 0 if unknown
  /// @param quickOnes how many operations the trace omits because they were quick
  /// @param afterWarmup whether a warm-up came before these operations
  public Explainer(
      Operations operations,
      StallIndex stallIndex,
      int servers,
      long quickOnes,
      boolean afterWarmup) {
    this.operations = operations;
    this.servers = servers;
    Async<Lateness> lateness =
        Async.start(() -> Lateness.of(operations, servers, missing(quickOnes, afterWarmup)));
    Baseline baseline = Baseline.of(operations);
    attribution = Attribution.of(operations, stallIndex, baseline, servers, lateness::get);
    single = new OfOneMachine(operations, baseline);
    replay = replay(Counterfactual.of(operations, attribution, servers, lateness.get(), quickOnes));
    percentiles = percentiles(replay.recorded());
    journeys = journeys();
  }

  /// An explainer of operations that were attributed before.
  ///
  /// @param servers how many of them could be in flight; 0 if unknown
  Explainer(
      Operations operations,
      int servers,
      AttributionResult attribution,
      SingleOperations single,
      Replay replay) {
    this.operations = operations;
    this.servers = servers;
    this.attribution = attribution;
    this.single = single;
    this.replay = replay;
    percentiles = percentiles(replay.recorded());
    journeys = journeys();
  }

  private @Nullable JourneyExplainer journeys() {
    JourneyUsers users = JourneyUsers.of(operations);
    return users == null ? null : new JourneyExplainer(users, this::explained);
  }

  private record OfOneMachine(Operations operations, Baseline baseline)
      implements SingleOperations {

    @Override
    public long normal(int operation) {
      return baseline.normal(operations.name(operation));
    }

    @Override
    public long edgesError(int operation, Stall stall, long taken) {
      return Math.min(taken, 2 * stall.errorNanos());
    }

    @Override
    public Sender sender(int operation) {
      return new Sender(null, operations.traceId(operation));
    }
  }

  private static Replay replay(Counterfactual counterfactual) {
    return new Replay() {
      @Override
      public LatencyHistogram recorded() {
        return counterfactual.recorded();
      }

      @Override
      public LatencyHistogram without(IntPredicate causes) {
        return counterfactual.without(causes);
      }

      @Override
      public Operations operationsWithoutGenerator() {
        return counterfactual.operationsWithoutGenerator();
      }
    };
  }

  SingleOperations single() {
    return single;
  }

  Replay replay() {
    return replay;
  }

  Operations operations() {
    return operations;
  }

  int servers() {
    return servers;
  }

  private static Missing missing(long quickOnes, boolean afterWarmup) {
    if (quickOnes > 0) {
      return Missing.SOME;
    }
    return afterWarmup ? Missing.EARLIER : Missing.NOTHING;
  }

  /// The attribution of each slow operation.
  public AttributionResult attribution() {
    return attribution;
  }

  /// The recorded response times; without a schedule, service times.
  public LatencyHistogram recorded() {
    return replay.recorded();
  }

  /// The same, as they would have been without some causes.
  public LatencyHistogram without(Predicate<Cause> causes) {
    return replay.without(each -> causes.test(attribution.causes().get(each)));
  }

  /// The operations as they would have been without the generator's causes, in the same order.
  Operations operationsWithoutGenerator() {
    return replay.operationsWithoutGenerator();
  }

  /// The explanation. The part that does not depend on the arguments is computed once.
  ///
  /// @param slowest how many of the slowest operations to include
  /// @param notes remarks for the reader
  public Explanation explain(int slowest, List<String> notes) {
    Async<List<SlowOperation>> theSlowest = Async.start(() -> slowest(slowest));
    Explanation known = causes;
    if (known == null) {
      known = causes();
      causes = known;
    }
    return known.with(
        theSlowest.get(),
        journeys == null ? List.of() : journeys.explain(slowest),
        withIncomplete(notes));
  }

  private List<String> withIncomplete(List<String> notes) {
    if (journeys == null || journeys.incomplete() == 0) {
      return notes;
    }
    List<String> more = new ArrayList<>(notes);
    more.add(
        EnglishText.format(
            "Users who are not explained, because operations.bin lacks steps of theirs: %,d.",
            journeys.incomplete()));
    return List.copyOf(more);
  }

  private Explanation causes() {
    Totals taken = new Totals(attribution.causes().size());
    ParallelRanges.map(attribution.size(), this::sum).forEach(taken::add);
    List<Integer> order = order(taken.byCause);
    Replays replays = replays(order);
    return new Explanation(
        new AnalysedOperations(
            operations.isScheduled(), servers, operations.size(), attribution.size()),
        taken.all.excess(),
        percentiles,
        replays.withoutGenerator,
        rows(order, taken.byCause, replays.withoutEachCause),
        new Unexplained(
            taken.unexplained.affected, taken.unexplained.excess(), taken.unexplainedWait),
        List.of(),
        List.of());
  }

  /// The sums over a range of the slow operations.
  private Totals sum(int from, int to) {
    Totals taken = new Totals(attribution.causes().size());
    Share share = new Share();
    for (int slow = from; slow < to; slow++) {
      int operation = attribution.operation(slow);
      long response = operations.response(operation);
      boolean isAtP99 = response >= percentiles.p99();
      boolean isAtP999 = response >= percentiles.p999();
      taken.all.add(attribution.excess(slow), isAtP99, isAtP999);
      int end = attribution.firstShare(slow + 1);
      for (int each = attribution.firstShare(slow); each < end; each++) {
        attribution.read(each, share);
        taken.byCause[share.cause()].add(share, error(operation, share), isAtP99, isAtP999);
      }
      taken.unexplained.add(attribution.unexplained(slow), isAtP99, isAtP999);
      taken.unexplainedWait += attribution.unexplainedWait(slow);
    }
    return taken;
  }

  private long error(int operation, Share share) {
    if (!share.hasStall()) {
      return 0;
    }
    // Contention after a stall is less certain than the stall: all of it counts as error.
    long after = share.contentionWait() + share.contentionService();
    Stall stall = attribution.stalls().get(share.stall());
    return after + single.edgesError(operation, stall, share.nanos() - after);
  }

  /// Excess time: the total, by cause, and unexplained.
  private static final class Totals {
    private final CauseSums all = new CauseSums();
    private final CauseSums unexplained = new CauseSums();
    private final CauseSums[] byCause;
    private long unexplainedWait;

    Totals(int causes) {
      byCause = new CauseSums[causes];
      Arrays.setAll(byCause, _ -> new CauseSums());
    }

    void add(Totals more) {
      all.add(more.all);
      unexplained.add(more.unexplained);
      for (int cause = 0; cause < byCause.length; cause++) {
        byCause[cause].add(more.byCause[cause]);
      }
      unexplainedWait += more.unexplainedWait;
    }
  }

  /// Sums of the time that one cause took.
  private static final class CauseSums {
    private long affected;
    private long nanos;
    private long inherited;
    private long error;
    private long atP99;
    private long atP999;

    void add(Share share, long itsError, boolean isAtP99, boolean isAtP999) {
      long taken = share.nanos();
      add(taken, isAtP99, isAtP999);
      inherited += taken - share.directWait() - share.directService();
      error += itsError;
    }

    void add(CauseSums more) {
      affected += more.affected;
      nanos += more.nanos;
      inherited += more.inherited;
      error += more.error;
      atP99 += more.atP99;
      atP999 += more.atP999;
    }

    void add(long more, boolean isAtP99, boolean isAtP999) {
      affected += more > 0 ? 1 : 0;
      nanos += more;
      atP99 += isAtP99 ? more : 0;
      atP999 += isAtP999 ? more : 0;
    }

    Excess excess() {
      return new Excess(nanos, atP99, atP999);
    }
  }

  /// The causes that took time: the generator's first, then by descending time.
  private List<Integer> order(CauseSums[] sums) {
    List<Integer> order = new ArrayList<>();
    for (int i = 0; i < sums.length; i++) {
      if (sums[i].nanos > 0) {
        order.add(i);
      }
    }
    order.sort(
        Comparator.comparingInt((Integer each) -> isInGenerator(each) ? 0 : 1)
            .thenComparingLong(each -> -sums[each].nanos)
            .thenComparingInt(each -> each));
    return order;
  }

  /// The percentiles without single causes, and without all causes of the generator.
  ///
  /// @param withoutEachCause for each of the first causes, in their order
  private record Replays(
      List<Percentiles> withoutEachCause, @Nullable Percentiles withoutGenerator) {}

  private Replays replays(List<Integer> order) {
    List<IntPredicate> removed = new ArrayList<>();
    boolean isGeneratorToBlame = order.stream().anyMatch(this::isInGenerator);
    if (isGeneratorToBlame) {
      removed.add(this::isInGenerator);
    }
    order.stream().limit(MAX_REPLAYS).forEach(cause -> removed.add(each -> each == cause));
    List<Percentiles> all =
        ParallelRanges.mapList(removed, causes -> percentiles(replay.without(causes)));
    return isGeneratorToBlame
        ? new Replays(all.subList(1, all.size()), all.getFirst())
        : new Replays(all, null);
  }

  private boolean isInGenerator(int cause) {
    return attribution.causes().get(cause).isInGenerator();
  }

  private List<CauseRow> rows(List<Integer> order, CauseSums[] sums, List<Percentiles> replays) {
    CauseStalls[] stalls = stalls(sums.length);
    List<CauseRow> rows = new ArrayList<>();
    for (int each : order) {
      CauseSums sum = sums[each];
      Cause cause = attribution.causes().get(each);
      rows.add(
          new CauseRow(
              cause,
              stalls[each],
              sum.affected,
              sum.excess(),
              sum.inherited,
              sum.error,
              certainty(each),
              rows.size() < replays.size() ? replays.get(rows.size()) : null));
    }
    return List.copyOf(rows);
  }

  /// The stalls of each cause, of those that overlap the time of the operations.
  private CauseStalls[] stalls(int causes) {
    CauseStalls[] stalls = new CauseStalls[causes];
    Arrays.fill(stalls, CauseStalls.NONE);
    if (operations.size() == 0) {
      return stalls;
    }
    long begin = operations.due(0);
    long end = operations.durations().latestEnd();
    for (int i = 0; i < attribution.stalls().size(); i++) {
      Stall stall = attribution.stalls().get(i);
      if (stall.endNanoTime() > begin && stall.beginNanoTime() < end) {
        int cause = attribution.causeOfStall(i);
        stalls[cause] = stalls[cause].plus(stall);
      }
    }
    return stalls;
  }

  private static Percentiles percentiles(LatencyHistogram histogram) {
    return new Percentiles(histogram.valueAtPercentile(P99), histogram.valueAtPercentile(P999));
  }

  private Certainty certainty(int cause) {
    return switch (attribution.scope(cause)) {
      case WHOLE -> Certainty.EXACT;
      case THREAD -> Certainty.MATCHED;
      case VAGUE -> Certainty.VAGUE;
      case NONE -> Certainty.MODEL;
    };
  }

  private List<SlowOperation> slowest(int count) {
    Comparator<Integer> byResponse =
        Comparator.comparingLong((Integer each) -> operations.response(attribution.operation(each)))
            .thenComparing(Comparator.reverseOrder());
    PriorityQueue<Integer> most = new PriorityQueue<>(byResponse);
    long least = Long.MIN_VALUE;
    for (int slow = 0; count > 0 && slow < attribution.size(); slow++) {
      // Of operations that took equally long the earlier one is kept.
      if (most.size() < count || operations.response(attribution.operation(slow)) > least) {
        most.add(slow);
        if (most.size() > count) {
          most.remove();
        }
        least = operations.response(attribution.operation(most.element()));
      }
    }
    return most.stream().sorted(byResponse.reversed()).map(this::slowOperation).toList();
  }

  /// The machine of a fleet that sent an operation; null in a run of one machine.
  ///
  /// @param id its index among all operations
  public @Nullable String machine(int id) {
    return single.sender(id).machine();
  }

  /// One operation with all its shares.
  ///
  /// @param id its index among all operations
  /// @return null if there is no such operation
  public @Nullable SlowOperation operation(int id) {
    if (id < 0 || id >= operations.size()) {
      return null;
    }
    return explained(id);
  }

  private SlowOperation explained(int id) {
    int slow = attribution.indexOf(id);
    return slow >= 0 ? slowOperation(slow) : operation(id, List.of(), 0, 0);
  }

  private SlowOperation slowOperation(int slow) {
    List<Part> parts = new ArrayList<>();
    for (int each = attribution.firstShare(slow); each < attribution.firstShare(slow + 1); each++) {
      Share share = attribution.share(each);
      parts.add(
          new Part(
              attribution.causes().get(share.cause()),
              share.hasStall() ? attribution.stalls().get(share.stall()) : null,
              share.directWait(),
              share.directService(),
              share.inheritedWait(),
              share.inheritedService()));
    }
    parts.sort(Comparator.comparingLong(Part::nanos).reversed());
    long ofWait = attribution.unexplainedWait(slow);
    return operation(
        attribution.operation(slow), parts, ofWait, attribution.unexplained(slow) - ofWait);
  }

  private SlowOperation operation(
      int i, List<Part> parts, long unexplainedWait, long unexplainedService) {
    return new SlowOperation(
        i,
        operations.names().get(operations.name(i)),
        operations.state(i),
        new OperationTimes(operations.due(i), operations.start(i), operations.end(i)),
        single.normal(i),
        List.copyOf(parts),
        new UnexplainedTime(unexplainedWait, unexplainedService),
        single.sender(i));
  }
}
