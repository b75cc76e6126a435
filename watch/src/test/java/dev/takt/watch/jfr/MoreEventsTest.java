package dev.takt.watch.jfr;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;

final class MoreEventsTest {

  private final MoreEvents events =
      new MoreEvents(
          Map.of("jdk.A#enabled", "true"),
          Map.of("jdk.B#enabled", "true", "jdk.B#threshold", "5 ms", "jdk.C#enabled", "true"),
          _ -> List.of(),
          List.of(),
          List.of());

  @Test
  void settingsOfExpensiveEventRemoveItsBudget() {
    MoreEvents off = events.and(Map.of("jdk.B#enabled", "false"));

    assertThat(off.settings())
        .isEqualTo(
            Map.of("jdk.A#enabled", "true", "jdk.B#enabled", "false", "jdk.B#threshold", "5 ms"));
    assertThat(off.dear()).isEqualTo(Map.of("jdk.C#enabled", "true"));
    assertThat(off.onlyDear().values()).isEqualTo(off.dear());
  }

  @Test
  void otherSettingsKeepTheBudget() {
    MoreEvents more = events.and(Map.of("jdk.D#enabled", "true"));

    assertThat(more.settings()).containsOnlyKeys("jdk.A#enabled", "jdk.D#enabled");
    assertThat(more.dear()).isEqualTo(events.dear());
  }

  @Test
  void withoutBudgetNoEventIsExpensive() {
    assertThat(events.atAnyPrice().dear()).isEmpty();
    assertThat(events.atAnyPrice().settings())
        .containsOnlyKeys("jdk.A#enabled", "jdk.B#enabled", "jdk.B#threshold", "jdk.C#enabled");
  }
}
