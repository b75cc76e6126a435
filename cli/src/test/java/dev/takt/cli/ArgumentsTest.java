package dev.takt.cli;

import static org.assertj.core.api.Assertions.assertThat;

import dev.takt.cli.spi.ExitCode;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/// Arguments of users who know another tool, or who mistype: the command runs, or the answer is
/// Takt's equivalent.
@Timeout(60)
class ArgumentsTest {

  @TempDir Path folder;

  /// Arguments are separated by spaces; `_` stands for a space inside an argument.
  private World typed(String line) {
    World world = new World(folder);
    String[] words =
        Arrays.stream(line.strip().split(" +"))
            .map(each -> each.replace('_', ' '))
            .toArray(String[]::new);
    world.exit = world.run(words);
    return world;
  }

  private void plan(String name) throws Exception {
    Files.writeString(folder.resolve(name), "target: sim:delay=2ms\nrate: 5/s\n");
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      textBlock =
          """
          run http://127.0.0.1:8080/                          | target: http://127.0.0.1:8080/
          run https://localhost/a?b=c --rate 5/s              | target: https://localhost/a?b=c
          run redis://127.0.0.1 --command PING                | target: redis://127.0.0.1
          run sim:delay=1ms                                   | target: sim:delay=1ms
          run demo                                            | target: demo
          run exec:git_--version                              | git --version
          run --rate 5/s postgres:embedded --duration 2s      | target: postgres:embedded
          run --watch http://127.0.0.1:8080/                  | target: http://127.0.0.1:8080/
          run plan.yaml                                       | target: sim:delay=2ms
          run plan.yaml sim:delay=1ms                         | target: sim:delay=1ms
          run sim:delay=1ms plan.yaml                         | rate: 5/s
          run plan.yaml --target sim:delay=1ms                | target: sim:delay=1ms
          """)
  void argumentThatIsAUrlOrTargetFormIsTheTarget(String line, String part) throws Exception {
    plan("plan.yaml");

    World world = typed(line + " --print-plan");

    assertThat(world.exit).as(world.err()).isZero();
    assertThat(world.out()).contains(part);
    assertThat(world.err()).isEmpty();
  }

  @Test
  void urlIsDrivenByRunFindAndLoad() {
    String small = " --count 5 --quiet --no-report --no-self-warmup --out r";
    assertThat(typed("run sim:delay=0" + small).out()).contains("all 5 operations succeeded");
    assertThat(typed("find sim:delay=0 --slo p99<1s --between 5/s..4/s").err())
        .contains("expected the lower rate first");
    assertThat(typed("load http://127.0.0.1/").err()).contains("--workload FILE");
  }

  @Test
  void existingFileIsThePlanEvenIfItsNameIsATarget() throws Exception {
    plan("demo");

    World world = typed("run demo --print-plan");

    assertThat(world.out()).contains("target: sim:delay=2ms");
    assertThat(world.err()).contains("demo is a file and is read as the plan").contains("--target");
  }

