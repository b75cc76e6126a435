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
      StallIndex suspects,
      Baseline baseline,
      int servers,
      Supplier<Lateness> late) {
    this.stallIndex = suspects;
    stalls = suspects.stalls();
    causeOf = suspects.causeOf();
    int causes = suspects.causes().size();
    int[] slow = baseline.slowOperations();
    // Allocated in another thread: with millions of slow operations, page faults take long.
    builder = Async.startInOwnThread(() -> new AttributionResultBuilder(slow));
    StallClassification claims = suspects.classification();
    Timeline whole = suspects.whole();
    matches = new WaitMatcher(operations, slow);
    matches.match(stalls, claims.waits());
    BusyPeriods periods = BusyPeriods.of(operations, slow);
    int serverCount = Math.max(1, servers); // [Lateness#UNLIMITED] becomes 1
    owners = owners(periods, whole, claims, serverCount);
    allBlocking = rankVagueLast(claims);
    List<StallInterval> waits = matchedWaits();
    BlockedConcurrency blockedConcurrency = BlockedConcurrency.of(waits, serverCount);
    waits.removeIf(StallInterval::isContention);
    Timeline exactThenVague = claims.vague().isEmpty() ? whole : Timeline.of(allBlocking);
    Timeline stopped =
        owners.isEmpty()
            ? exactThenVague
            : Timeline.of(allBlocking.stream().filter(each -> !each.isContention()).toList());
    OfferedWork offeredWork = new OfferedWork(operations, baseline);
    QueueCarryover.Input backlog =
        QueueCarryover.Input.of(
            stopped, waits, blockedConcurrency, offeredWork, serverCount, causeOf, causes);
    input =
        new AttributionInput(
            operations,
            baseline,
            periods,
            late.get(),
            suspects,
            new AttributionInput.BlockedTimes(exactThenVague, this::waitsOf, blockedConcurrency),
            backlog);
  }

  /// Attributes the excess of all slow operations.
  ///
  /// @param operations the operations, in the order in which they were due
  /// @param stalls the stalls, in any order
  /// @param servers how many operations the generator could have in flight, or [Lateness#UNLIMITED]
  /// @param late how late operations were sent
  public static AttributionResult of(
      Operations operations, List<Stall> stalls, Baseline baseline, int servers, Lateness late) {
    return of(operations, StallIndex.of(stalls), baseline, servers, () -> late);
  }

  /// The same with a lateness that another thread may still be computing. The supplier is called
  /// last, so that it blocks as little as possible.
  public static AttributionResult of(
      Operations operations,
      StallIndex suspects,
      Baseline baseline,
      int servers,
      Supplier<Lateness> late) {
    int threads = Runtime.getRuntime().availableProcessors();
    return of(operations, suspects, baseline, servers, late, threads, BATCH_SIZE);
  }

  /// The same. The result does not depend on the last two arguments.
  ///
  /// @param threads how many threads attribute in parallel
  /// @param atOnce how many operations a thread takes at once
  static AttributionResult of(
      Operations operations,
      StallIndex suspects,
      Baseline baseline,
      int servers,
      Supplier<Lateness> late,
      int threads,
      int atOnce) {
    return new Attribution(operations, suspects, baseline, servers, late)
        .attribute(threads, atOnce);
  }

  private Map<PostStallContention.Piece, Integer> owners(
      BusyPeriods periods, Timeline whole, StallClassification claims, int serverCount) {
    List<StallInterval> waits = matches.allWaits().stream().map(this::waitInterval).toList();
    KnownProcesses insiders = KnownProcesses.of(stalls);
    return PostStallContention.owners(
        periods,
        whole,
        claims.vague(),
        waits,
        serverCount,
        causeOf,
        stallIndex.causes().size(),
        each -> insiders.isContention(stalls.get(each)));
  }

  /// The intervals that delayed all operations. Intervals that are known only from samples or
  /// effects ("vague") get the last rank: they count only where no exact interval overlaps.
  private List<StallInterval> rankVagueLast(StallClassification claims) {
    List<StallInterval> all = new ArrayList<>(claims.whole());
    claims
        .vague()
        .forEach(each -> all.add(withOwner(withRank(each, Timeline.VAGUE_RANK + each.rank()))));
    return all;
  }

  /// Returns the interval, reassigned to the stall that caused it if it is post-stall contention.
  private StallInterval withOwner(StallInterval claim) {
    Integer owner = owners.get(PostStallContention.Piece.of(claim));
    return owner == null
        ? claim
        : new StallInterval(claim.begin(), claim.end(), claim.rank(), owner, true);
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

  private static StallInterval withRank(StallInterval claim, int rank) {
    return new StallInterval(claim.begin(), claim.end(), rank, claim.stall(), claim.isContention());
  }

  private AttributionResult attribute(int threads, int atOnce) {
    AttributionResultBuilder blame = ParallelAttribution.run(input, builder.get(), threads, atOnce);
    return new AttributionResult(stallIndex, blockedIntervals(), input.baseline(), blame);
  }

  private BlockedIntervals blockedIntervals() {
    Map<Integer, List<BlockedInterval>> single = new HashMap<>();
    for (int each : matches.operations()) {
      single.put(each, waitsOf(each).stream().map(this::blockedInterval).toList());
    }
    return new BlockedIntervals(allBlocking.stream().map(this::blockedInterval).toList(), single);
  }

  private BlockedInterval blockedInterval(StallInterval claim) {
    return new BlockedInterval(claim.begin(), claim.end(), causeOf[claim.stall()]);
  }

  /// The waits of the threads that served an operation.
  private List<StallInterval> waitsOf(int operation) {
    List<Integer> numbers = matches.waitsOf(operation);
    return numbers.isEmpty() ? List.of() : numbers.stream().map(this::ownedWait).toList();
  }
}
