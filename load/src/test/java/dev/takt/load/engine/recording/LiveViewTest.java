package dev.takt.load.engine.recording;

import static org.assertj.core.api.Assertions.assertThat;

import dev.takt.load.engine.recording.OperationCounters.Note;
import dev.takt.load.journey.Feeder;
import dev.takt.load.journey.JourneySpec;
import dev.takt.load.journey.Journeys;
import dev.takt.load.journey.Part;
import dev.takt.load.journey.StepSpec;
import java.util.List;
import org.junit.jupiter.api.Test;

class LiveViewTest {

  private static Part step(String name, int operation) {
    return new Part.Step(StepSpec.of(name, operation, List.of(), List.of()));
  }

  private static void intend(OperationCounters counters, int operation, int times, int repeated) {
    for (int i = 0; i < times; i++) {
      counters.intend(operation, i % 2 == 0);
      if (i < repeated) {
        counters.add(Note.REPEATED, operation, i % 2 == 0);
      }
    }
  }

  /// Users count once at each step, whatever the thread and the phase, and however often they do
  /// it.
  @Test
  void usersCountOnceAtEachStep() {
    OperationCounters first = new OperationCounters(2);
    OperationCounters second = new OperationCounters(2);
    intend(first, 0, 5, 0);
    intend(second, 0, 4, 0);
    intend(first, 1, 7, 3);
    intend(second, 1, 2, 1);
    Journeys journeys =
        new Journeys(
            1,
            List.of(new JourneySpec("shop", 1, List.of(step("login", 0), step("browse", 1)))),
            Feeder.NONE);

    List<Progress.Reached> reached = LiveView.reached(journeys, List.of(first, second));
    assertThat(reached).hasSize(1);
    assertThat(reached.getFirst().journey()).isEqualTo("shop");
    assertThat(reached.getFirst().steps()).hasToString("{login=9, browse=5}");
    assertThat(LiveView.reached(null, List.of(first))).isEmpty();
  }
}
