package dev.takt.cli.command;

import static org.assertj.core.api.Assertions.assertThat;

import dev.takt.cli.World;
import dev.takt.cli.output.Samples;
import dev.takt.cli.spi.ExitCode;
import dev.takt.record.ClockAnchor;
import dev.takt.record.LatencyHistogram;
import dev.takt.record.log.write.IntervalLogWriter;
import dev.takt.runs.RunDirectory;
import dev.takt.runs.model.Environment;
import dev.takt.runs.model.GeneratorReport.Verdict;
import dev.takt.runs.model.RunRecord;
import dev.takt.runs.model.RunRecord.Phase;
import dev.takt.runs.model.RunTags;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.SplittableRandom;
import java.util.regex.Pattern;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;

class CompareCommandTest {

  private static final long SECOND = 1_000_000_000L;
  private static final ClockAnchor ANCHOR = new ClockAnchor(0, 1_700_000_000L * SECOND, 0);
  private static final Environment HERE = Environment.capture();
  private static final Pattern FOR_PROGRAMMERS =
      Pattern.compile(
          "^\\s+at \\S+\\(|\\b\\w+(Exception|Error)\\b|this is a bug", Pattern.MULTILINE);

  @TempDir Path folder;

  /// The result of one command.
  record Done(int code, String out, String err) {}

  private Done compare(String... words) {
    World world = new World(folder);
    String[] args = new String[words.length + 1];
    args[0] = "compare";
    System.arraycopy(words, 0, args, 1, words.length);
    int code = world.run(args);
    assertThat(world.err() + world.out()).doesNotContainPattern(FOR_PROGRAMMERS);
    assertThat(world.out().lines())
        .allMatch(line -> line.length() <= 100 || List.of(words).contains("json"));
    return new Done(code, world.out(), world.err());
  }

  /// Creates a run of 40 s at 200/s, around a median in microseconds, with a share of failures.
  private void made(String name, long micros, double failing) throws IOException {
    RunDirectory directory = RunDirectory.create(folder.resolve(name));
    SplittableRandom random = new SplittableRandom(name.hashCode());
    try (IntervalLogWriter log = IntervalLogWriter.create(directory.latencyLog(), ANCHOR, 0)) {
      for (long second = 0; second < 40; second++) {
        LatencyHistogram good = new LatencyHistogram();
        LatencyHistogram failed = new LatencyHistogram();
        for (int i = 0; i < 200; i++) {
          double nanos = micros * 1000 * Math.exp(0.3 * random.nextGaussian());
          (random.nextDouble() < failing ? failed : good).record(Math.round(nanos));
        }
        for (String measure : List.of("rt", "st")) {
          log.write("read-" + measure, second * SECOND, (second + 1) * SECOND, good);
          if (!failed.isEmpty()) {
            log.write("read:failed-" + measure, second * SECOND, (second + 1) * SECOND, failed);
          }
        }
      }
    }
    write(directory, 1);
  }

  private static void write(RunDirectory directory, int version) throws IOException {
    directory.write(
        new RunRecord(
            version,
            RunRecord.State.FINISHED,
            null,
            Map.of("mode", "fixed", "rate", "200/s"),
            HERE,
            new RunRecord.TimeBase(0L, List.of(ANCHOR)),
            RunTags.GRAMMAR,
            new RunRecord.Course(List.of(new Phase(Phase.MEASURE, 0, 40 * SECOND)), null)));
  }

  @Test
  void aSlowerRunIsCalledSlower() throws Exception {
    made("before", 1000, 0);
    made("after", 1300, 0);

    Done done = compare("before", "after");

    assertThat(done.code()).as(done.err()).isZero();
    assertThat(done.out())
        .startsWith(
            """
            B was slower than A in these two runs

            A  before
            B  after

            response time\
            """)
        .contains("one run of each side")
        .containsPattern("  p50 +(0\\.9|1\\.0)\\d* ?\\S+ +1\\.\\d+ ms +\\+\\d+ % .* slower\n")
        .containsPattern("  throughput .* no difference\n");
  }

