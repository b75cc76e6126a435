package dev.takt.driver.sim;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.catchThrowableOfType;

import dev.takt.load.config.Plan;
import dev.takt.load.config.PlanLaunch;
import dev.takt.load.config.PlanReader;
import dev.takt.load.config.source.PlanException;
import dev.takt.load.driver.Driver;
import dev.takt.load.driver.DriverPart;
import dev.takt.load.engine.LoadRun;
import dev.takt.load.keyvalue.RecordList;
import dev.takt.runs.RunDirectory;
import dev.takt.runs.model.RunSummary;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import javax.tools.JavaCompiler;
import javax.tools.ToolProvider;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/// Key-value workloads against an in-memory store, from the properties file to the balance.
class StoreRunTest {

  private static final String COMMON =
      """
      workload=site.ycsb.workloads.CoreWorkload
      recordcount=500
      operationcount=2000
      fieldcount=4
      fieldlength=40
      dataintegrity=true
      threadcount=4
      """;

  private static final String MINE =
      """
      import dev.takt.load.keyvalue.*;
      import java.util.*;
      public class Mine implements KeyValueWorkload {
        private int keys;
        public void begin(Map<String, String> properties, long seed) {
          keys = Integer.parseInt(properties.getOrDefault("keys", "0"));
          if (keys < 1) throw new IllegalArgumentException("expected keys of at least 1");
        }
        public List<KeyValueKind> kinds() { return List.of(KeyValueKind.READ, KeyValueKind.UPDATE); }
        public List<Double> weights() { return List.of(3.0, 1.0); }
        public List<String> fieldNames() { return List.of("name", "city"); }
        public int maxValueLength() { return 20; }
        public void draft(KeyValueKind kind, long n, KeyValueDraft draft) {
          draft.key("person-" + n % keys);
          if (kind == KeyValueKind.UPDATE) draft.write(1, "city-" + n);
        }
        public void draftRecord(long n, KeyValueDraft draft) {
          draft.key("person-" + n).write(0, "name-" + n).write(1, "nowhere");
        }
      }
      """;

  private final PlanReader reader = new PlanReader(List.of(new SimDriverProvider()));

  @TempDir Path folder;
  private int runs;
  private List<DriverPart> parts = List.of();

  private Plan plan(String target, String file, String... properties) throws Exception {
    Map<String, List<String>> flags = new LinkedHashMap<>();
    flags.put("target", List.of(target));
    flags.put("self-warmup", List.of("off"));
    flags.put("workload", List.of(Files.writeString(folder.resolve("w"), file).toString()));
    flags.put("property", List.of(properties));
    return reader.read(null, flags);
  }

  private RunSummary run(Plan plan, RecordList records) throws Exception {
    PlanLaunch launch = PlanLaunch.prepare(plan, List.of(new SimDriverProvider()), records);
    Path path = folder.resolve("run" + runs++);
    try (Driver driver = launch.open(path, _ -> {})) {
      LoadRun run = new LoadRun(launch.settings(driver), RunDirectory.create(path), _ -> {});
      RunSummary summary = run.run();
      parts = run.distributions().parts();
      return summary;
    }
  }

  private RunSummary run(Plan plan) throws Exception {
    return run(plan, RecordList.range(0, 1));
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      textBlock =
          """
          a | readproportion=0.5\\nupdateproportion=0.5\\nrequestdistribution=zipfian | read,update
          b | readproportion=0.95\\nupdateproportion=0.05\\nrequestdistribution=zipfian | read,update
          c | readproportion=1\\nupdateproportion=0\\nrequestdistribution=zipfian | read
          d | readproportion=0.95\\nupdateproportion=0\\ninsertproportion=0.05\\nrequestdistribution=latest | read,insert
          e | readproportion=0\\nupdateproportion=0\\nscanproportion=0.95\\ninsertproportion=0.05\\nmaxscanlength=20 | insert,scan
          f | readproportion=0.5\\nupdateproportion=0\\nreadmodifywriteproportion=0.5 | read,read-modify-write
          """)
  void theSixWorkloadsRunWithoutAnError(String name, String properties, String operations)
      throws Exception {
    RunSummary summary =
        run(plan("sim:store", COMMON + properties.replace("\\n", "\n"), "readallfields=true"));

    assertThat(summary.results().balance().completed()).as(name).isEqualTo(2000);
    assertThat(summary.results().balance().isExact()).isTrue();
    assertThat(summary.results().operations().stream().map(each -> each.name()))
        .containsExactly(operations.split(","));
  }

  @Test
  void readModifyWriteReportsBothParts() throws Exception {
    String onlyThose = "readproportion=0\nupdateproportion=0\nreadmodifywriteproportion=1\n";
    run(plan("sim:store", COMMON + onlyThose));

    assertThat(parts.stream().map(DriverPart::name))
        .containsExactlyInAnyOrder("read", "update", "cleanup");
    for (DriverPart part : parts) {
      long expected = part.name().equals("cleanup") ? 4 : 2000;
      assertThat(part.times().totalCount()).as(part.name()).isEqualTo(expected);
    }
  }

