package dev.takt.explain.blame;

import dev.takt.runs.Stall;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/// An index of the stalls, built before any operation is known: their causes, which operations they
/// could have delayed, and the stall that owns each moment. Immutable.
public final class Suspects {

  private final List<Stall> stalls;
  private final List<Cause> causes;
  private final int[] causeOf;
  private final Reach[] reaches;
  private final Claims claims;
  private final Timeline whole;

  private Suspects(List<Stall> stalls, List<Cause> causes, int[] causeOf) {
    this.stalls = stalls;
    this.causes = causes;
    this.causeOf = causeOf;
    reaches = reaches(stalls, causeOf, causes.size());
    claims = Claims.of(stalls);
    whole = Timeline.of(claims.whole());
  }

  /// @param stalls the stalls, in any order
  public static Suspects of(List<Stall> stalls) {
    List<Cause> causes = new ArrayList<>();
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
    causes.add(Cause.SENT_LATE);
    return new Suspects(List.copyOf(stalls), List.copyOf(causes), numbered);
  }

  /// The reach of each cause: that of its least certain stall.
  private static Reach[] reaches(List<Stall> stalls, int[] causeOf, int causes) {
    Reach[] reaches = new Reach[causes];
    Arrays.fill(reaches, Reach.NONE);
    for (int i = 0; i < causeOf.length; i++) {
      Reach reach = Reach.of(stalls.get(i));
      Reach known = reaches[causeOf[i]];
      if (reach != Reach.NONE && (known == Reach.NONE || known.compareTo(reach) < 0)) {
        reaches[causeOf[i]] = reach;
      }
    }
    return reaches;
  }

  /// All stalls, in the order of their indexes.
  List<Stall> stalls() {
    return stalls;
  }

  /// The causes of all stalls, in the order of their indexes; the last one is [Cause#SENT_LATE].
  List<Cause> causes() {
    return causes;
  }

  /// The index of [Cause#SENT_LATE].
  int sentLate() {
    return causes.size() - 1;
  }

  /// The cause of each stall, both by their indexes. Not a copy: must not be modified.
  int[] causeOf() {
    return causeOf;
  }

  /// Which operations the stalls of each cause could have delayed. Not a copy: must not be
  /// modified.
  Reach[] reaches() {
    return reaches;
  }

  /// For each cause, whether it is known only from samples or by its effect.
  boolean[] isVague() {
    boolean[] isVague = new boolean[reaches.length];
    for (int cause = 0; cause < isVague.length; cause++) {
      isVague[cause] = reaches[cause] == Reach.VAGUE;
    }
    return isVague;
  }

  Claims claims() {
    return claims;
  }

  /// The timeline of the stalls that stopped all operations.
  Timeline whole() {
    return whole;
  }
}
