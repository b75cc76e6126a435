package dev.takt.it.baddays;

import static org.assertj.core.api.Assertions.assertThat;

import dev.takt.it.harness.Ran;
import dev.takt.it.harness.Takt;
import dev.takt.it.harness.TaktProcess;
import dev.takt.runs.model.Balance;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/// Flags that make no sense end at once, before anything is started, with what was expected.
@Timeout(value = 60, threadMode = Timeout.ThreadMode.SEPARATE_THREAD)
class BadArgumentsTest {

  @TempDir Path folder;

  /// Arguments are separated by blanks; `_` stands for a blank inside of one.
  private Ran command(String line) {
    List<String> arguments =
        Arrays.stream(line.split(" ")).map(each -> each.replace('_', ' ')).toList();
    return Takt.command(folder, arguments);
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      textBlock =
          """
          --rate 0                          | nothing would ever be sent
          --rate 0/s                        | nothing would ever be sent
          --rate -5/s                       | expected a number per time, such as 5000/s
          --rate 1e12/s                     | expected a number per time, such as 5000/s
          --rate 1000000000000/s | no clock can pace
          --rate NaN                        | expected a number per time
          --rate Infinity                   | expected a number per time
          --rate abc                        | expected a number per time
          --rate 5/fortnight                | unknown unit "fortnight"
          --duration 0s    | expected a time of more than 0
          --duration -1s                    | expected a time with its unit
          --duration 20                     | did you mean 20s?
          --duration 99999999999999h        | longer than 73 years
          --timeout 2562047h                | longer than 73 years
          --duration soon                   | expected a time with its unit
          --warmup 30s --duration 20s       | warmup
          --connections 0                   | from 1 to 60000, found 0
          --connections -1                  | from 1 to 60000, found -1
          --connections many                | expected a whole number
          --workers 100000000               | from 1 to 1000000, found 100000000
          --workers 100000  | at most 10000 platform threads, found 100000; more need --worker-threads virtual
          --threads 1000                    | each thread needs a connection: expected at most 16
          --threads 0                       | from 1 to 1024, found 0
          --count 0                         | at least 1, found 0
          --count -7                        | at least 1, found -7
          --count 92233720368547758070      | expected a whole number
          --mode throughput --rate 100/s    | mode throughput has no schedule
          --mode thruput                    | expected one of fixed, throttle, throughput
          --mode throughput --schedule poisson | mode throughput has no schedule
          --schedule sine    | expected "sine mean RATE amplitude RATE period TIME"
          --schedule zigzag                 | expected constant, poisson
          --schedule hold_5/s_1s --rate 1/s | the schedule has rates of its own
          --rate 5/s --rate 6/s             | rate
          --durration 1s                    | did you mean --duration?
          --conections 5                    | did you mean --connections?
          --set raet=5/s                    | did you mean "rate"?
          --set rate                        | expected KEY=VALUE
          --duration                        | Missing required parameter
          --format xml                      | expected one of table, json, ycsb
          --sql select                      | is for driver jdbc
          plan.yaml another.yaml            | another.yaml
          """)
  void isRefusedAtOnce(String arguments, String word) {
    Ran ran = command("run --target sim:delay=1ms " + arguments);

    assertThat(ran.code()).as(ran.err()).isEqualTo(2);
    assertThat(ran.out()).isEmpty();
    assertThat(ran.err()).contains(word);
    assertThat(ran.err().lines()).hasSizeLessThan(4);
    assertThat(folder).isEmptyDirectory();
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      textBlock =
          """
          p99_>            | 5  | expected a limit, such as p99 > 20ms
          p99_~_20ms       | 4  | expected a comparison and a limit
          p99              | 3  | expected a comparison and a limit
          p101_>_1ms       | 0  | a percentile is at most 100
          p99_>_20         | 6  | did you mean 20s?
          p99_>>_20ms      | 4  | expected >, >=, < or <=
          errors_>_lots    | 9  | expected a share such as 0.1% or a count such as 10
          nonsense_>_1ms   | 0  | max, errors, rate, alloc, lateness-p99, task-clock, context-switches, page-faults
          """)
  void aRuleThatIsNotUnderstoodIsShownWithACaret(String rule, int place, String word) {
    Ran ran = command("run --target sim:delay=1ms --fail-if " + rule);

    assertThat(ran.code()).isEqualTo(2);
    List<String> lines = ran.err().lines().toList();
    assertThat(lines).hasSize(3);
    assertThat(lines.get(0)).startsWith("--fail-if: ").contains(word);
    assertThat(lines.get(1)).isEqualTo("    " + rule.replace('_', ' '));
    assertThat(lines.get(2)).isEqualTo(" ".repeat(4 + place) + "^");
  }

