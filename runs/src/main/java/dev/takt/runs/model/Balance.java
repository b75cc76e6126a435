package dev.takt.runs.model;

import com.fasterxml.jackson.annotation.JsonIgnore;

/// The outcomes of all operations that the schedule intended: each is in exactly one of the other
/// five counts.
public record Balance(
    long intended, long completed, long failed, long timedOut, long unfinished, long neverSent) {

  /// Whether the five outcomes add up to what was intended.
  @JsonIgnore
  public boolean isExact() {
    return intended == completed + failed + timedOut + unfinished + neverSent;
  }
}
