package dev.takt.explain.blame;

import dev.takt.explain.blame.Timeline.Claim;
import dev.takt.explain.trace.Operations;
import dev.takt.runs.Stall;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

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
  private final Timeline vague;
  private final Matches matches;
  private final Backlog backlog;
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
    vague = Timeline.of(behindWhole(claims));
    matches = new Matches(operations, slow);
    matches.match(stalls, claims.waits());
    backlog = new Backlog(vague, matchedWaits(), Math.max(1, servers), causeOf, causes.size());
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

  /// What is known vaguely counts only where nothing is known well.
  private static List<Claim> behindWhole(Claims claims) {
    List<Claim> all = new ArrayList<>(claims.whole());
    claims.vague().forEach(each -> all.add(withRank(each, VAGUE_RANK + each.rank())));
    return all;
  }

  private List<Claim> matchedWaits() {
    return matches.all().stream()
        .map(this::wait)
        .sorted(Comparator.comparingLong(Claim::end))
        .toList();
  }

  private Claim wait(int number) {
    Stall wait = stalls.get(number);
    return new Claim(wait.beginNanoTime(), wait.endNanoTime(), WAIT_RANK, number);
  }

  private static Claim withRank(Claim claim, int rank) {
    return new Claim(claim.begin(), claim.end(), rank, claim.stall());
  }

  private Blame charge() {
    int next = 0;
    for (int i = 0; i < operations.size(); i++) {
      if (next < slow.length && slow[next] == i) {
        next++;
        backlog.slow(operations.due(i), operations.start(i), operations.end(i));
        charge(i);
      } else {
        backlog.quick(operations.due(i));
      }
    }
    return new Blame(stalls, causes, causeOf, blame);
  }

  private void charge(int i) {
    long excess = baseline.excess(operations, i);
    // What is normal is service, so the wait is excess first.
    long waiting = Math.min(excess, operations.waiting(i));
    portions.begin(waiting, excess - waiting);
    direct(i);
    portions.capDirect();
    portions.late(sentLate, late[i]);
    portions.inherit(backlog);
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
      to.add(new Claim(timeline.begin(s), timeline.end(s), rank, timeline.stall(s)));
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
      portions.direct(
          causeOf[stall], stall, common(timeline, s, due, start), common(timeline, s, start, end));
    }
  }

  private static long common(Timeline timeline, int segment, long from, long to) {
    return Math.max(
        0, Math.min(timeline.end(segment), to) - Math.max(timeline.begin(segment), from));
  }
}
