package dev.takt.watch.jfr;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.Map;
import org.junit.jupiter.api.Test;

class ParallelPhasesTest {

  @Test
  void phaseTakesAsLongAsTheThreadWithMostOfIt() {
    ParallelPhases phases = new ParallelPhases();
    phases.add("ObjCopy", 0, 300);
    phases.add("ObjCopy", 7, 200);
    phases.add("ObjCopy", 7, 250);
    phases.add("Termination", 1, 40);
    assertThat(phases.nanos()).isEqualTo(Map.of("ObjCopy", 450L, "Termination", 40L));
  }

  @Test
  void workersThatCannotBeAreLeftOut() {
    ParallelPhases phases = new ParallelPhases();
    phases.add("ObjCopy", -1, 300);
    phases.add("ObjCopy", Integer.MAX_VALUE, 300);
    assertThat(phases.nanos()).isEmpty();
  }
}
