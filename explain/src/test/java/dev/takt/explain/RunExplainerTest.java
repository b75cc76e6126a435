package dev.takt.explain;

import static org.assertj.core.api.Assertions.assertThat;

import dev.takt.explain.trace.Operations;
import dev.takt.explain.trace.OperationsBuilder;
import dev.takt.runs.model.OperationState;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;

final class RunExplainerTest {

  /// Operations that are all in flight at once.
  private static Operations atOnce(int count) {
    OperationsBuilder builder = new OperationsBuilder(List.of("get"));
    for (int i = 0; i < count; i++) {
      builder.add(0, i, i, 1_000, OperationState.COMPLETED);
    }
    return builder.build(true);
  }

  @Test
  void eachPlaceOfAPipelineIsAServer() {
    Map<String, Object> plan = Map.of("connections", 3, "workers", 3, "pipeline", 4);
    assertThat(RunExplainer.servers(plan, atOnce(2))).isEqualTo(12);
    assertThat(RunExplainer.servers(plan, atOnce(12))).isEqualTo(12);
  }

  @Test
  void pipelineOfOneHasNoEffect() {
    Map<String, Object> plan = Map.of("connections", 3, "workers", 3, "pipeline", 1);
    assertThat(RunExplainer.servers(plan, atOnce(2))).isEqualTo(3);
  }

  @Test
  void serversAreTheFewerOfConnectionsAndWorkersIfNeverExceeded() {
    Map<String, Object> plan = Map.of("connections", 8, "workers", 4);
    assertThat(RunExplainer.servers(plan, atOnce(4))).isEqualTo(4);
    assertThat(RunExplainer.servers(plan, atOnce(5))).isEqualTo(8);
  }
}
