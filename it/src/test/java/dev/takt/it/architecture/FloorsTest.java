package dev.takt.it.architecture;

import static com.tngtech.archunit.base.DescribedPredicate.not;
import static com.tngtech.archunit.core.domain.JavaClass.Predicates.assignableTo;
import static com.tngtech.archunit.core.domain.JavaClass.Predicates.resideInAPackage;
import static com.tngtech.archunit.core.domain.JavaClass.Predicates.resideInAnyPackage;
import static com.tngtech.archunit.lang.syntax.ArchRuleDefinition.noClasses;
import static com.tngtech.archunit.library.Architectures.layeredArchitecture;
import static com.tngtech.archunit.library.dependencies.SlicesRuleDefinition.slices;
import static org.assertj.core.api.Assertions.assertThat;

import com.tngtech.archunit.core.domain.JavaClass;
import com.tngtech.archunit.core.domain.JavaPackage;
import com.tngtech.archunit.core.domain.Source;
import com.tngtech.archunit.library.GeneralCodingRules;
import java.time.Clock;
import java.util.Map;
import java.util.Set;
import java.util.random.RandomGenerator;
import java.util.stream.Collectors;
import org.jspecify.annotations.NullMarked;
import org.junit.jupiter.api.Test;

/// The floors of the house: a module may use only those below it.
class FloorsTest {

  private static final String PROCESS = "process";
  private static final String CONCURRENT = "concurrent";
  private static final String COUNTERS = "counters";
  private static final String RECORD = "record";
  private static final String RUNS = "runs";
  private static final String LOAD = "load";
  private static final String HTTP2 = "http2";
  private static final String HTTP = "http";
  private static final String JDBC = "jdbc";
  private static final String REDIS = "redis";
  private static final String CQL = "cql";
  private static final String GRPC = "grpc";
  private static final String SIM = "sim";
  private static final String DEMO = "demo";
  private static final String EXEC = "exec";
  private static final String YCSB = "ycsb";
  private static final String WATCH = "watch";
  private static final String EXPLAIN = "explain";
  private static final String AGENT = "agent";
  private static final String REPORT = "report";
  private static final String METRICS = "metrics";
  private static final String LAB = "lab";
  private static final String CLI_SPI = "cli-spi";
  private static final String PROBES = "probes";
  private static final String FAULTS = "faults";
  private static final String FLEET = "fleet";
  private static final String CASSANDRA_STRESS = "cassandra-stress";
  private static final String IMPORTS = "imports";
  private static final String CLI = "cli";

  @Test
  void allModulesAreSeen() {
    for (String name :
        new String[] {
          "queues",
          "ordered",
          "process",
          "counters",
          "record",
          "runs",
          "watch",
          "watch.scheduler",
          "probes.clock",
          "faults.scoring",
          "fleet.engine",
          "agent",
          "explain.profile",
          "explain.trace",
          "load.engine.loop",
          "http2.hpack",
          "driver.http",
          "driver.jdbc",
          "driver.redis",
          "driver.cql.embedded",
          "driver.grpc.message",
          "driver.sim",
          "driver.demo",
          "driver.exec",
          "driver.ycsb.inside",
          "metrics",
          "report.explore",
          "report.flame",
          "report.pack",
          "report.page",
          "report.plot",
          "report.text",
          "lab",
          "cassandra.stress.data",
          "imports.curl",
          "cli.spi",
          "cli"
        }) {
      assertThat(ShippedClasses.ALL.containPackage("dev.takt." + name)).as(name).isTrue();
    }
  }

