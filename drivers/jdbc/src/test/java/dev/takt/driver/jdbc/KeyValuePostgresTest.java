package dev.takt.driver.jdbc;

import static org.assertj.core.api.Assertions.assertThat;

import dev.takt.load.driver.BlockingDriver;
import dev.takt.load.keyvalue.CoreWorkload;
import java.nio.file.Path;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/// YCSB's core workloads on a real server that is there for the run alone, and so is filled first.
class KeyValuePostgresTest {

  @TempDir Path folder;

  @Test
  void workloadsRunThroughWithTheirValuesChecked() throws Exception {
    for (char name = 'A'; name <= 'F'; name++) {
      CoreWorkload workload = KeyValueRuns.workload(name);
      try (BlockingDriver driver =
          KeyValueRuns.open(
              KeyValueRuns.request("postgres:embedded", Map.of(), workload, folder))) {
        assertThat(KeyValueRuns.run(driver, workload, 300))
            .as("workload " + name)
            .containsOnly(Map.entry("ok", 300));
      }
    }
  }

  @Test
  void aLoadPhaseFindsATableThatIsEmpty() throws Exception {
    CoreWorkload load = KeyValueRuns.workload('A').loadPhase();
    try (BlockingDriver driver =
        KeyValueRuns.open(KeyValueRuns.request("postgres:embedded", Map.of(), load, folder))) {
      assertThat(KeyValueRuns.load(driver))
          .containsOnly(Map.entry("ok", (int) KeyValueRuns.RECORDS));
    }
  }
}
