package dev.takt.explain.blame;

import dev.takt.explain.blame.Timeline.Claim;
import dev.takt.explain.trace.Operations;
import dev.takt.runs.Stall;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.stream.Collectors;

/// Charges the excess time of slow operations to stalls. One pure function, [#of]; the rules are in
/// the module's `README.md`.
public final class Attribution {

  /// Waits of threads come behind all stalls that are known to have stopped everything.
  private static final int WAIT_RANK = 100;

  private static final int VAGUE_RANK = 200;

  private final Operations operations;
  private final List<Stall> stalls;
  private final Baseline baseline;
  private final long[] late;
  private final List<Cause> causes = new ArrayList<>();
  private final int[] causeOf;
  private final int sentLate;
  private final Timeline whole;
  private final List<Claim> everything;
  private final Timeline vague;
  private final Matches matches;
  private final Backlog backlog;
  private final Convoy convoy;
  private final BusyPeriods periods;
  private final Map<Aftermath.Piece, Integer> owners;
  private final int[] slow;
  private final Portions portions;
  private final BlameBuilder blame = new BlameBuilder();

  private Attribution(
      Operations operations, List<Stall> stalls, Baseline baseline, int servers, long[] late) {
    this.operations = operations;
    this.stalls = stalls;
    this.baseline = baseline;
    this.late = late;
    causeOf = numberCauses();
    sentLate = causes.size();
    causes.add(Cause.SENT_LATE);
    slow = slowOnes();
    Claims claims = Claims.of(stalls);
    whole = Timeline.of(claims.whole());
    matches = new Matches(operations, slow);
    matches.match(stalls, claims.waits());
    periods = BusyPeriods.of(operations, slow);
    int several = Math.max(1, servers);
    owners = owners(claims, several);
    everything = behindWhole(claims);
    vague = Timeline.of(everything);
    List<Claim> waits = matchedWaits();
    convoy = Convoy.of(waits, several);
    waits.removeIf(Claim::aftermath);
    backlog =
        new Backlog(
            Timeline.of(everything.stream().filter(each -> !each.aftermath()).toList()),
            waits,
            convoy,
            Arrivals.of(operations, baseline),
            this::isVague,
            several,
            causeOf,
            causes.size());
    portions = new Portions(vagueOnes());
  }

  /// What made operations slow.
  ///
  /// @param operations in the order in which they were due
  /// @param stalls in any order
  /// @param servers how many operations the generator could have in flight, or [Lateness#UNLIMITED]
  /// @param late how late each operation was sent, by [Lateness]
  public static Blame of(
      Operations operations, List<Stall> stalls, Baseline baseline, int servers, long[] late) {
    return new Attribution(operations, stalls, baseline, servers, late).charge();
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

  private boolean[] vagueOnes() {
    boolean[] isVague = new boolean[causes.size()];
    for (int i = 0; i < stalls.size(); i++) {
      isVague[causeOf[i]] |= Reach.of(stalls.get(i)) == Reach.VAGUE;
    }
    return isVague;
  }

  private int[] slowOnes() {
    IntList found = new IntList();
    for (int i = 0; i < operations.size(); i++) {
      if (baseline.isSlow(operations, i)) {
        found.add(i);
      }
    }
    return found.toArray();
  }

  private Map<Aftermath.Piece, Integer> owners(Claims claims, int several) {
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

  private Blame charge() {
    for (int i = 0; i < slow.length; i++) {
      backlog.slow(
          periods.of(i),
          operations.due(slow[i]),
          operations.start(slow[i]),
          operations.end(slow[i]));
      charge(slow[i]);
    }
    return new Blame(stalls, causes, causeOf, holdups(), baseline, blame);
  }

  private Holdups holdups() {
    Map<Integer, List<Holdup>> single = new HashMap<>();
    for (int each : slow) {
      List<Integer> waits = matches.of(each);
      if (!waits.isEmpty()) {
        single.put(each, waits.stream().map(number -> holdup(wait(number))).toList());
      }
    }
    return new Holdups(everything.stream().map(this::holdup).toList(), single);
  }

  private Holdup holdup(Claim claim) {
    return new Holdup(claim.begin(), claim.end(), causeOf[claim.stall()]);
  }

  private void charge(int i) {
    long excess = baseline.excess(operations, i);
    // What is normal is service, so the wait is excess first.
    long waiting = Math.min(excess, operations.waiting(i));
    portions.begin(waiting, excess - waiting);
    direct(i);
    portions.capDirect();
    // The generator, too, has to work off what a stall has left, and is late by it.
    portions.inherit(backlog);
    portions.late(sentLate, late[i]);
    blame.begin(i, excess);
    portions.tell(blame);
  }

  /// Time inside of stalls: first of those that stopped everything, then the waits of the thread
  /// that served the operation, then what is known vaguely.
  private void direct(int i) {
    List<Integer> waits = matches.of(i);
    if (waits.isEmpty()) {
      overlaps(vague, i);
      return;
    }
    List<Claim> own = new ArrayList<>();
    claimsWithin(whole, i, 0, own);
    for (int each : waits) {
      own.add(wait(each));
    }
    claimsWithin(vague, i, VAGUE_RANK, own);
    overlaps(Timeline.of(own), i);
  }

  private void claimsWithin(Timeline timeline, int i, int rank, List<Claim> to) {
    for (int s = timeline.firstEndingAfter(operations.due(i));
        s < timeline.size() && timeline.begin(s) < operations.end(i);
        s++) {
      to.add(
          new Claim(
              timeline.begin(s),
              timeline.end(s),
              rank,
              timeline.stall(s),
              timeline.isAftermath(s)));
    }
  }

  private void overlaps(Timeline timeline, int i) {
    long due = operations.due(i);
    long start = operations.start(i);
    long end = operations.end(i);
    for (int s = timeline.firstEndingAfter(due);
        s < timeline.size() && timeline.begin(s) < end;
        s++) {
      int stall = timeline.stall(s);
      long ofWait = common(timeline, s, due, start) - heldUp(timeline, s, due, start);
      long ofService = common(timeline, s, start, end);
      if (timeline.isAftermath(s)) {
        portions.aftermath(causeOf[stall], stall, ofWait, ofService);
      } else {
        portions.direct(causeOf[stall], stall, ofWait, ofService);
      }
    }
  }

  /// Who waits for a connection waits for what those on the connections wait for: as far as these
  /// were held up themselves, what is known vaguely held up nobody.
  private long heldUp(Timeline timeline, int segment, long from, long to) {
    return isVague(timeline.stall(segment))
        ? convoy.nanos(Math.max(timeline.begin(segment), from), Math.min(timeline.end(segment), to))
        : 0;
  }

  private boolean isVague(int stall) {
    return Reach.of(stalls.get(stall)) == Reach.VAGUE;
  }

  private static long common(Timeline timeline, int segment, long from, long to) {
    return Math.max(
        0, Math.min(timeline.end(segment), to) - Math.max(timeline.begin(segment), from));
  }
}