  @Test
  void loadedRecordsExist() throws Exception {
    String target = "sim:store,name=loaded";
    RecordList records = RecordList.range(0, 500);
    RunSummary loaded = run(plan(target, COMMON, "dotransactions=false"), records);

    assertThat(loaded.results().balance().completed()).isEqualTo(500);
    assertThat(records.missing()).isZero();
    assertThat(Store.named("loaded").records()).hasSize(500);
    assertThat(run(plan(target, COMMON)).results().balance().completed()).isEqualTo(2000);
  }

  @Test
  void wrongValuesAreDetected() throws Exception {
    String target = "sim:store,name=wrong";
    run(
        plan(target, COMMON, "dotransactions=false", "dataintegrity=false"),
        RecordList.range(0, 500));
    RunSummary summary = run(plan(target, COMMON));

    assertThat(summary.failures().counts()).containsOnlyKeys("UNEXPECTED_STATE");
    assertThat(summary.results().balance().failed()).isGreaterThan(1500);
  }

  @Test
  void recordWithAWrongValueIsStillWritten() throws Exception {
    String target = "sim:store,name=mended";
    run(
        plan(target, COMMON, "dotransactions=false", "dataintegrity=false"),
        RecordList.range(0, 500));
    String onlyThose = "readproportion=0\nupdateproportion=0\nreadmodifywriteproportion=1\n";
    RunSummary summary = run(plan(target, COMMON + onlyThose));

    assertThat(summary.failures().counts()).containsOnlyKeys("UNEXPECTED_STATE");
    assertThat(summary.results().balance().failed()).isPositive();
    assertThat(parts)
        .filteredOn(part -> part.name().equals("update"))
        .singleElement()
        .satisfies(part -> assertThat(part.times().totalCount()).isEqualTo(2000));
  }

  @Test
  void failedInsertsAreMissingUntilRetried() throws Exception {
    String target = "sim:store,name=again,error=0.2";
    Plan plan = plan(target, COMMON, "dotransactions=false");
    RecordList records = RecordList.range(0, 500);
    RunSummary first = run(plan, records);

    assertThat(records.missing())
        .isEqualTo(first.results().balance().failed())
        .isBetween(60L, 140L);
    RecordList rest = records.rest(1000);
    RunSummary second = run(plan.again(rest.count(), 1), rest);
    assertThat(second.results().balance().intended()).isEqualTo(records.missing());
    assertThat(Store.named("again").records()).hasSize((int) (500 - rest.missing()));
  }

  @Test
  void customWorkloadRuns() throws Exception {
    Path classes = compiled();
    Map<String, List<String>> flags = new LinkedHashMap<>();
    flags.put("target", List.of("sim:store,name=mine"));
    flags.put("self-warmup", List.of("off"));
    flags.put("workload-class", List.of("Mine"));
    flags.put("classpath", List.of(classes.toString()));
    flags.put("count", List.of("50"));
    flags.put("property", List.of("keys=50", "recordcount=50", "dotransactions=false"));
    assertThat(
            run(reader.read(null, flags), RecordList.range(0, 50)).results().balance().completed())
        .isEqualTo(50);

    flags.put("count", List.of("1000"));
    flags.put("property", List.of("keys=50"));
    Plan plan = reader.read(null, flags);
    assertThat(plan.operationNames()).containsExactly("read", "update");
    assertThat(run(plan).results().balance().completed()).isEqualTo(1000);
    assertThat(Store.named("mine").records()).hasSize(50).containsKey("person-49");

    flags.put("property", List.of("keys=0"));
    assertThat(problem(flags)).contains("Mine: expected keys of at least 1");
    flags.put("workload-class", List.of("Yours"));
    assertThat(problem(flags)).contains("there is no class Yours in --classpath");
    flags.put("workload-class", List.of("java.lang.String"));
    assertThat(problem(flags)).contains("does not implement");
  }

  private String problem(Map<String, List<String>> flags) {
    PlanException e = catchThrowableOfType(PlanException.class, () -> reader.read(null, flags));
    return Objects.requireNonNull(e).problems().getFirst().toString();
  }

  private Path compiled() throws Exception {
    Path source = Files.writeString(folder.resolve("Mine.java"), MINE);
    Path classes = Files.createDirectory(folder.resolve("classes"));
    JavaCompiler compiler = ToolProvider.getSystemJavaCompiler();
    String path = System.getProperty("java.class.path");
    int failed =
        compiler.run(null, null, null, "-cp", path, "-d", classes.toString(), source.toString());
    assertThat(failed).isZero();
    return classes;
  }

  @Test
  void storeWithoutWorkloadIsRejected() {
    Map<String, List<String>> flags = Map.of("target", List.of("sim:store"));

    assertThat(problem(flags)).contains("--workload FILE");
    assertThat(problem(Map.of("target", List.of("sim:store,nonsense=1")))).contains("nonsense");
  }
}
