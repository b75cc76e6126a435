package dev.takt.load.config.ycsb;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.catchThrowableOfType;

import dev.takt.load.config.FakeProvider;
import dev.takt.load.config.Pacing;
import dev.takt.load.config.Plan;
import dev.takt.load.config.PlanLaunch;
import dev.takt.load.config.PlanReader;
import dev.takt.load.config.PlanWriter;
import dev.takt.load.config.source.PlanException;
import dev.takt.load.config.source.PlanProblem;
import dev.takt.load.schedule.Rate;
import dev.takt.load.schedule.RateMode;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.stream.Collectors;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class KeyValuePlanTest {

  /// A driver that has a store.
  private static final class StoreProvider extends FakeProvider {
    @Override
    public boolean accepts(String target) {
      return super.accepts(target) || target.startsWith("ycsb:");
    }

    @Override
    public boolean drivesKeyValues() {
      return true;
    }

    @Override
    public boolean knowsWorkloadProperty(String name) {
      return name.startsWith("fake.");
    }
  }

  private final PlanReader reader = new PlanReader(List.of(new StoreProvider()));

  @TempDir Path folder;
  private Path workload;

  @BeforeEach
  void writesAWorkload() throws IOException {
    workload = folder.resolve("mix");
    Files.writeString(
        workload,
        """
        # what it is
        workload=site.ycsb.workloads.CoreWorkload
        recordcount=1000
        operationcount = 5000
        readproportion=0.5
        updateproportion:0.25
        readmodifywriteproportion 0.25
        requestdistribution=\\
            zipfian
        """);
  }

  private Plan plan(String... properties) throws PlanException {
    return reader.read(null, flags(properties));
  }

  private Map<String, List<String>> flags(String... properties) {
    Map<String, List<String>> flags = new LinkedHashMap<>();
    flags.put("target", List.of("fake:x"));
    flags.put("workload", List.of(workload.toString()));
    if (properties.length > 0) {
      flags.put("property", List.of(properties));
    }
    return flags;
  }

  private String problems(Map<String, List<String>> flags) {
    PlanException e = catchThrowableOfType(PlanException.class, () -> reader.read(null, flags));
    return Objects.requireNonNull(e).problems().stream()
        .map(PlanProblem::toString)
        .collect(Collectors.joining("\n"));
  }

  @Test
  void saysTheOperationsAndTheRun() throws PlanException {
    Plan plan = plan();

    assertThat(plan.operationNames()).containsExactly("read", "update", "read-modify-write");
    assertThat(plan.target().operations().get(0).weight()).isEqualTo(0.5);
    assertThat(plan.target().operations().get(2).weight()).isEqualTo(0.25);
    assertThat(plan.load().count()).isEqualTo(5000);
    assertThat(plan.load().duration()).isNull();
    assertThat(plan.load().mode()).isEqualTo(RateMode.THROUGHPUT);
    assertThat(plan.concurrency().workers()).isEqualTo(1);
    assertThat(plan.concurrency().connections()).isEqualTo(1);
    assertThat(Objects.requireNonNull(plan.target().keyValues()).properties())
        .containsEntry("requestdistribution", "zipfian");
  }

  @Test
  void mapsWhatConcernsTheRun() throws PlanException {
    Plan plan =
        plan(
            "target=300",
            "threadcount=7",
            "maxexecutiontime=60",
            "spin.sleep=true",
            "operationcount=0");

    assertThat(plan.load().mode()).isEqualTo(RateMode.FIXED);
    assertThat(plan.load().rate()).isEqualTo(Rate.perSecond(300));
    assertThat(plan.concurrency().workers()).isEqualTo(7);
    assertThat(plan.concurrency().connections()).isEqualTo(7);
    assertThat(plan.load().duration()).isEqualTo(Duration.ofSeconds(60));
    assertThat(plan.concurrency().pacing()).isEqualTo(Pacing.SPIN);
    assertThat(plan.load().count()).isNull();
  }

  @Test
  void aFlagOfTaktsOwnHasTheLastWord() throws PlanException {
    Map<String, List<String>> flags = flags("target=300", "threadcount=7");
    flags.put("rate", List.of("500/s"));
    flags.put("workers", List.of("3"));
    flags.put("count", List.of("10"));
    Plan plan = reader.read(null, flags);

    assertThat(plan.load().rate()).isEqualTo(Rate.perSecond(500));
    assertThat(plan.load().mode()).isEqualTo(RateMode.FIXED);
    assertThat(plan.concurrency().workers()).isEqualTo(3);
    assertThat(plan.concurrency().connections()).isEqualTo(7);
    assertThat(plan.load().count()).isEqualTo(10);
  }

  @Test
  void laterFilesAndPropertiesWin() throws PlanException, IOException {
    Path second = Files.writeString(folder.resolve("second"), "recordcount=77\ntable=t\n");
    Map<String, List<String>> flags = flags("table=u");
    flags.put("workload", List.of(workload.toString(), second.toString()));

    assertThat(Objects.requireNonNull(reader.read(null, flags).target().keyValues()).properties())
        .containsEntry("recordcount", "77")
        .containsEntry("table", "u")
        .containsEntry("readproportion", "0.5");
  }

  @Test
  void dbIsATargetOfTheBindings() throws PlanException {
    Map<String, List<String>> flags = flags("db=site.ycsb.BasicDB");
    flags.remove("target");

    assertThat(reader.read(null, flags).target().address()).isEqualTo("ycsb:site.ycsb.BasicDB");
  }

  @Test
  void aPlanThatIsPrintedIsReadAgain() throws PlanException {
    for (Plan plan : List.of(plan("target=300"), plan(), plan("dotransactions=false"))) {
      String yaml = PlanWriter.yaml(plan);

      assertThat(reader.read("printed", yaml)).isEqualTo(plan);
      assertThat(PlanWriter.record(plan)).containsKey("workload").doesNotContainKey("operations");
    }
  }

  @Test
  void aPlanMayHoldTheProperties() throws PlanException {
    Plan plan =
        reader.read(
            "p.yaml",
            """
            target: fake:x
            workload: {recordcount: 5, insertproportion: 1, updateproportion: 0}
            """);

    assertThat(plan.operationNames()).containsExactly("read", "insert");
  }

  @Test
  void passwordsStayOutOfTheRecord() throws PlanException {
    String[] properties = {
      "db.passwd=hush",
      "redis.password=hush",
      "azurecosmos.primaryKey=hush",
      "dynamodb.awsCredentialsFile=hush",
      "s3.accessKeyId=hush",
      "s3.secretKey=hush",
      "db.url=jdbc:x://me:hush@host/?password=hush"
    };

    assertThat(PlanWriter.record(plan(properties)).toString())
        .doesNotContain("hush")
        .contains("s3.secretKey=***", "db.url=jdbc:x://me:***@host/?password=***");
    assertThat(PlanWriter.yaml(plan(properties)))
        .doesNotContain("hush")
        .contains("recordcount: 1000");
  }

  @Test
  void theLoadPhaseInsertsEachRecord() throws PlanException {
    Plan plan = plan("dotransactions=false", "insertstart=200", "insertcount=300");

    assertThat(plan.operationNames()).containsExactly("insert");
    assertThat(plan.load().count()).isEqualTo(300);
    assertThat(plan.load().mode()).isEqualTo(RateMode.THROUGHPUT);
    assertThat(plan("dotransactions=false").load().count()).isEqualTo(1000);
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      textBlock =
          """
          recordcount=x              | -p recordcount: expected a whole number
          threadcount=0              | -p threadcount: expected a whole number of at least 1
          maxexecutiontime=soon      | -p maxexecutiontime: expected
          target=fast                | -p target: expected
          operationcount=many        | -p operationcount: expected a whole number
          workload=com.acme.Mine     | expected site.ycsb.workloads.CoreWorkload
          status.interval=0          | -p status.interval: expected a whole number of at least 1
          dotransactions=maybe       | -p dotransactions: expected true or false
          nonsense                   | -p: expected NAME=VALUE, found "nonsense"
          """)
  void saysWhatIsWrongWithAProperty(String property, String message) {
    assertThat(problems(flags(property))).contains(message);
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      textBlock =
          """
          recordcount=10\\nfieldcount=none  | mix:2:1: fieldcount: expected a whole number
          a=\\u12                          | mix:1:1: expected
          ''                              | has no properties
          # only a comment                | has no properties
          """)
  void saysWhereInAFile(String text, String message) throws IOException {
    Files.writeString(workload, text.replace("\\n", "\n"));

    assertThat(problems(flags())).contains(message);
  }

  @Test
  void hostileFilesAreRefusedInOneSentence() throws IOException {
    Files.write(workload, new byte[] {1, 2, 0, -1});
    assertThat(problems(flags())).contains("this is no workload").doesNotContain("\n");
    Files.writeString(workload, "a=".repeat(1 << 20));
    assertThat(problems(flags())).contains("larger than 1 MiB");
    Files.delete(workload);
    assertThat(problems(flags())).contains("there is no such file");
  }

  @Test
  void aRunWithoutANumberOfRecordsIsTold() throws PlanException {
    assertThat(PlanLaunch.prepare(plan("recordcount=0"), List.of(new StoreProvider())).warnings())
        .singleElement()
        .asString()
        .contains("recordcount is not set");
    assertThat(problems(flags("dotransactions=false", "recordcount=90000000000")))
        .contains("one load can insert at most");
  }

  @Test
  void aLoadWithAClassOfOnesOwnNeedsANumberOfRecords() throws IOException {
    Files.writeString(workload, "dotransactions=false\n");
    Map<String, List<String>> flags = flags();
    flags.put("workload-class", List.of(CountedWorkload.class.getName()));

    assertThat(problems(flags)).contains("recordcount", "expected the number of records to insert");
  }

  @Test
  void aClassOfOnesOwnIsMadeAndBegunOnceHoweverOftenThePlanIsRun() throws Exception {
    Files.writeString(workload, "people=5\n");
    for (String phase : List.of("dotransactions=true", "dotransactions=false")) {
      int made = CountedWorkload.MADE.get();
      int begun = CountedWorkload.BEGUN.get();
      Map<String, List<String>> flags = flags(phase, "recordcount=7");
      flags.put("workload-class", List.of(CountedWorkload.class.getName()));

      Plan plan = reader.read(null, flags);
      PlanLaunch.prepare(plan, List.of(new StoreProvider()));
      PlanLaunch.prepare(plan, List.of(new StoreProvider()));

      assertThat(CountedWorkload.MADE.get() - made).as(phase).isEqualTo(1);
      assertThat(CountedWorkload.BEGUN.get() - begun).as(phase).isEqualTo(1);
    }
  }

  @Test
  void aWorkloadAndAListOfOperationsExcludeEachOther() {
    Map<String, List<String>> flags = flags();
    flags.put("operations", List.of("[{name: a}]"));

    assertThat(problems(flags)).contains("the workload says which operations there are");
  }

  @Test
  void aTargetThatIsNoStoreIsRefused() {
    PlanReader plain = new PlanReader(List.of(new FakeProvider()));

    PlanException e = catchThrowableOfType(PlanException.class, () -> plain.read(null, flags()));
    assertThat(e.problems().getFirst().toString()).contains("a workload on records needs a store");
  }

  private List<String> told(Plan plan) throws PlanException {
    return PlanLaunch.prepare(plan, List.of(new StoreProvider())).warnings();
  }

  @Test
  void whatNobodyKnowsIsNamedWithItsLine() throws PlanException, IOException {
    Files.writeString(workload, "recordcount=9\noperationcount=5\nredproportion=1\n");

    assertThat(told(plan()))
        .singleElement()
        .asString()
        .endsWith("no effect: redproportion (" + workload + ":3; did you mean readproportion?)");
  }

  @Test
  void whatIsPrintedIsCheckedBeforeTheRun() throws PlanException, IOException {
    assertThat(told(plan("measurementtype=timeseries")))
        .singleElement()
        .asString()
        .startsWith("measurementtype=timeseries: all lines are those of hdrhistogram");
    assertThat(told(plan("measurementtype=hdrhistogram"))).isEmpty();
    assertThat(problems(flags("hdrhistogram.percentiles=a")))
        .contains("expected numbers from 0 to 100 with commas between, found \"a\"");
    assertThat(problems(flags("hdrhistogram.percentiles=50,101"))).contains("found \"50,101\"");
    assertThat(told(plan("hdrhistogram.percentiles=50, 99.9"))).isEmpty();
    Files.writeString(workload, "recordcount=9\nmeasurement.interval=intendet\n");
    assertThat(problems(flags()))
        .contains(workload + ":2:1: measurement.interval: expected op, intended or both");
  }

  @Test
  void missingOperationCountIsNotedWithDuration() throws PlanException, IOException {
    Files.writeString(workload, "recordcount=9\n");

    assertThat(notes(plan())).containsExactly("operationcount is not set: the run takes 20 s");
    assertThat(notes(plan("operationcount=5"))).isEmpty();
    assertThat(notes(plan("maxexecutiontime=5"))).isEmpty();
    assertThat(notes(plan("dotransactions=false"))).isEmpty();
    Map<String, List<String>> flags = flags();
    flags.put("duration", List.of("20s"));
    assertThat(notes(reader.read(null, flags))).isEmpty();
  }

  private static List<String> notes(Plan plan) throws PlanException {
    return PlanLaunch.prepare(plan, List.of(new StoreProvider())).notes();
  }

  @Test
  void unknownPropertiesAreWarnedOnce() throws PlanException {
    Plan plan = plan("fake.x=1", "recordcont=5", "zzz=1", "histogram.buckets=9", "htrace.a=b");

    List<String> warnings = PlanLaunch.prepare(plan, List.of(new StoreProvider())).warnings();
    assertThat(warnings).hasSize(2);
    assertThat(warnings.get(0)).endsWith("no effect: recordcont (did you mean recordcount?), zzz");
    assertThat(warnings.get(1))
        .contains("histogram.buckets (", "htrace.a (")
        .doesNotContain("fake.x");
    assertThat(PlanLaunch.prepare(plan(), List.of(new StoreProvider())).warnings()).isEmpty();
  }
}
