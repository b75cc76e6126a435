package dev.takt.cli;

import static java.time.Duration.ofSeconds;
import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import dev.takt.cli.spi.ExitCode;
import dev.takt.testing.Background;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/// `takt load` and `takt run` with YCSB's workload files.
class KeyValueCommandTest {

  @TempDir Path folder;
  private String workload = "";

  @BeforeEach
  void writesAWorkload() throws IOException {
    workload =
        Files.writeString(
                folder.resolve("w"),
                """
                workload=site.ycsb.workloads.CoreWorkload
                recordcount=200
                operationcount=300
                dataintegrity=true
                """)
            .toString();
  }

  private World takt(int expected, String line) {
    World world = new World(folder);
    String[] args = line.replace("W ", workload + " ").split(" ");
    int code = world.run(args);
    assertThat(code).as(world.out() + world.err()).isEqualTo(expected);
    return world;
  }

  /// The sum would be infinite, and all operations would be of the last kind.
  @Test
  void proportionsThatCannotBeAddedUpAreRefused() {
    World run =
        takt(
            2,
            "run -P W -p readproportion=1e308 -p updateproportion=1e308 -p insertproportion=NaN"
                + " --target sim:store,name=sum");
    assertThat(run.err())
        .contains("readproportion: expected a number from 0 to 1000000000000000, found")
        .contains("updateproportion: expected", "insertproportion: expected");
  }

  @ParameterizedTest
  @CsvSource({
    "load -P W, insertstart and insertcount",
    "run -P W -p insertproportion=0.1, numbers its records itself"
  })
  void aWorkloadThatInsertsCannotBeShared(String line, String reason) {
    World run = takt(2, line + " --share 1/2 --target sim:store,name=shared");
    assertThat(run.err()).contains("--share: ").contains(reason);
    takt(0, "run -P W --share 1/2 --print-plan --target sim:store,name=shared");
  }

  @Test
  void whatHoldsForEachOperationOfAWorkloadIsInThePrintedPlan() {
    World run = takt(0, "run -P W --target jdbc:postgresql:x --no-prepared --print-plan");
    assertThat(run.out()).containsOnlyOnce("prepared: false");
  }

  @Test
  void loadsAndRunsAndPrintsWhatYcsbPrints() {
    World load =
        takt(0, "load -P W --target sim:store,name=cli --format ycsb --no-report --no-self-warmup");
    assertThat(load.out()).contains("[INSERT], Operations, 200\n", "[INSERT], Return=OK, 200\n");
    assertThat(load.err()).contains("takt: all 200 records are there");

    World run =
        takt(
            0,
            "run -P W -p readproportion=1 -p updateproportion=0 -p wrong.name=1 -s --target"
                + " sim:store,name=cli --format ycsb --no-report --no-self-warmup");
    assertThat(run.out())
        .startsWith("[OVERALL], RunTime(ms), ")
        .contains("[READ], Operations, 300\n", "[READ], Return=OK, 300\n")
        .contains("[CLEANUP], Operations, 1\n");
    assertThat(run.err())
        .contains("takt: warning: these properties of the workload are unknown", "wrong.name")
        .containsPattern(
            "\\d{4}-\\d\\d-\\d\\d [0-9:]+ 0 sec: 0 operations; est completion in 0 second ")
        .containsPattern("sec: 300 operations; .*\\[READ: Count=300, Max=");
  }

  @Test
  void saysHowManyRecordsAreMissing() {
    World world =
        takt(
            ExitCode.FAILED,
            "load -P W --target sim:store,name=missing,error=1 --quiet --no-report"
                + " --no-self-warmup");

    assertThat(world.err()).contains("takt: 200 of 200 records are missing");
  }

  @Test
  void loadRetriesUpToConfiguredLimit() throws IOException {
    World world =
        takt(
            0,
            "load -P W --target sim:store,name=retry,error=0.3 --quiet --no-report --no-self-warmup"
                + " -p core_workload_insertion_retry_limit=20"
                + " -p core_workload_insertion_retry_interval=0");

    assertThat(world.err()).contains("are tried again", "takt: all 200 records are there");
    try (var runs = Files.list(folder.resolve("takt-runs"))) {
      assertThat(runs.count()).isGreaterThan(1);
    }
  }

