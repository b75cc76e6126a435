package dev.takt.explain.blame;

import dev.takt.explain.blame.Timeline.Claim;
import dev.takt.explain.queue.Lateness;
import dev.takt.explain.trace.Operations;
import dev.takt.runs.Stall;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Comparator;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import java.util.stream.Collectors;

/// Charges the excess time of slow operations to stalls. One pure function, [#of]; the rules are in
/// the module's `README.md`.
public final class Attribution {

  /// Waits of threads come behind all stalls that are known to have stopped everything.
  private static final int WAIT_RANK = 100;

  /// What is known vaguely comes behind these.
  static final int VAGUE_RANK = 200;

  /// So many slow operations are charged at once: a millisecond's work.
  private static final int AT_ONCE = 1 << 12;

  private final List<Stall> stalls;
  private final List<Cause> causes = new ArrayList<>();
  private final int[] causeOf;
  private final Reach[] reaches;
  private final List<Claim> everything;
  private final Matches matches;
  private final Map<Aftermath.Piece, Integer> owners;
  private final Evidence evidence;

  private Attribution(
      Operations operations, List<Stall> stalls, Baseline baseline, int servers, Lateness late) {
    this.stalls = stalls;
    int[] slow = baseline.slowOnes();
    CompletableFuture<BusyPeriods> busyPeriods =
        CompletableFuture.supplyAsync(() -> BusyPeriods.of(operations, slow));
    causeOf = numberCauses();
    int sentLate = causes.size();
    causes.add(Cause.SENT_LATE);
    reaches = reaches();
    Claims claims = Claims.of(stalls);
    Timeline whole = Timeline.of(claims.whole());
    matches = new Matches(operations, slow);
    matches.match(stalls, claims.waits());
    BusyPeriods periods = busyPeriods.join();
    int several = Math.max(1, servers);
    owners = owners(periods, whole, claims, several);
    everything = behindWhole(claims);
    List<Claim> waits = matchedWaits();
    Convoy convoy = Convoy.of(waits, several);
    waits.removeIf(Claim::aftermath);
    Timeline behindWhole = claims.vague().isEmpty() ? whole : Timeline.of(everything);
    evidence =
        new Evidence(
            operations,
            slow,
            baseline,
            periods,
            late,
            whole,
            behindWhole,
            this::waits,
            convoy,
            causeOf,
            vagueOnes(reaches),
            sentLate,
            Backlog.Sources.of(
                owners.isEmpty()
                    ? behindWhole
                    : Timeline.of(everything.stream().filter(each -> !each.aftermath()).toList()),
                waits,
                convoy,
                new Arrivals(operations, baseline),
                several,
                causeOf,
                causes.size()));
  }

  /// What made operations slow.
  ///
  /// @param operations in the order in which they were due
  /// @param stalls in any order
  /// @param servers how many operations the generator could have in flight, or [Lateness#UNLIMITED]
  /// @param late how late operations were sent
  public static Blame of(
      Operations operations, List<Stall> stalls, Baseline baseline, int servers, Lateness late) {
    int threads = Runtime.getRuntime().availableProcessors();
    return of(operations, stalls, baseline, servers, late, threads, AT_ONCE);
  }

  /// The same, whatever the last two are.
  static Blame of(
      Operations operations,
      List<Stall> stalls,
      Baseline baseline,
      int servers,
      Lateness late,
      int threads,
      int atOnce) {
    return new Attribution(operations, stalls, baseline, servers, late).charge(threads, atOnce);
  }

  private int[] numberCauses() {
    Map<Cause, Integer> numbers = new HashMap<>();
    int[] numbered = new int[stalls.size()];
    for (int i = 0; i < numbered.length; i++) {
      Cause cause = Cause.of(stalls.get(i));
      Integer number = numbers.get(cause);
      if (number == null) {
        number = causes.size();
        numbers.put(cause, number);
        causes.add(cause);
      }
      numbered[i] = number;
    }
    return numbered;
  }

  /// Of several stalls of one cause, the one that is known least well counts.
  private Reach[] reaches() {
    Reach[] reaches = new Reach[causes.size()];
    Arrays.fill(reaches, Reach.NONE);
    for (int i = 0; i < stalls.size(); i++) {
      Reach reach = Reach.of(stalls.get(i));
      Reach known = reaches[causeOf[i]];
      if (reach != Reach.NONE && (known == Reach.NONE || known.compareTo(reach) < 0)) {
        reaches[causeOf[i]] = reach;
      }
    }
    return reaches;
  }

  private static boolean[] vagueOnes(Reach[] reaches) {
    boolean[] isVague = new boolean[reaches.length];
    for (int cause = 0; cause < isVague.length; cause++) {
      isVague[cause] = reaches[cause] == Reach.VAGUE;
    }
    return isVague;
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
        causes.size(),
        each -> insiders.isContention(stalls.get(each)));
  }

  /// What is known vaguely counts only where nothing is known well.
  private List<Claim> behindWhole(Claims claims) {
    List<Claim> all = new ArrayList<>(claims.whole());
    claims.vague().forEach(each -> all.add(owned(withRank(each, VAGUE_RANK + each.rank()))));
    return all;
  }

  /// The same, as the consequence of another stall if it is one.
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
    BlameBuilder blame = Charging.charge(evidence, threads, atOnce);
    return new Blame(stalls, causes, reaches, causeOf, holdups(), evidence.baseline(), blame);
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

  /// The waits of the thread that served an operation.
  private List<Claim> waits(int operation) {
    List<Integer> numbers = matches.of(operation);
    return numbers.isEmpty() ? List.of() : numbers.stream().map(this::wait).toList();
  }
}
