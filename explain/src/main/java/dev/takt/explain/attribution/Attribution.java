package dev.takt.explain.attribution;

import dev.takt.explain.attribution.classify.BlockedConcurrency;
import dev.takt.explain.attribution.classify.BlockedInterval;
import dev.takt.explain.attribution.classify.BlockedIntervals;
import dev.takt.explain.attribution.classify.KnownProcesses;
import dev.takt.explain.attribution.classify.StallClassification;
import dev.takt.explain.attribution.classify.StallIndex;
import dev.takt.explain.attribution.classify.Timeline;
import dev.takt.explain.attribution.classify.Timeline.StallInterval;
import dev.takt.explain.attribution.match.WaitMatcher;
import dev.takt.explain.queue.Lateness;
import dev.takt.explain.trace.Async;
import dev.takt.explain.trace.Operations;
import dev.takt.runs.model.Stall;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.function.Supplier;
import java.util.stream.Collectors;

/// Attributes the excess time of slow operations to stalls. One pure function, [#of]: classifies
/// the stalls, matches the waits of threads to operations, finds busy periods and contention, and
/// then attributes each slow operation's excess in parallel. The rules are in the module's
/// `README.md`.
public final class Attribution {

  /// Precedence of waits of single threads where intervals overlap: lower ranks win, and stalls of
  /// a whole process have lower ranks.
  private static final int WAIT_RANK = 100;

  /// The number of slow operations that a thread takes at once: about a millisecond of work.
  private static final int BATCH_SIZE = 1 << 12;

  private final StallIndex stallIndex;
  private final List<Stall> stalls;
  private final int[] causeOf;
  private final List<StallInterval> allBlocking;
  private final WaitMatcher matches;
  private final Map<PostStallContention.Piece, Integer> owners;
  private final AttributionInput input;
  private final Async<AttributionResultBuilder> builder;

  private Attribution(
      Operations operations,
      StallIndex stallIndex,
      Baseline baseline,
      int servers,
      Supplier<Lateness> lateness) {
    this.stallIndex = stallIndex;
    stalls = stallIndex.stalls();
    causeOf = stallIndex.causeOf();
    int[] slow = baseline.slowOperations();
    // Allocated in another thread: with millions of slow operations, page faults take long.
    builder = Async.startInOwnThread(() -> new AttributionResultBuilder(slow));
    StallClassification classification = stallIndex.classification();
    Timeline whole = stallIndex.whole();
    matches = new WaitMatcher(operations, slow);
    matches.match(stalls, classification.waits());
    BusyPeriods periods = BusyPeriods.of(operations, slow);
    int serverCount = Math.max(1, servers); // [Lateness#UNLIMITED] becomes 1
    owners = owners(periods, serverCount);
    allBlocking = rankVagueLast(classification);
    List<StallInterval> waits = matchedWaits();
    BlockedConcurrency blockedConcurrency = BlockedConcurrency.of(waits, serverCount);
    waits.removeIf(StallInterval::isContention);
    Timeline exactThenVague = classification.vague().isEmpty() ? whole : Timeline.of(allBlocking);
    Timeline stopped =
        owners.isEmpty()
            ? exactThenVague
            : Timeline.of(allBlocking.stream().filter(each -> !each.isContention()).toList());
    OfferedWork offeredWork = new OfferedWork(operations, baseline);
    QueueCarryover.Input carryover =
        QueueCarryover.Input.of(
            stallIndex, stopped, waits, blockedConcurrency, offeredWork, serverCount);
    input =
        new AttributionInput(
            operations,
            baseline,
            periods,
            lateness.get(),
            stallIndex,
            new AttributionInput.BlockedTimes(exactThenVague, this::waitsOf, blockedConcurrency),
            carryover);
  }

  /// Attributes the excess of all slow operations.
  ///
  /// @param operations the operations, in the order in which they were due
  /// @param stalls the stalls, in any order
  /// @param servers how many operations the generator could have in flight, or [Lateness#UNLIMITED]
  /// @param lateness how late operations were sent
  public static AttributionResult of(
      Operations operations,
      List<Stall> stalls,
      Baseline baseline,
      int servers,
      Lateness lateness) {
    return of(operations, StallIndex.of(stalls), baseline, servers, () -> lateness);
  }

