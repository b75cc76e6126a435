package dev.takt.faults;

import java.util.ArrayList;
import java.util.List;

/// The ground truth: what is known independently of the observers.
///
/// @param faults the injected faults
/// @param pauses all intervals in which the [PauseDetector] did not run, for any reason
record GroundTruth(List<Fault> faults, List<Pause> pauses) {

  static final GroundTruth NOTHING = new GroundTruth(List.of(), List.of());

  GroundTruth {
    faults = List.copyOf(faults);
    pauses = List.copyOf(pauses);
  }

  static GroundTruth of(List<Fault> faults) {
    return new GroundTruth(faults, List.of());
  }

  GroundTruth and(GroundTruth other) {
    List<Fault> allFaults = new ArrayList<>(faults);
    allFaults.addAll(other.faults);
    List<Pause> allGaps = new ArrayList<>(pauses);
    allGaps.addAll(other.pauses);
    return new GroundTruth(allFaults, allGaps);
  }
}
