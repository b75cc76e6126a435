package dev.takt.probes.wakeup;

import dev.takt.probes.Disturbance;
import dev.takt.runs.text.EnglishText;
import java.util.ArrayList;
import java.util.List;

/// The result of a [WakeupProbe].
///
/// @param counts by mechanism, in the order in which they were measured
/// @param notes what a reader must know, one sentence each
public record WakeupResult(List<Count> counts, List<String> notes) {

  /// The counts of one mechanism.
  ///
  /// @param sent how many calls were measured
  /// @param arrived how many threads they woke
  /// @param leftOut how many of these values were taken in disturbed seconds
  /// @param seconds the seconds, and those of them that were disturbed, and left out
  public record Count(
      WakeupMechanism mechanism, long sent, long arrived, long leftOut, Disturbance seconds) {}

  /// The seconds of all mechanisms, and those of them that are left out.
  public Disturbance seconds() {
    return counts.stream().map(Count::seconds).reduce(Disturbance.NONE, Disturbance::plus);
  }

  /// What a reader must know first.
  public List<String> disturbed() {
    List<String> remarks = new ArrayList<>();
    Disturbance all = seconds();
    if (all.disturbed() > 0) {
      remarks.add(
          EnglishText.format(
              "in %,d of %,d intervals of a second or less, other processes or the hypervisor had"
                  + " more than 10 %% of the processors' time: they are left out",
              all.disturbed(), all.rounds()));
    }
    List<String> lost =
        counts.stream()
            .filter(each -> each.seconds().isLost())
            .map(each -> each.mechanism().text())
            .toList();
    if (!lost.isEmpty()) {
      remarks.add("nothing was measured of " + String.join(", ", lost));
    }
    return remarks;
  }
}