  @Test
  void aRuleAboutAnUnknownOperationSaysSo() {
    Ran ran = command("run --target sim:delay=1ms --fail-if raed.p99_>_1ms");

    assertThat(ran.code()).isEqualTo(2);
    assertThat(ran.err()).contains("no operation \"raed\" (did you mean \"read\"?)");
  }

  @Test
  void allInvalidFlagsAreReportedTogether() {
    Ran ran = command("run --target sim:delay=1ms --rate 0 --duration soon --workers 0");

    assertThat(ran.code()).isEqualTo(2);
    assertThat(ran.err()).contains("--rate: ", "--duration: ", "--workers: ");
    assertThat(ran.err().lines()).hasSize(3);
  }

  @Test
  void aRuleThatNothingWasMeasuredForIsBroken() {
    Ran ran =
        Takt.run(
            folder,
            "--target",
            "sim:delay=1ms,error=1.0",
            "--count",
            "20",
            "--fail-if",
            "p99 > 1h");

    assertThat(ran.balance()).isEqualTo(new Balance(20, 0, 20, 0, 0, 0));
    assertThat(ran.code()).isEqualTo(1);
    assertThat(ran.out())
        .contains("no operation completed")
        .contains("BROKEN  p99 > 1h  (it is not known: no operation was measured)");
  }

  @Test
  void maximumCountIsAccepted() {
    Ran ran =
        Takt.run(
            folder,
            "--target",
            "sim:delay=0",
            "--rate",
            "100/s",
            "--count",
            "9223372036854775807",
            "--duration",
            "300ms");

    assertThat(ran.balance()).isEqualTo(new Balance(30, 30, 0, 0, 0, 0));
  }

  /// The stacks of so many threads do not fit into the address space.
  @Test
  void moreThreadsThanTheMachineGivesIsNoBug() throws Exception {
    try (TaktProcess takt =
        TaktProcess.inShell(
            folder,
            "ulimit -v 9000000; exec \"$@\"",
            "--target",
            "sim:delay=1ms",
            "--workers",
            "10000",
            "--duration",
            "1s")) {
      Ran ran = takt.await();

      assertThat(ran.code()).isEqualTo(1);
      assertThat(ran.lastWord()).contains("10000 threads", "--workers", "--worker-threads virtual");
    }
  }

  @Test
  void moreMemoryThanThereIsIsNoBug() throws Exception {
    try (TaktProcess takt =
        TaktProcess.inShell(
            folder,
            "exec \"$@\"",
            Map.of("_JAVA_OPTIONS", "-Xmx96m"),
            "--target",
            "sim:delay=1ms",
            "--workers",
            "1000000",
            "--worker-threads",
            "virtual",
            "--duration",
            "1s")) {
      Ran ran = takt.await();

      assertThat(ran.code()).isEqualTo(1);
      assertThat(ran.lastWord()).contains("not enough memory", "--workers", "-Xmx");
    }
  }

  @Test
  @Tag("slow")
  void absurdlyHighRatesAreMissedAndSaidToBe() {
    Ran ran =
        Takt.run(
            folder,
            "--target",
            "sim:delay=1ms",
            "--rate",
            "10000000/s",
            "--duration",
            "1s",
            "--drain",
            "0s");

    assertThat(ran.balance().intended()).isEqualTo(10_000_000);
    assertThat(ran.code()).isEqualTo(5);
  }
}
