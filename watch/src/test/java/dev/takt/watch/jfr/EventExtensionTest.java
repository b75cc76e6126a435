package dev.takt.watch.jfr;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;

final class EventExtensionTest {

  private final EventExtension events =
      new EventExtension(
          Map.of("jdk.A#enabled", "true"),
          Map.of("jdk.B#enabled", "true", "jdk.B#threshold", "5 ms", "jdk.C#enabled", "true"),
          _ -> List.of(),
          List.of(),
          List.of());

  @Test
  void settingsOfExpensiveEventRemoveItsBudget() {
    EventExtension off = events.and(Map.of("jdk.B#enabled", "false"));

    assertThat(off.settings())
        .isEqualTo(
            Map.of("jdk.A#enabled", "true", "jdk.B#enabled", "false", "jdk.B#threshold", "5 ms"));
    assertThat(off.expensive()).isEqualTo(Map.of("jdk.C#enabled", "true"));
    assertThat(off.expensiveSettings().values()).isEqualTo(off.expensive());
  }

  @Test
  void otherSettingsKeepTheBudget() {
    EventExtension more = events.and(Map.of("jdk.D#enabled", "true"));

    assertThat(more.settings()).containsOnlyKeys("jdk.A#enabled", "jdk.D#enabled");
    assertThat(more.expensive()).isEqualTo(events.expensive());
  }

  @Test
  void withoutBudgetNoEventIsExpensive() {
    assertThat(events.withoutBudget().expensive()).isEmpty();
    assertThat(events.withoutBudget().settings())
        .containsOnlyKeys("jdk.A#enabled", "jdk.B#enabled", "jdk.B#threshold", "jdk.C#enabled");
  }
}