  @Test
  void baselineFileIsComparedLikeItsRun() throws Exception {
    made("before", 1000, 0);
    made("same", 1000, 0);
    made("after", 1300, 0);
    String rule = "p50 worse by > 10%";

    Done written = compare("--write-baseline", "base.json", "before");

    assertThat(written.code()).as(written.err()).isZero();
    assertThat(written.out())
        .matches("baseline \\S+base.json: response time of 1 run, [\\d,]+ bytes\n");
    assertThat(Files.size(folder.resolve("base.json"))).isLessThan(5_000);
    Done slower = compare("--baseline", "base.json", "after", "--fail-if", rule);
    assertThat(slower.code()).as(slower.err()).isEqualTo(ExitCode.REGRESSION);
    assertThat(slower.out()).contains("A  base.json\n", "B  after\n", "B was slower than A");
    assertThat(compare("--baseline", "base.json", "same", "--fail-if", rule).code()).isZero();
    assertThat(compare("base.json", "after", "--fail-if", rule).code())
        .isEqualTo(ExitCode.REGRESSION);
    assertThat(slower.err()).isEmpty();
    World github = new World(folder).with(Map.of("GITHUB_ACTIONS", "true"));
    github.run("compare", "base.json", "after", "--fail-if", rule);
    assertThat(github.err())
        .startsWith("::error title=takt compare fail-if p50 worse by > 10%25::(read p50: +")
        .endsWith("%0AB was slower than A in these two runs\n");
  }

  /// The file always has the percentiles that are compared by default.
  @Test
  void baselineFileHasTheRequestedPercentiles() throws Exception {
    made("before", 1000, 0);
    compare("--write-baseline", "base.json", "before", "--percentiles", "75");

    Done rule = compare("--baseline", "base.json", "before", "--fail-if", "p75 worse by > 10%");
    Done other = compare("--baseline", "base.json", "before", "--fail-if", "p70 worse by > 10%");

    assertThat(rule.code()).as(rule.err()).isZero();
    assertThat(rule.out()).contains("p50 ", "p75 ", "p99.9 ");
    assertThat(other.code()).isEqualTo(ExitCode.FAILED);
    assertThat(other.err())
        .isEqualTo(
            "takt: base.json has no p70, only p50, p75, p90, p99, p99.9, throughput, errors;"
                + " write the baseline with --percentiles p70\n");
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      textBlock =
          """
          --write-baseline base.json                    | 2 | expected one or more run directories
          --write-baseline base.json --a r --b s        | 2 | expected one or more run directories
          --write-baseline base.json r --format json    | 2 | --format: cannot be combined with
          --write-baseline no/such r                    | 1 | r does not exist
          --write-baseline base.json log                | 1 | log is a file: expected run directories
          --a log --a before --b before                 | 1 | log is a file: expected run directories
          --write-baseline . before                     | 1 | is a folder
          --baseline before                             | 2 | found 1
          --baseline before --a before --b before       | 2 | or --baseline and run directories
          --baseline log before                         | 1 | is a file, but no baseline
          --self-check --baseline before                | 2 | --baseline: cannot be combined with
          """)
  void wrongBaselinesAreExplained(String line, int code, String message) throws Exception {
    made("before", 1000, 0);
    Files.writeString(folder.resolve("log"), "x");

    Done done = compare(line.strip().split(" "));

    assertThat(done.code()).as(done.err()).isEqualTo(code);
    assertThat(done.err()).contains(message);
  }

  @Test
  void unhealthyGeneratorIsReportedWithTheVerdict() throws Exception {
    made("before", 1000, 0);
    made("after", 1300, 0);
    RunDirectory after = RunDirectory.open(folder.resolve("after"));
    RunRecord run = after.read();
    after.write(
        run.ended(
            RunRecord.State.FINISHED,
            Samples.run("fixed").withGenerator(Samples.generator(Verdict.STALLED, List.of()))));

    Done done = compare("before", "after");

    assertThat(done.out())
        .startsWith(
            """
            B was slower than A in these two runs; mind the warning below

            A  before
            B  after

            GENERATOR STALLED in after: do not blame the target for a difference

            response time\
            """);
    JsonNode json = new JsonMapper().readTree(compare("before", "after", "--format", "json").out());
    assertThat(json.get("comparisons").get(0).get("warnings").get(0).asString())
        .startsWith("GENERATOR STALLED in after");
  }

  @Test
  void eachComparisonHasItsVerdictAtTheTopAndFits80Columns() throws Exception {
    made("before", 1000, 0);
    made("after", 1300, 0);
    made("thousand-times-slower-with-errors", 1_000_000, 0.5);

    String out = compare("before", "after", "thousand-times-slower-with-errors").out();

    assertThat(out)
        .startsWith(
            """
            B was slower than A in these two runs
            C was worse than A in these two runs

            A  before
            B  after
            C  thousand-times-slower-with-errors
            """)
        .containsPattern("  errors .* points ");
    assertThat(out.lines()).allMatch(line -> line.length() <= 80);
  }

  private void cost(String name, long cpuNanos) throws IOException {
    RunDirectory directory = RunDirectory.open(folder.resolve(name));
    directory.write(
        directory
            .read()
            .ended(
                RunRecord.State.FINISHED,
                Samples.run("fixed")
                    .withGenerator(Samples.generator(Verdict.OK, List.of(), cpuNanos))));
  }