  @Test
  void aRuleThatTheFirstAttemptBreaksStaysBroken() {
    World world =
        takt(
            ExitCode.ASSERTION_BROKEN,
            "load -P W --target sim:store,name=worst,error=0.3 --quiet --no-report --no-self-warmup"
                + " -p core_workload_insertion_retry_limit=20"
                + " -p core_workload_insertion_retry_interval=0 --fail-if errors>0%");

    assertThat(world.err()).contains("takt: all 200 records are there");
  }

  @Test
  @Timeout(60)
  void interruptedLoadReportsMissingRecords() throws Exception {
    World world = new World(folder);
    CompletableFuture<Integer> code =
        Background.supplyAsync(() ->
            world.run(
                ("load -P " + workload)
                    .concat(" --target sim:store,name=stopped --no-report --no-self-warmup")
                    .concat(" -p recordcount=100000 -p target=500 --out stopped")
                    .split(" ")));
    await().atMost(ofSeconds(30)).until(() -> world.err().contains("measure"));
    Thread.sleep(300); // lets some be inserted

    world.pressCtrlC();

    assertThat(code.get(20, TimeUnit.SECONDS)).isEqualTo(ExitCode.INTERRUPTED);
    assertThat(world.err())
        .contains("of 100,000 records are missing")
        .doesNotContain("100,000 of 100,000");
  }

  @Test
  void writesWhatAnExporterOfYcsbsWould() throws IOException {
    takt(
        0,
        "run -P W -p exporter=site.ycsb.measurements.exporter.JSONArrayMeasurementsExporter"
            + " -p exportfile=out.json --target sim:store --no-report --no-self-warmup --quiet");

    assertThat(Files.readString(folder.resolve("out.json")))
        .startsWith("[ {\n  \"metric\" : \"OVERALL\",")
        .endsWith("} ]");
  }

  @Test
  void theWholePlanIsPrinted() {
    World world = takt(0, "run -P W -p target=50 --target sim:store --print-plan");

    assertThat(world.out())
        .contains("rate: 50/s  # -p target\n", "\ncount: 300  # ")
        .contains("workload:  # --workload, --property\n", "  recordcount: 200\n")
        .doesNotContain("operations:");
  }

  @Test
  void namesWhatTakesThePlaceOfYcsbsFlags() {
    assertThat(takt(ExitCode.USAGE, "run -P W -threads 16 -target 500").err())
        .contains("-threads 16: use -p threadcount=16", "-target 500: use -p target=500")
        .doesNotContain("did you mean");
    assertThat(takt(ExitCode.USAGE, "run -db site.ycsb.BasicDB -P W").err())
        .contains("use --target ycsb:site.ycsb.BasicDB");
    assertThat(takt(ExitCode.USAGE, "load -load -t -l mine").err())
        .contains("-load: use takt load", "-t: leave it out", "use -p label=mine");
    assertThat(takt(ExitCode.USAGE, "watch -target 500").err()).doesNotContain("-p target");
  }

  @Test
  void unknownPropertyIsWarnedBeforeAndAfterRun() {
    World world =
        takt(
            0,
            "run -P W -p redproportion=1 --target sim:store --quiet --no-report --no-self-warmup");

    assertThat(world.err().split("redproportion \\(did you mean readproportion\\?\\)", -1))
        .hasSize(3);
  }

  @Test
  void theHelpOfLoadHasTheDefaultsThatHoldThere() {
    assertThat(takt(0, "load --help").out())
        .doesNotContain("default demo", "default 1000/s", "default 20s", "default 16")
        .contains("(default throughput)");
    assertThat(takt(0, "run --help").out()).contains("default demo", "default 1000/s");
  }

  @Test
  void wantsToKnowWhichRecords() {
    assertThat(takt(ExitCode.USAGE, "load --target sim:store").err())
        .contains("Expected --workload FILE");
    assertThat(takt(ExitCode.USAGE, "run -P W --target sim:delay=1ms,form=asink").err())
        .contains("form");
    assertThat(takt(ExitCode.USAGE, "run -P W --target exec:true").err())
        .contains("a workload on records needs a store", "sim:store");
    assertThat(takt(ExitCode.USAGE, "run -P W -p recordcount=0 --target sim:store").err())
        .contains("recordcount is not set");
    assertThat(takt(ExitCode.USAGE, "run -P W -p target=-5 --target sim:store").err())
        .contains("expected a whole number of at least 0, found \"-5\"");
    assertThat(takt(ExitCode.USAGE, "run --target sim:stor").err()).contains("sim:store[");
    assertThat(takt(ExitCode.USAGE, "run -P W --quiet").err()).contains("the demo is none");
  }
}
