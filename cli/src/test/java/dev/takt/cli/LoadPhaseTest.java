package dev.takt.cli;

import static org.assertj.core.api.Assertions.assertThat;

import dev.takt.load.keyvalue.CoreWorkload;
import dev.takt.load.keyvalue.KeyValueRequest;
import dev.takt.load.plan.KeyValuePlan;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;

class LoadPhaseTest {

  private static final Map<String, String> PROPERTIES =
      Map.of(
          "recordcount", "100",
          "dotransactions", "false",
          "core_workload_insertion_retry_limit", "1");

  private final LoadPhase phase =
      new LoadPhase(new KeyValuePlan(PROPERTIES, null, List.of(), Map.of(), true));

  private void insert(int records) {
    KeyValueRequest request = CoreWorkload.load(PROPERTIES, 1, phase.records()).newRequest();
    for (int n = 0; n < records; n++) {
      request.prepare(0, n);
      request.ended(true);
    }
  }

  @Test
  void countsWhatARunInsertedThatWasStopped() {
    insert(40);

    assertThat(phase.ended()).isEqualTo(40);
    assertThat(phase.missing()).isEqualTo(60);
    assertThat(phase.verdict()).startsWith("60 of 100 records are missing");
  }

  @Test
  void triesOnlyTheRestAgain() {
    insert(40);
    phase.ended();

    assertThat(phase.again()).isTrue();
    assertThat(phase.records().count()).isEqualTo(60);
    insert(60);
    assertThat(phase.ended()).isEqualTo(60);
    assertThat(phase.again()).isFalse();
    assertThat(phase.verdict()).isEqualTo("all 100 records are there");
  }
}