  /// 2,012 operations and 200 of the warm-up were sent: 100 and 150 µs each.
  @Test
  void whatTheMachineMayHaveDoneIsShownAndNotClaimed() throws Exception {
    made("before", 1000, 0);
    made("after", 1300, 0);
    cost("before", 221_200_000);
    cost("after", 331_800_000);

    Done done = compare("before", "after", "--fail-if", "p50 worse by > 5%");

    assertThat(done.code()).isEqualTo(ExitCode.NOT_TRUSTED);
    assertThat(done.out())
        .contains(
            "A and B cannot be compared: the machine, or the generator, was not the same\n",
            "UNDECIDED  p50 worse by > 5%  (read p50: not comparable)\n")
        .containsPattern("  p50 .* \\+\\d+ % .* not comparable\n")
        .containsOnlyOnce("the generator used 100.0 µs of CPU time per operation in A and");
    JsonNode json = new JsonMapper().readTree(compare("before", "after", "--format", "json").out());
    assertThat(json.get("comparisons").get(0).get("verdict").asString())
        .isEqualTo("not_comparable");

    cost("after", 221_200_000);
    assertThat(compare("before", "after", "--fail-if", "p50 worse by > 5%").code())
        .isEqualTo(ExitCode.REGRESSION);
  }

  @Test
  void aRunComparedWithItselfDoesNotDiffer() throws Exception {
    made("run", 1000, 0.1);

    Done done = compare("run", "run");

    assertThat(done.code()).isZero();
    assertThat(done.out())
        .contains(
            "no difference between A and B that this data can show",
            "run and run are the same directory")
        .doesNotContain("slower", "faster");
  }

  @ParameterizedTest
  @CsvSource({
    "p50 worse by > 5%, 4, BROKEN",
    "p50 worse by > 90%, 0, ok",
    "read p50 worse by > 100us, 4, BROKEN",
    "errors worse by > 5%, 4, BROKEN",
    "throughput worse by > 5%, 4, BROKEN",
    "max worse by > 1%, 4, BROKEN",
    "p99.99 worse by > 5%, 5, UNDECIDED",
  })
  void aRuleDecidesTheExitCode(String rule, int code, String state) throws Exception {
    made("before", 1000, 0);
    made("after", 1300, 0.2);

    Done done = compare("before", "after", "--fail-if", rule);

    assertThat(done.code()).isEqualTo(code);
    assertThat(done.out()).containsPattern("fail if\n  " + state + " +" + Pattern.quote(rule));
  }

  @Test
  void aRuleThatIsNotUnderstoodShowsTheGrammar() {
    Done done = compare("a", "b", "--fail-if", "p99 > 5%");

    assertThat(done.code()).isEqualTo(ExitCode.USAGE);
    assertThat(done.err()).contains("'p99 > 5%': expected [OPERATION] FIGURE worse by > LIMIT");
  }

