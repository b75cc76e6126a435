package dev.takt.runs.model;

import com.fasterxml.jackson.annotation.JsonIgnore;
import com.fasterxml.jackson.annotation.JsonProperty;
import org.jspecify.annotations.Nullable;

/// The outcomes of all operations that the schedule intended: each is in exactly one of the other
/// counts.
///
/// @param recordedLost operations of a machine that was lost, whose outcome is unknown; null for
///   none
public record Balance(
    long intended,
    long completed,
    long failed,
    long timedOut,
    long unfinished,
    long neverSent,
    @JsonProperty("lost") @Nullable Long recordedLost) {

  /// No operations.
  public static final Balance NONE = new Balance(0, 0, 0, 0, 0, 0);

  /// A count of 0 is the same as none.
  public Balance {
    recordedLost = recordedLost == null || recordedLost == 0 ? null : recordedLost;
  }

  /// The balance of a run in which no machine was lost.
  public Balance(
      long intended, long completed, long failed, long timedOut, long unfinished, long neverSent) {
    this(intended, completed, failed, timedOut, unfinished, neverSent, null);
  }

  /// Operations whose outcome is unknown, because their machine was lost.
  public long lost() {
    return recordedLost == null ? 0 : recordedLost;
  }

  /// The sum of two balances.
  public Balance plus(Balance other) {
    return new Balance(
        intended + other.intended,
        completed + other.completed,
        failed + other.failed,
        timedOut + other.timedOut,
        unfinished + other.unfinished,
        neverSent + other.neverSent,
        lost() + other.lost());
  }

  /// Whether the outcomes add up to what was intended.
  @JsonIgnore
  public boolean isExact() {
    return intended == completed + failed + timedOut + unfinished + neverSent + lost();
  }
}