  @Test
  void directoryOfATargetsNameIsNoPlan() throws Exception {
    Files.createDirectory(folder.resolve("demo"));

    assertThat(typed("run demo --print-plan").out()).contains("target: demo");
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      textBlock =
          """
          run 127.0.0.1:8080            | neither a file nor a target; did you mean http://127.0.0.1:8080/?
          run localhost:8080/x          | did you mean http://localhost:8080/x?
          run [::1]:8080                | did you mean http://[::1]:8080/?
          run example.com/a             | did you mean http://example.com/a?
          run localhost                 | did you mean http://localhost/?
          run :8080                     | did you mean http://127.0.0.1:8080/?
          run nowhere                   | nowhere is neither a file nor a target; expected one of
          run nowhere                   | http[s]://HOST[:PORT][/PATH]
          run nowhere.yaml              | nowhere.yaml: there is no such file
          run htp://127.0.0.1/          | --target: no driver knows "htp://127.0.0.1/"
          run httpp://127.0.0.1/x       | "httpp://127.0.0.1/x"; did you mean http://127.0.0.1/x?
          run mysql://me:pw@h/db        | did you mean jdbc:mysql://h/db, with --driver-jar FILE?
          run postgres://h/db           | did you mean jdbc:postgresql://h/db?
          run mongodb://h/              | did you mean ycsb:mongodb, a binding of YCSB?
          run http+unix:///work/a.sock  | expected the path of a socket: http+unix://%2Fwork%2Fa.sock/
          run --user me http://a/       | redis, and "http://a/" is not one of their targets; write http://USER:PASSWORD@HOST/
          run http://a/ --header X-Näme:_x | a header's name is ASCII (RFC 9110), found "X-Näme"
          run http://a/ http://b/       | two targets: http://a/ and http://b/; expected one
          run http://a/ --target http://b/ | two targets: http://a/ and --target http://b/; expected one
          run http://a/ --set target=http://b/ | two targets: http://a/ and --target http://b/
          find http://a/ --target http://b/ --slo p99<1s --between 1/s..2/s | two targets
          run a.yaml b.yaml             | b.yaml; expected one
          run exec:git status           | a command is one argument: 'exec:git status'
          run exec:git --version        | a command is one argument: 'exec:git --version'
          run --spawn java -jar x       | a command is one argument: --spawn 'java -jar'
          run script.lua                | script.lua: a script of wrk cannot be run; write its requests as operations
          run script.js                 | script.js: a script of k6 cannot be run
          run a/Basic.scala             | a simulation of Gatling cannot be run
          run -t2 -s script.lua http://a/ | a script of wrk cannot be run
          watch http://127.0.0.1/       | takt run http://127.0.0.1/ --watch
          watch app.jfr                 | --read app.jfr
          """)
  void whatIsNeitherFileNorTargetIsRefusedWithBothPossibilities(String line, String part) {
    World world = typed(line);

    assertThat(world.exit).isEqualTo(ExitCode.USAGE);
    assertThat(world.err()).contains(part);
    assertThat(folder).isEmptyDirectory();
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      quoteCharacter = '"',
      textBlock =
          """
          run -c 16                     | -c 16: use --connections 16
          run -c 16 http://a/           | -c 16: use --connections 16, and --mode throughput for a closed loop
          run --vus 10                  | use --connections 10, and --mode throughput for a closed
          run -u 10                     | use --connections 10
          run -u me:pw                  | -u me:***: use http://USER:PASSWORD@HOST/
          run -a me:pw                  | -a me:***: use http://USER:PASSWORD@HOST/
          run -n 200 -c 50 -q 10        | -q 10: use --rate 10/s (oha), or 500/s (hey: for each of -c 50)
          run --json                    | --json: use --format json
          run --http2                   | --http2: use --http 2
          run --http2-prior-knowledge   | --http2-prior-knowledge: use --http 2
          run --http1.1                 | --http1.1: leave it out, HTTP/1.1 is the default
          run --http3                   | --http3: leave it out, Takt has no HTTP/3: --http auto lets the server
          run --disable-keepalive       | use --header 'Connection: close'
          run --proxy http://p/         | Takt connects to the target itself
          run --location                | --location: use --follow-redirects
          run -L                        | use --follow-redirects (curl)
          run -V                        | -V; did you mean takt --version?
          run --version                 | --version; did you mean takt --version?
          log summarize -v x            | -v; did you mean takt --version?
          run -c16                      | -c16: use --connections 16
          run -c 16 jdbc:x              | -c 16: use --workers 16
          run --vus=5                   | --vus=5: use --connections 5
          run -t4 -d 30s                | -t4: use --threads 4, --duration 4s or --timeout 4s
          run -t4 -d 30s                | -d 30s: use --duration 30s
          run -t 1m                     | -t 1m: use --duration 1m or --timeout 1m
          run -d {}                     | use --body '{}'
          run -n 100                    | -n 100: use --count 100
          run -n                        | -n: use --count N
          run -z 10s                    | -z 10s: use --duration 10s
          run -R 1000                   | -R 1000: use --rate 1000/s
          run -R1000                    | -R1000: use --rate 1000/s
          run --qps 20                  | --qps 20: use --rate 20/s
          run -rate=50/1s               | -rate=50/1s: use --rate 50/s
          run -rate 0                   | use --mode throughput
          run -q 5                      | -q 5: use --rate 5/s
          run -q                        | -q: use --quiet
          run --latency http://a/       | --latency: leave it out, percentiles are always printed
          run --iterations 7            | --iterations 7: use --count 7
          run --requests 7              | --requests 7: use --count 7
          run --concurrency 7           | --concurrency 7: use --connections 7
          run --stage 30s:100,1m:5      | use --schedule 'ramp 0/s..100/s 30s, ramp 100/s..5/s 1m'
          run -H A:_b                   | use --header 'A: b'
          run -connections=3            | use --connections 3
          run -insecure                 | use --insecure
          find -R 5                     | --between LOW and HIGH
          load -threads 4               | use -p threadcount=4
          """)
  void flagOfAnotherToolIsAnsweredWithTaktsOwn(String line, String part) {
    World world = typed(line);

    assertThat(world.exit).isEqualTo(ExitCode.USAGE);
    assertThat(world.err()).contains("unknown option").contains(part);
  }

