package dev.takt.driver.jdbc;

import static org.assertj.core.api.Assertions.assertThat;

import dev.takt.driver.jdbc.embedded.RestartablePostgres;
import dev.takt.load.driver.BlockingDriver;
import dev.takt.load.keyvalue.CoreWorkload;
import java.nio.file.Path;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/// YCSB's core workloads on a real server that exists only for the run and is therefore filled
/// first.
class KeyValuePostgresTest {

  @TempDir Path folder;

  @Test
  void workloadsRunThroughWithTheirValuesChecked() throws Exception {
    try (RestartablePostgres postgres = RestartablePostgres.start(folder)) {
      for (char name : "ABCFED".toCharArray()) {
        CoreWorkload workload = KeyValueRuns.workload(name, "table_" + name);
        try (BlockingDriver driver = open(postgres, workload.loadPhase())) {
          assertThat(KeyValueRuns.load(driver))
              .containsOnly(Map.entry("ok", (int) KeyValueRuns.RECORDS));
        }
        try (BlockingDriver driver = open(postgres, workload)) {
          assertThat(KeyValueRuns.run(driver, workload, 300))
              .as("workload " + name)
              .containsOnly(Map.entry("ok", 300));
        }
      }
    }
  }

  private BlockingDriver open(RestartablePostgres postgres, CoreWorkload workload)
      throws Exception {
    return KeyValueRuns.open(
        KeyValueRuns.request(postgres.url(), Map.of("create-table", true), workload, folder));
  }

  @Test
  void embeddedServerIsLoadedBeforeRun() throws Exception {
    CoreWorkload workload = KeyValueRuns.workload('F', "usertable");
    try (BlockingDriver driver =
        KeyValueRuns.open(KeyValueRuns.request("postgres:embedded", Map.of(), workload, folder))) {
      assertThat(KeyValueRuns.run(driver, workload, 300)).containsOnly(Map.entry("ok", 300));
    }
  }

  @Test
  void aLoadPhaseFindsATableThatIsEmpty() throws Exception {
    CoreWorkload load = KeyValueRuns.workload('A', "usertable").loadPhase();
    try (BlockingDriver driver =
        KeyValueRuns.open(KeyValueRuns.request("postgres:embedded", Map.of(), load, folder))) {
      assertThat(KeyValueRuns.load(driver))
          .containsOnly(Map.entry("ok", (int) KeyValueRuns.RECORDS));
    }
  }
}