  /// The same with a lateness that another thread may still be computing. The supplier is called
  /// last, so that it blocks as little as possible.
  public static AttributionResult of(
      Operations operations,
      StallIndex stallIndex,
      Baseline baseline,
      int servers,
      Supplier<Lateness> lateness) {
    int threads = Runtime.getRuntime().availableProcessors();
    return of(operations, stallIndex, baseline, servers, lateness, threads, BATCH_SIZE);
  }

  /// The same. The result does not depend on the last two arguments.
  ///
  /// @param threads how many threads attribute in parallel
  /// @param batchSize how many operations a thread takes at once
  static AttributionResult of(
      Operations operations,
      StallIndex stallIndex,
      Baseline baseline,
      int servers,
      Supplier<Lateness> lateness,
      int threads,
      int batchSize) {
    return new Attribution(operations, stallIndex, baseline, servers, lateness)
        .attribute(threads, batchSize);
  }

  private Map<PostStallContention.Piece, Integer> owners(BusyPeriods periods, int serverCount) {
    List<StallInterval> waits = matches.allWaits().stream().map(this::waitInterval).toList();
    KnownProcesses processes = KnownProcesses.of(stalls);
    return PostStallContention.owners(
        periods, stallIndex, waits, serverCount, each -> processes.isContention(stalls.get(each)));
  }

  /// The intervals that delayed all operations. Intervals that are known only from samples or
  /// effects ("vague") get the last rank: they count only where no exact interval overlaps.
  private List<StallInterval> rankVagueLast(StallClassification classification) {
    List<StallInterval> all = new ArrayList<>(classification.whole());
    classification
        .vague()
        .forEach(each -> all.add(withOwner(withRank(each, Timeline.VAGUE_RANK + each.rank()))));
    return all;
  }

  /// Returns the interval, reassigned to the stall that caused it if it is post-stall contention.
  private StallInterval withOwner(StallInterval interval) {
    Integer owner = owners.get(PostStallContention.Piece.of(interval));
    return owner == null
        ? interval
        : new StallInterval(interval.begin(), interval.end(), interval.rank(), owner, true);
  }

  private List<StallInterval> matchedWaits() {
    return matches.allWaits().stream()
        .map(this::ownedWait)
        .sorted(Comparator.comparingLong(StallInterval::end))
        .collect(Collectors.toCollection(ArrayList::new));
  }

  private StallInterval ownedWait(int number) {
    return withOwner(waitInterval(number));
  }

  private StallInterval waitInterval(int number) {
    Stall wait = stalls.get(number);
    return new StallInterval(wait.beginNanoTime(), wait.endNanoTime(), WAIT_RANK, number);
  }

  private static StallInterval withRank(StallInterval interval, int rank) {
    return new StallInterval(
        interval.begin(), interval.end(), rank, interval.stall(), interval.isContention());
  }

  private AttributionResult attribute(int threads, int batchSize) {
    AttributionResultBuilder filled =
        ParallelAttribution.run(input, builder.get(), threads, batchSize);
    return new AttributionResult(stallIndex, blockedIntervals(), input.baseline(), filled);
  }

  private BlockedIntervals blockedIntervals() {
    Map<Integer, List<BlockedInterval>> single = new HashMap<>();
    for (int each : matches.operations()) {
      single.put(each, waitsOf(each).stream().map(this::blockedInterval).toList());
    }
    return new BlockedIntervals(allBlocking.stream().map(this::blockedInterval).toList(), single);
  }

  private BlockedInterval blockedInterval(StallInterval interval) {
    return new BlockedInterval(interval.begin(), interval.end(), causeOf[interval.stall()]);
  }

  /// The waits of the threads that served an operation.
  private List<StallInterval> waitsOf(int operation) {
    List<Integer> numbers = matches.waitsOf(operation);
    return numbers.isEmpty() ? List.of() : numbers.stream().map(this::ownedWait).toList();
  }
}
