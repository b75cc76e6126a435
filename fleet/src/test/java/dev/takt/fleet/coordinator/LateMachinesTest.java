package dev.takt.fleet.coordinator;

import static org.assertj.core.api.Assertions.assertThat;

import dev.takt.record.LatencyHistogram;
import dev.takt.runs.model.Distribution;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;

class LateMachinesTest {

  private static final long SECOND = 1_000_000_000L;

  private final LateMachines late = new LateMachines();

  private List<String> changes(long number, List<String> machines, List<String> missing) {
    return late.changes(
        List.of(
            new LiveInterval(
                (number + 1) * SECOND,
                machines,
                missing,
                1,
                0,
                SECOND,
                Distribution.of(new LatencyHistogram()),
                Map.of())));
  }

  @Test
  void machineIsNamedOnceUntilItIsBack() {
    assertThat(changes(11, List.of("a", "b"), List.of())).isEmpty();
    assertThat(changes(12, List.of("a"), List.of("b")))
        .containsExactly("b is late: the live figures from 12.0 s on are without it, for now");
    assertThat(changes(13, List.of("a"), List.of("b"))).isEmpty();
    assertThat(changes(12, List.of("b"), List.of())).as("what was missing").isEmpty();
    assertThat(changes(14, List.of("a", "b"), List.of()))
        .containsExactly("b is in the live figures again");
  }

  @Test
  void machineThatIsLateAgainAndAgainDoesNotFloodTheTerminal() {
    List<String> lines = new ArrayList<>();
    for (int i = 0; i < 100; i += 2) {
      lines.addAll(changes(i, List.of("a"), List.of("b")));
      lines.addAll(changes(i + 1, List.of("a", "b"), List.of()));
    }
    assertThat(lines).hasSize(10);
    assertThat(lines.get(8)).endsWith("; not said again");
  }
}