  @Test
  void flagsOfJMeterAreNotAnsweredOneByOne() {
    World world = typed("run -n -t plan.jmx -l out.jtl");

    assertThat(world.exit).isEqualTo(ExitCode.USAGE);
    assertThat(world.err())
        .isEqualTo(
            """
            takt run: plan.jmx: a JMeter plan cannot be run; takt import jmx makes a plan of it
            See takt run --help
            """);
  }

  @Test
  void explicitRateSuppressesClosedLoopHint() {
    assertThat(typed("run -c16 -R 1000 http://127.0.0.1/").err()).doesNotContain("closed loop");
  }

  @Test
  void logWithoutACommandIsAnsweredWithTheUsualOne() throws Exception {
    Files.writeString(folder.resolve("a.hlog"), "x");

    assertThat(typed("log a.hlog").err()).contains("did you mean takt log summarize a.hlog?");
    assertThat(typed("summarize a.hlog").err()).contains("did you mean takt log summarize?");
  }

  @Test
  void allFlagsOfOtherToolsAreAnsweredAtOnce() {
    assertThat(typed("run -c16 -t4 --latency -d30s -R 1000 http://127.0.0.1/").err().lines())
        .hasSize(6)
        .allMatch(each -> each.startsWith("takt run: unknown option -") || each.startsWith("See "));
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      textBlock =
          """
          run --rate 5/s --rate 6/s             | --rate: given twice: 5/s and 6/s
          run --rate=5/s --rate 6/s --rate 7/s  | --rate: given 3 times: 5/s and 6/s and 7/s
          run --set rate=5/s --rate 6/s         | --rate: given twice
          run --self-warmup 1s --no-self-warmup | --self-warmup: given twice
          run --quiet --quiet                   | --quiet: given twice
          run --sql a --sql b                   | --sql: given twice: a and b
          run -s --status                       | --status: given twice
          compare a b --format json --format json | --format: given twice: json and json
          log summarize x --start 1 --start 2   | --start: given twice
          watch --host --host                   | --host: given twice
          """)
  void flagGivenTwiceIsRefused(String line, String part) {
    World world = typed(line);

    assertThat(world.exit).isEqualTo(ExitCode.USAGE);
    assertThat(world.err()).contains(part);
  }

  @Test
  void repeatableFlagsAreRepeatable() {
    World world =
        typed(
            "run sim:delay=0 --fail-if p99>1s --fail-if errors>1% --schedule hold_5/s_1s --schedule"
                + " hold_6/s_1s --print-plan");

    assertThat(world.exit).as(world.err()).isZero();
    assertThat(world.out()).contains("hold 5/s 1s, hold 6/s 1s");
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      textBlock =
          """
          rn                       | did you mean run?
          Run                      | did you mean run?
          wacth 4711               | did you mean watch?
          help fnid                | did you mean find?
          log sumarize             | did you mean summarize?
          probe cluck              | did you mean clock?
          http://127.0.0.1/        | takt run http://127.0.0.1/
          plan.yaml                | takt run plan.yaml
          -version                 | did you mean takt --version?
          -v                       | did you mean takt --version?
          --rate 5/s               | expected a command before '--rate'
          run --conections 5       | did you mean --connections?
          run --dur 5s             | did you mean --duration?
          run --worker_threads 5   | did you mean --worker-threads?
          """)
  void slipOfTheFingersIsAnsweredWithTheNearestWord(String line, String part) {
    World world = typed(line);

    assertThat(world.exit).isEqualTo(ExitCode.USAGE);
    assertThat(world.err()).contains(part);
  }

  @Test
  void helpFits80Columns() {
    String overview = typed("help").out();
    assertThat(overview).contains("\nCommands\n", "\n  takt run ");
    for (String each : CommandName.words()) {
      assertThat(overview).contains("\n  " + each.replace("version", "--version") + ' ');
    }
    assertThat(overview.lines()).allMatch(line -> line.codePointCount(0, line.length()) <= 80);
    for (String each : List.of("log", "probe", "run", "find", "explain", "explore", "get")) {
      assertThat(typed("help " + each).out().lines())
          .as(each)
          .allMatch(line -> line.codePointCount(0, line.length()) <= 80);
    }
  }
}
