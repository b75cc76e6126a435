package dev.takt.lab;

import static org.assertj.core.api.Assertions.assertThat;

import dev.takt.load.config.Plan;
import dev.takt.load.config.PlanReader;
import dev.takt.load.config.source.PlanException;
import dev.takt.load.keyvalue.CoreWorkload;
import dev.takt.load.keyvalue.KeyValueRequest;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;

class LoadRetryTest {

  private final LoadRetry load;
  private final Map<String, String> properties;

  LoadRetryTest() throws PlanException {
    Plan plan =
        new PlanReader(InstalledDrivers.load())
            .read(
                null,
                Map.of(
                    "target",
                    List.of("sim:store"),
                    "property",
                    List.of(
                        "recordcount=100",
                        "dotransactions=false",
                        "core_workload_insertion_retry_limit=1",
                        "core_workload_insertion_retry_interval=0")));
    this.load = new LoadRetry(plan);
    this.properties = java.util.Objects.requireNonNull(plan.target().keyValues()).properties();
  }

  private void insert(int records) {
    KeyValueRequest request = CoreWorkload.load(properties, 1, load.records()).newRequest();
    for (int n = 0; n < records; n++) {
      request.prepare(0, n);
      request.ended(true);
    }
  }

  @Test
  void insertsOfAStoppedAttemptCount() {
    insert(40);

    assertThat(load.attemptEnded()).isEqualTo(40);
    assertThat(load.missing()).isEqualTo(60);
    assertThat(load.outcome()).startsWith("60 of 100 records are missing");
  }

  @Test
  void onlyMissingRecordsAreRetried() {
    insert(40);
    load.attemptEnded();

    assertThat(load.selectMissing()).isTrue();
    assertThat(load.records().count()).isEqualTo(60);
    insert(60);
    assertThat(load.attemptEnded()).isEqualTo(60);
    assertThat(load.selectMissing()).isFalse();
    assertThat(load.outcome()).isEqualTo("all 100 records are there");
  }

  @Test
  void retriesUntilTheLimitAndReportsTheWorstVerdict() throws Exception {
    List<Long> counts = new ArrayList<>();
    List<String> reports = new ArrayList<>();

    RunVerdict verdict =
        load.run(
            InstalledDrivers.load(),
            (plan, _, retry) -> {
              counts.add(load.records().count());
              insert(retry == 0 ? 30 : 20);
              return RunVerdict.OK;
            },
            reports::add);

    assertThat(verdict).isEqualTo(RunVerdict.FAILED);
    assertThat(counts).containsExactly(100L, 70L);
    assertThat(reports)
        .containsExactly(
            "70 records are missing: their inserts failed or were not sent, and are tried again",
            "50 of 100 records are missing: their inserts failed or were not sent");
  }
}