  @Test
  void anOperationThatIsMistypedIsNotPassedOver() throws Exception {
    made("a", 1000, 0);

    Done done = compare("a", "a", "--fail-if", "raed p99 worse by > 5%");

    assertThat(done.code()).isEqualTo(ExitCode.USAGE);
    assertThat(done.err()).contains("did you mean read?");
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "a1,a2 b1,b2",
        "--a a1 a2 --b b1 b2",
        "--a a1 --a a2 --b b1 --b b2",
        "--a a1,a2 --b b1,b2",
      })
  void repeatsAreGivenInSeveralWays(String line) throws Exception {
    for (String each : List.of("a1", "a2", "b1", "b2")) {
      made(each, 1000, 0);
    }

    Done done = compare(line.split(" "));

    assertThat(done.code()).as(done.err()).isZero();
    assertThat(done.out())
        .contains("A  2 runs: a1, a2\n", "B  2 runs: b1, b2\n")
        .doesNotContain("one run of each side");
  }

  @Test
  void jsonHasStableNamesAndNanoseconds() throws Exception {
    made("before", 1000, 0);
    made("after", 1300, 0.2);

    Done done = compare("before", "after", "--format", "json", "--fail-if", "p50 worse by > 5%");

    JsonNode json = new JsonMapper().readTree(done.out());
    assertThat(json.path("format").asString()).isEqualTo("takt-compare/1");
    assertThat(json.at("/sides/1/runs/0/directory").asString()).isEqualTo("after");
    JsonNode comparison = json.at("/comparisons/0");
    assertThat(comparison.path("verdict").asString()).isEqualTo("worse");
    assertThat(comparison.path("measure").asString()).isEqualTo("response");
    JsonNode p50 = comparison.at("/rows/0");
    assertThat(p50.path("figure").asString()).isEqualTo("p50");
    assertThat(p50.path("unit").asString()).isEqualTo("nanoseconds");
    assertThat(p50.path("baseline").asDouble()).isBetween(980_000.0, 1_020_000.0);
    assertThat(p50.path("candidate").asDouble()).isBetween(1_270_000.0, 1_330_000.0);
    assertThat(p50.path("difference").asDouble())
        .isEqualTo(p50.path("candidate").asDouble() - p50.path("baseline").asDouble());
    assertThat(p50.path("relative").asDouble())
        .isBetween(p50.path("relativeLow").asDouble(), p50.path("relativeHigh").asDouble());
    assertThat(p50.path("verdict").asString()).isEqualTo("worse");
    JsonNode errors = comparison.at("/rows/6");
    assertThat(errors.path("figure").asString()).isEqualTo("errors");
    assertThat(errors.path("candidate").asDouble()).isBetween(0.18, 0.22);
    assertThat(errors.path("relative").isNull()).isTrue();
    assertThat(comparison.at("/rules/0/state").asString()).isEqualTo("broken");
    assertThat(done.code()).isEqualTo(ExitCode.REGRESSION);
  }

  @Test
  void whatIsNoRunSaysWhichAndWhy() throws Exception {
    made("good", 1000, 0);
    Files.createDirectory(folder.resolve("empty"));
    Files.writeString(folder.resolve("file"), "x");
    made("newer", 1000, 0);
    write(RunDirectory.open(folder.resolve("newer")), 99);
    made("watched", 1000, 0);
    Files.delete(folder.resolve("watched/latency.hdr"));
    made("damaged", 1000, 0);
    Files.writeString(folder.resolve("damaged/run.json"), "{");
    made("blank", 1000, 0);
    Files.writeString(folder.resolve("blank/latency.hdr"), "");

    Map<String, String> words =
        Map.of(
            "absent", "absent does not exist: no run",
            "empty", "empty has no run.json: it is not the directory of a run",
            "file", "file is a file, but no baseline: expected the directory of a run",
            "newer", "written by a newer Takt",
            "watched", "has no latency.hdr: it is a run without load",
            "damaged", "run.json is damaged",
            "blank", "it has no operation");
    words.forEach((name, expected) -> {
      Done done = compare("good", name);
      assertThat(done.code()).as(name).isEqualTo(ExitCode.FAILED);
      assertThat(done.err()).startsWith("takt: ").contains(name, expected);
      assertThat(done.err().lines()).hasSize(1);
    });
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "''|expected two run directories or more, found 0",
        "a|expected two run directories or more, found 1",
        "--a a|expected run directories, or --a and --b",
        "x --a a --b b|expected run directories, or --a and --b",
        "a b --format xml|table, json",
        "a b --measure fast|response, service, wait",
        "a b --percentiles 0|between 0 and 100",
        "a b --percentiles p99,x|is not a percentile",
        "a b --run-to-run much|expected a share such as 2%",
        "a b --pairs 5|only with --self-check",
        "--self-check --pairs 0|--pairs",
        "--self-check a b|run directories cannot be combined with --self-check",
        "--self-check --format json|--format: cannot be combined with --self-check",
      })
  void whatIsMistypedIsUsage(String line, String expected) {
    Done done = compare(line.isEmpty() ? new String[0] : line.split(" "));

    assertThat(done.code()).isEqualTo(ExitCode.USAGE);
    assertThat(done.err()).startsWith("takt compare: ").contains(expected);
  }

  @Test
  void aRunOnOneSideTwiceIsRefused() throws Exception {
    made("a", 1000, 0);
    made("b", 1000, 0);

    Done done = compare("a,a", "b");

    assertThat(done.code()).isEqualTo(ExitCode.FAILED);
    assertThat(done.err()).contains("a is given twice on one side");
  }

  @Test
  void whatIsKnownOfRunToRunNoiseIsTakenIntoAccount() throws Exception {
    made("before", 1000, 0);
    made("after", 1100, 0);

    assertThat(compare("before", "after").out()).contains("B was slower than A in these two runs");
    String out = compare("before", "after", "--run-to-run", "10%").out();
    assertThat(out.replaceAll("\\s+", " "))
        .contains("no difference between A and B", "10 % is assumed");
  }

  @Test
  void helpTellsTheRules() {
    assertThat(compare("--help").out())
        .contains("takt compare A B [C...]", "[OPERATION] FIGURE worse by > LIMIT", "5%");
  }

  @Test
  @Tag("slow")
  void theSelfCheckPrintsItsTable() {
    Done done = compare("--self-check", "--pairs", "1");

    assertThat(done.code()).isZero();
    assertThat(done.out())
        .containsPattern("B +600 s +5 % slower +1 +100 % +0 %")
        .contains("B: queue M/M/1, load 70 %, 1000/s");
  }
}
