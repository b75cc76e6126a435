package dev.takt.watch.truth;

import java.util.ArrayList;
import java.util.List;

/// The ground truth: what is known independently of the observers.
///
/// @param faults the injected faults
/// @param gaps all intervals in which the [Witness] did not run, for any reason
record Truth(List<Fault> faults, List<Gap> gaps) {

  static final Truth NOTHING = new Truth(List.of(), List.of());

  Truth {
    faults = List.copyOf(faults);
    gaps = List.copyOf(gaps);
  }

  static Truth of(List<Fault> faults) {
    return new Truth(faults, List.of());
  }

  Truth and(Truth other) {
    List<Fault> allFaults = new ArrayList<>(faults);
    allFaults.addAll(other.faults);
    List<Gap> allGaps = new ArrayList<>(gaps);
    allGaps.addAll(other.gaps);
    return new Truth(allFaults, allGaps);
  }
}
