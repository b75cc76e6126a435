package dev.takt.it.truth;

import static org.assertj.core.api.Assertions.assertThat;

import dev.takt.it.harness.Ran;
import dev.takt.it.harness.TaktProcess;
import dev.takt.it.targets.Delayed;
import dev.takt.runs.model.AssertionResult;
import dev.takt.runs.model.GeneratorReport.Verdict;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.condition.EnabledOnOs;
import org.junit.jupiter.api.condition.OS;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/// The target takes 20 ms. The generator's process is frozen for 300 ms of three seconds: a tenth
/// of the operations is due meanwhile, and the answers of some ten more come meanwhile. What a rule
/// says of the target is known beforehand.
@EnabledOnOs(OS.LINUX) // for the numbers of the signals
@Tag("timing")
class FrozenGeneratorRulesTest {

  private static final long MS = 1_000_000;
  private static final long FROZEN = 300 * MS;
  private static final int RATE = 500;

  @TempDir private Path directory;

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      textBlock =
          """
          0 | p99 > 1s; max > 2s; wait.max > 1s; rate < 400/s          | --trace-limit=100
          3 | p50 > 10ms; service.p50 > 10ms; min > 10ms; p99 > 1s     |
          5 | p99 > 150ms                                              | --watch
          5 | p99 > 150ms; p50 > 10ms                                  | --trace-limit=100
          5 | service.p99 > 1s; errors > 0.1%; p99 < 1ms               |
          """)
  void onlyWhatIsTrueOfTheTargetFailsTheRun(int code, String rules, @Nullable String flag)
      throws Exception {
    check(code, rules, flag);
  }

  @ParameterizedTest
  @Tag("slow")
  @CsvSource(
      delimiter = '|',
      textBlock =
          """
          0 | p99 > 1s                                                 |
          0 | p99 > 1s                                                 | --watch
          3 | p99 > 10ms                                               |
          3 | p99 > 10ms                                               | --watch
          5 | p99 > 150ms                                              |
          5 | p99.9 > 100ms; request.p99 > 150ms; mean > 27ms; max > 250ms |
          5 | wait.p99 > 100ms; service.p99.9 > 100ms                  |
          """)
  void everyKindOfRule(int code, String rules, @Nullable String flag) throws Exception {
    check(code, rules, flag);
  }

  private void check(int code, String rules, @Nullable String flag) throws Exception {
    List<String> arguments =
        new ArrayList<>(
            List.of(
                "--rate=" + RATE + "/s", "--duration=3s", "--connections=64", "--warmup=500ms"));
    arguments.add("--no-report");
    Stream.of(rules.split("; ")).map(each -> "--fail-if=" + each).forEach(arguments::add);
    if (flag != null) {
      arguments.add(flag);
    }
    Attempts.of(_ -> {
      try (Delayed target = new Delayed(Duration.ofMillis(20))) {
        judge(frozen(target, arguments), code);
      }
    });
  }

  private Ran frozen(Delayed target, List<String> arguments) throws Exception {
    List<String> all = new ArrayList<>(arguments);
    all.add("--target=" + target.url());
    try (TaktProcess takt = TaktProcess.measure(directory, all.toArray(String[]::new))) {
      long begin = takt.awaitOrigin() + 1_500 * MS;
      new Freezer(takt.process()).freeze(begin, begin + FROZEN);
      return takt.await();
    }
  }

  private static void judge(Ran run, int code) {
    assertThat(run.summary().generator().verdict()).isEqualTo(Verdict.STALLED);
    assertThat(Objects.requireNonNull(run.summary().results().total().response()).p99())
        .isGreaterThan(200 * MS);
    List<AssertionResult> rules = run.summary().assertions();
    assertThat(run.code()).as("%s", rules).isEqualTo(code);
    switch (code) {
      case 0 -> assertThat(rules).noneMatch(AssertionResult::broken);
      case 3 ->
          assertThat(rules)
              .allMatch(each -> each.undecided() == null)
              .anyMatch(each -> each.broken());
      default -> {
        assertThat(rules).allMatch(each -> each.undecided() != null);
        assertThat(run.out()).contains("UNDECIDED", "exit code 5, not 0 or 3");
      }
    }
  }
}
