package dev.takt.explain.blame;

import dev.takt.explain.blame.Timeline.Claim;
import dev.takt.explain.queue.Lateness;
import dev.takt.explain.trace.Meanwhile;
import dev.takt.explain.trace.Operations;
import dev.takt.runs.Stall;
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

  /// The rank of threads' waits: after all stalls that are known to have stopped a whole process.
  private static final int WAIT_RANK = 100;

  /// The lowest rank of vague intervals: after threads' waits.
  static final int VAGUE_RANK = 200;

  /// The number of slow operations that a thread takes at once: about a millisecond of work.
  private static final int AT_ONCE = 1 << 12;

  private final Suspects suspects;
  private final List<Stall> stalls;
  private final int[] causeOf;
  private final List<Claim> everything;
  private final Matches matches;
  private final Map<Aftermath.Piece, Integer> owners;
  private final Evidence evidence;
  private final Meanwhile<BlameBuilder> columns;

  private Attribution(
      Operations operations,
      Suspects suspects,
      Baseline baseline,
      int servers,
      Supplier<Lateness> late) {
    this.suspects = suspects;
    stalls = suspects.stalls();
    causeOf = suspects.causeOf();
    int causes = suspects.causes().size();
    int[] slow = baseline.slowOnes();
    // There can be millions of slow operations: the first touch of their memory is slow.
    columns = Meanwhile.ofOwnThread(() -> new BlameBuilder(slow));
    Claims claims = suspects.claims();
    Timeline whole = suspects.whole();
    matches = new Matches(operations, slow);
    matches.match(stalls, claims.waits());
    BusyPeriods periods = BusyPeriods.of(operations, slow);
    int several = Math.max(1, servers);
    owners = owners(periods, whole, claims, several);
    everything = behindWhole(claims);
    List<Claim> waits = matchedWaits();
    Convoy convoy = Convoy.of(waits, several);
    waits.removeIf(Claim::aftermath);
    Timeline behindWhole = claims.vague().isEmpty() ? whole : Timeline.of(everything);
    Timeline stopped =
        owners.isEmpty()
            ? behindWhole
            : Timeline.of(everything.stream().filter(each -> !each.aftermath()).toList());
    Arrivals arrivals = new Arrivals(operations, baseline);
    Backlog.Sources backlog =
        Backlog.Sources.of(stopped, waits, convoy, arrivals, several, causeOf, causes);
    evidence =
        new Evidence(
            operations,
            slow,
            baseline,
            periods,
            late.get(),
            whole,
            behindWhole,
            this::waits,
            convoy,
            causeOf,
            suspects.isVague(),
            suspects.sentLate(),
            backlog);
  }

  /// Attributes the excess of all slow operations.
  ///
  /// @param operations the operations, in the order in which they were due
  /// @param stalls the stalls, in any order
  /// @param servers how many operations the generator could have in flight, or [Lateness#UNLIMITED]
  /// @param late how late operations were sent
  public static Blame of(
      Operations operations, List<Stall> stalls, Baseline baseline, int servers, Lateness late) {
    return of(operations, Suspects.of(stalls), baseline, servers, () -> late);
  }

  /// The same, where the lateness may still be computed by another thread: it is requested when
  /// everything that does not need it is done.
  public static Blame of(
      Operations operations,
      Suspects suspects,
      Baseline baseline,
      int servers,
      Supplier<Lateness> late) {
    int threads = Runtime.getRuntime().availableProcessors();
    return of(operations, suspects, baseline, servers, late, threads, AT_ONCE);
  }

  /// The same. The result does not depend on the last two arguments.
  ///
  /// @param threads how many threads attribute in parallel
  /// @param atOnce how many operations a thread takes at once
  static Blame of(
      Operations operations,
      Suspects suspects,
      Baseline baseline,
      int servers,
      Supplier<Lateness> late,
      int threads,
      int atOnce) {
    return new Attribution(operations, suspects, baseline, servers, late).charge(threads, atOnce);
  }

  private Map<Aftermath.Piece, Integer> owners(
      BusyPeriods periods, Timeline whole, Claims claims, int several) {
    List<Claim> waits = matches.all().stream().map(this::ownWait).toList();
    Insiders insiders = Insiders.of(stalls);
    return Aftermath.owners(
        periods,
        whole,
        claims.vague(),
        waits,
        several,
        causeOf,
        suspects.causes().size(),
        each -> insiders.isContention(stalls.get(each)));
  }

  /// All intervals that delay all operations. Vague ones get a rank after all others, so they count
  /// only where nothing is known exactly.
  private List<Claim> behindWhole(Claims claims) {
    List<Claim> all = new ArrayList<>(claims.whole());
    claims.vague().forEach(each -> all.add(owned(withRank(each, VAGUE_RANK + each.rank()))));
    return all;
  }

  /// The interval itself; attributed to the causing stall if it is the consequence of one.
  private Claim owned(Claim claim) {
    Integer owner = owners.get(Aftermath.Piece.of(claim));
    return owner == null ? claim : new Claim(claim.begin(), claim.end(), claim.rank(), owner, true);
  }

  private List<Claim> matchedWaits() {
    return matches.all().stream()
        .map(this::wait)
        .sorted(Comparator.comparingLong(Claim::end))
        .collect(Collectors.toCollection(ArrayList::new));
  }

  private Claim wait(int number) {
    return owned(ownWait(number));
  }

  private Claim ownWait(int number) {
    Stall wait = stalls.get(number);
    return new Claim(wait.beginNanoTime(), wait.endNanoTime(), WAIT_RANK, number);
  }

  private static Claim withRank(Claim claim, int rank) {
    return new Claim(claim.begin(), claim.end(), rank, claim.stall(), claim.aftermath());
  }

  private Blame charge(int threads, int atOnce) {
    BlameBuilder blame = Charging.charge(evidence, columns.get(), threads, atOnce);
    return new Blame(suspects, holdups(), evidence.baseline(), blame);
  }

  private Holdups holdups() {
    Map<Integer, List<Holdup>> single = new HashMap<>();
    for (int each : matches.operations()) {
      single.put(each, waits(each).stream().map(this::holdup).toList());
    }
    return new Holdups(everything.stream().map(this::holdup).toList(), single);
  }

  private Holdup holdup(Claim claim) {
    return new Holdup(claim.begin(), claim.end(), causeOf[claim.stall()]);
  }

  /// The waits of the threads that served an operation.
  private List<Claim> waits(int operation) {
    List<Integer> numbers = matches.of(operation);
    return numbers.isEmpty() ? List.of() : numbers.stream().map(this::wait).toList();
  }
}