  @Test
  void modulesUseOnlyLowerFloors() {
    layeredArchitecture()
        .consideringOnlyDependenciesInAnyPackage("dev.takt..")
        .layer(CONCURRENT)
        .definedBy("dev.takt.queues..", "dev.takt.ordered..")
        .layer(PROCESS)
        .definedBy("dev.takt.process..")
        .layer(COUNTERS)
        .definedBy("dev.takt.counters..")
        .layer(RECORD)
        .definedBy("dev.takt.record..")
        .layer(RUNS)
        .definedBy("dev.takt.runs..")
        .layer(LOAD)
        .definedBy("dev.takt.load..")
        .layer(WATCH)
        .definedBy("dev.takt.watch..")
        .layer(EXPLAIN)
        .definedBy("dev.takt.explain..")
        .layer(AGENT)
        .definedBy("dev.takt.agent..")
        .layer(HTTP2)
        .definedBy("dev.takt.http2..")
        .layer(HTTP)
        .definedBy("dev.takt.driver.http..")
        .layer(JDBC)
        .definedBy("dev.takt.driver.jdbc..")
        .layer(REDIS)
        .definedBy("dev.takt.driver.redis..")
        .layer(CQL)
        .definedBy("dev.takt.driver.cql..")
        .layer(GRPC)
        .definedBy("dev.takt.driver.grpc..")
        .layer(SIM)
        .definedBy("dev.takt.driver.sim..")
        .layer(DEMO)
        .definedBy("dev.takt.driver.demo..")
        .layer(EXEC)
        .definedBy("dev.takt.driver.exec..")
        .layer(YCSB)
        .definedBy("dev.takt.driver.ycsb..")
        .layer(REPORT)
        .definedBy("dev.takt.report..")
        .layer(METRICS)
        .definedBy("dev.takt.metrics..")
        .layer(LAB)
        .definedBy("dev.takt.lab..")
        .layer(PROBES)
        .definedBy("dev.takt.probes..")
        .layer(FAULTS)
        .definedBy("dev.takt.faults..")
        .layer(FLEET)
        .definedBy("dev.takt.fleet..")
        .layer(CASSANDRA_STRESS)
        .definedBy("dev.takt.cassandra.stress..")
        .layer(IMPORTS)
        .definedBy("dev.takt.imports..")
        .layer(CLI_SPI)
        .definedBy("dev.takt.cli.spi..")
        .layer(CLI)
        .definedBy(
            resideInAPackage("dev.takt.cli..").and(not(resideInAPackage("dev.takt.cli.spi.."))))
        .whereLayer(CONCURRENT)
        .mayNotAccessAnyLayer()
        .whereLayer(PROCESS)
        .mayNotAccessAnyLayer()
        .whereLayer(COUNTERS)
        .mayOnlyAccessLayers(PROCESS)
        .whereLayer(COUNTERS)
        .mayOnlyBeAccessedByLayers(WATCH, PROBES)
        .whereLayer(RECORD)
        .mayOnlyAccessLayers(CONCURRENT)
        .whereLayer(RUNS)
        .mayOnlyAccessLayers(RECORD, CONCURRENT)
        .whereLayer(LOAD)
        .mayOnlyAccessLayers(RUNS, RECORD, CONCURRENT)
        .whereLayer(AGENT)
        .mayOnlyAccessLayers(RECORD, CONCURRENT)
        .whereLayer(AGENT)
        .mayNotBeAccessedByAnyLayer()
        .whereLayer(WATCH)
        .mayOnlyAccessLayers(RUNS, RECORD, CONCURRENT, PROCESS, COUNTERS)
        .whereLayer(WATCH)
        .mayOnlyBeAccessedByLayers(LAB, PROBES, FAULTS, CLI)
        .whereLayer(EXPLAIN)
        .mayOnlyAccessLayers(RUNS, RECORD)
        .whereLayer(EXPLAIN)
        .mayOnlyBeAccessedByLayers(REPORT, LAB, PROBES, FAULTS, FLEET, CLI)
        .whereLayer(HTTP2)
        .mayOnlyAccessLayers(LOAD)
        .whereLayer(HTTP2)
        .mayOnlyBeAccessedByLayers(HTTP, GRPC, FAULTS)
        .whereLayer(HTTP)
        .mayOnlyAccessLayers(HTTP2, LOAD, RUNS, RECORD)
        .whereLayer(JDBC)
        .mayOnlyAccessLayers(LOAD, RUNS, RECORD)
        .whereLayer(REDIS)
        .mayOnlyAccessLayers(LOAD, RUNS, RECORD)
        .whereLayer(CQL)
        .mayOnlyAccessLayers(LOAD, RUNS, RECORD)
        .whereLayer(GRPC)
        .mayOnlyAccessLayers(HTTP2, LOAD, RUNS, RECORD)
        .whereLayer(SIM)
        .mayOnlyAccessLayers(LOAD, RUNS, RECORD)
        .whereLayer(DEMO)
        .mayOnlyAccessLayers(LOAD, RUNS, RECORD, HTTP)
        .whereLayer(EXEC)
        .mayOnlyAccessLayers(LOAD, RUNS, RECORD, CONCURRENT, PROCESS)
        .whereLayer(YCSB)
        .mayOnlyAccessLayers(LOAD, RUNS, RECORD)
        .whereLayer(REPORT)
        .mayOnlyAccessLayers(EXPLAIN, RUNS, RECORD)
        .whereLayer(REPORT)
        .mayOnlyBeAccessedByLayers(LAB, CLI_SPI, PROBES, FAULTS, CLI)
        .whereLayer(METRICS)
        .mayOnlyAccessLayers(LOAD, RUNS, RECORD)
        .whereLayer(METRICS)
        .mayOnlyBeAccessedByLayers(LAB)
        .whereLayer(LAB)
        .mayOnlyAccessLayers(REPORT, METRICS, LOAD, WATCH, EXPLAIN, PROCESS, RUNS, RECORD)
        .whereLayer(LAB)
        .mayOnlyBeAccessedByLayers(FAULTS, FLEET, CASSANDRA_STRESS, IMPORTS, CLI)
        .whereLayer(PROBES)
        .mayOnlyAccessLayers(
            CLI_SPI, REPORT, EXPLAIN, WATCH, LOAD, PROCESS, COUNTERS, RUNS, RECORD, CONCURRENT)
        .whereLayer(PROBES)
        .mayNotBeAccessedByAnyLayer()
        .whereLayer(FAULTS)
        .mayOnlyAccessLayers(
            LAB, CLI_SPI, REPORT, EXPLAIN, WATCH, HTTP2, LOAD, PROCESS, RUNS, RECORD)
        .whereLayer(FAULTS)
        .mayNotBeAccessedByAnyLayer()
        .whereLayer(FLEET)
        .mayOnlyAccessLayers(LAB, EXPLAIN, LOAD, PROCESS, RUNS, RECORD)
        .whereLayer(FLEET)
        .mayOnlyBeAccessedByLayers(CLI)
        .whereLayer(CASSANDRA_STRESS)
        .mayOnlyAccessLayers(LAB, CLI_SPI, CQL, LOAD, RUNS, RECORD)
        .whereLayer(CASSANDRA_STRESS)
        .mayOnlyBeAccessedByLayers(CLI)
        .whereLayer(IMPORTS)
        .mayOnlyAccessLayers(LAB, CLI_SPI, LOAD, RUNS, RECORD)
        .whereLayer(IMPORTS)
        .mayOnlyBeAccessedByLayers(CLI)
        .whereLayer(CLI_SPI)
        .mayOnlyAccessLayers(REPORT, LOAD, RUNS, RECORD)
        .whereLayer(CLI)
        .mayNotBeAccessedByAnyLayer()
        .ensureAllClassesAreContainedInArchitecture()
        .check(ShippedClasses.ALL);
  }

