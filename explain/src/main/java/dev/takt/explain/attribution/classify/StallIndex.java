package dev.takt.explain.attribution.classify;

import dev.takt.runs.model.Stall;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/// An index of the stalls, built before any operation is known: their causes, which operations they
/// could have delayed, and the stall that owns each moment. Immutable.
public final class StallIndex {

  private final List<Stall> stalls;
  private final List<Cause> causes;
  private final int[] causeOf;
  private final StallScope[] scopes;
  private final StallClassification classification;
  private final Timeline whole;

  private StallIndex(List<Stall> stalls, List<Cause> causes, int[] causeOf) {
    this.stalls = stalls;
    this.causes = causes;
    this.causeOf = causeOf;
    scopes = scopes(stalls, causeOf, causes.size());
    classification = StallClassification.of(stalls);
    whole = Timeline.of(classification.whole());
  }

  /// @param stalls the stalls, in any order
  public static StallIndex of(List<Stall> stalls) {
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
    return new StallIndex(List.copyOf(stalls), List.copyOf(causes), numbered);
  }

  /// The reach of each cause: that of its least certain stall.
  private static StallScope[] scopes(List<Stall> stalls, int[] causeOf, int causes) {
    StallScope[] reaches = new StallScope[causes];
    Arrays.fill(reaches, StallScope.NONE);
    for (int i = 0; i < causeOf.length; i++) {
      StallScope reach = StallScope.of(stalls.get(i));
      StallScope known = reaches[causeOf[i]];
      if (reach != StallScope.NONE && (known == StallScope.NONE || known.compareTo(reach) < 0)) {
        reaches[causeOf[i]] = reach;
      }
    }
    return reaches;
  }

  /// All stalls, in the order of their indexes.
  public List<Stall> stalls() {
    return stalls;
  }

  /// The causes of all stalls, in the order of their indexes; the last one is [Cause#SENT_LATE].
  public List<Cause> causes() {
    return causes;
  }

  /// The index of [Cause#SENT_LATE].
  public int sentLateIndex() {
    return causes.size() - 1;
  }

  /// The cause of each stall, both by their indexes. Not a copy: must not be modified.
  public int[] causeOf() {
    return causeOf;
  }

  /// Which operations the stalls of each cause could have delayed. Not a copy: must not be
  /// modified.
  public StallScope[] scopes() {
    return scopes;
  }

  /// For each cause, whether it is known only from samples or by its effect.
  public boolean[] isVague() {
    boolean[] isVague = new boolean[scopes.length];
    for (int cause = 0; cause < isVague.length; cause++) {
      isVague[cause] = scopes[cause] == StallScope.VAGUE;
    }
    return isVague;
  }

  public StallClassification classification() {
    return classification;
  }

  /// The timeline of the stalls that stopped all operations.
  public Timeline whole() {
    return whole;
  }
}
