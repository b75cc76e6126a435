package dev.takt.watch.gc;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.Map;
import org.junit.jupiter.api.Test;

class ParallelPhasesTest {

  @Test
  void phaseTakesAsLongAsTheThreadWithMostOfIt() {
    ParallelPhases phases = new ParallelPhases();
    phases.add("ObjCopy", 0, 1_000, 1_300);
    phases.add("ObjCopy", 7, 1_000, 1_200);
    phases.add("ObjCopy", 7, 1_210, 1_460);
    phases.add("Termination", 1, 1_460, 1_500);
    assertThat(phases.nanosWithin(900, 1_600))
        .isEqualTo(Map.of("ObjCopy", 450L, "Termination", 40L));
  }

  /// Of Shenandoah's and of G1's concurrent cycle, several pauses have one number.
  @Test
  void phasesBelongToThePauseThatTheyAreIn() {
    ParallelPhases phases = new ParallelPhases();
    phases.add("ThreadRoots", 0, 100, 130);
    phases.add("CodeRoots", 0, 500, 900);
    phases.add("ThreadRoots", 0, 1_000, 1_050);
    assertThat(phases.nanosWithin(90, 140)).isEqualTo(Map.of("ThreadRoots", 30L));
    assertThat(phases.nanosWithin(990, 1_060)).isEqualTo(Map.of("ThreadRoots", 50L));
    assertThat(phases.nanosWithin(90, 499)).doesNotContainKey("CodeRoots");
  }
}