  /// One purpose needs no more.
  @Test
  void packagesHaveAtMost25Classes() {
    Map<String, Set<String>> files =
        ShippedClasses.ALL.stream()
            .filter(each -> !each.getSimpleName().equals("package-info"))
            .collect(
                Collectors.groupingBy(
                    JavaClass::getPackageName,
                    Collectors.mapping(FloorsTest::fileOf, Collectors.toSet())));

    assertThat(files).hasSizeGreaterThan(50);
    assertThat(files)
        .allSatisfy((name, classes) -> assertThat(classes).as(name).hasSizeLessThanOrEqualTo(25));
  }

  private static String fileOf(JavaClass type) {
    return type.getSource().flatMap(Source::getFileName).orElse(type.getName());
  }

  @Test
  void packagesHaveNoCycles() {
    slices().matching("dev.takt.(**)").should().beFreeOfCycles().check(ShippedClasses.ALL);
  }

  /// A program that runs a plan decides itself what it prints.
  @Test
  void labPrintsNothing() {
    noClasses()
        .that()
        .resideInAPackage("dev.takt.lab..")
        .should(GeneralCodingRules.ACCESS_STANDARD_STREAMS)
        .check(ShippedClasses.ALL);
  }

  /// It is the oracle of the tests, which an oracle must not share code with.
  @Test
  void nothingThatIsShippedKnowsHdrHistogram() {
    noClasses()
        .should()
        .dependOnClassesThat(resideInAnyPackage("org.HdrHistogram.."))
        .check(ShippedClasses.ALL);
  }

  @Test
  void engineAndCommandKnowNoDriver() {
    noClasses()
        .that()
        .resideInAnyPackage("dev.takt.load..", "dev.takt.cli..")
        .should()
        .dependOnClassesThat(resideInAnyPackage("dev.takt.driver.."))
        .check(ShippedClasses.ALL);
  }

  /// A schedule is made of its seed alone, and independent of any answer.
  @Test
  void scheduleAndWorkloadSeeNoClockAndNoChance() {
    noClasses()
        .that()
        .resideInAnyPackage("dev.takt.load.schedule..", "dev.takt.load.workload..")
        .should()
        .callMethod(System.class, "nanoTime")
        .orShould()
        .callMethod(System.class, "currentTimeMillis")
        .orShould()
        .callMethod(Math.class, "random")
        .orShould()
        .dependOnClassesThat(
            assignableTo(RandomGenerator.class)
                .or(assignableTo(Clock.class))
                .or(resideInAnyPackage("dev.takt.load.engine..", "dev.takt.load.driver..")))
        .check(ShippedClasses.ALL);
  }

  @Test
  void allPackagesAreNullMarked() {
    ShippedClasses.ALL.getPackage("dev.takt").getSubpackagesInTree().stream()
        .filter(each -> !each.getClasses().isEmpty())
        .forEach(FloorsTest::assertNullMarked);
  }

  private static void assertNullMarked(JavaPackage each) {
    assertThat(each.isAnnotatedWith(NullMarked.class)).as(each.getName()).isTrue();
  }
}
