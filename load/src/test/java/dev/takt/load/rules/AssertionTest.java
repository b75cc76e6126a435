package dev.takt.load.rules;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.takt.load.schedule.RateMode;
import dev.takt.record.LatencyHistogram;
import dev.takt.runs.model.AssertionResult;
import dev.takt.runs.model.Balance;
import dev.takt.runs.model.Distribution;
import dev.takt.runs.model.GeneratorReport;
import dev.takt.runs.model.OperationSummary;
import dev.takt.runs.model.Rate;
import dev.takt.runs.model.RunSummary;
import dev.takt.runs.model.RunTags.Measure;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class AssertionTest {

  private static final Balance BALANCE = new Balance(1000, 990, 4, 3, 2, 1);
  private static final Balance NOTHING = new Balance(0, 0, 0, 0, 0, 0);

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      textBlock =
          """
          p99 > 20ms                | 99.0 ms  | true
          p99>20ms                  | 99.0 ms  | true
          p99 > 100ms               | 99.0 ms  | false
          p50 >= 50ms               | 50.0 ms  | true
          p99.9 < 1s                | 99.9 ms  | true
          max <= 99ms               | 100 ms   | false
          min < 1ms                 | 100 µs   | true
          mean > 50ms               | 50.0 ms  | true
          service.p99 > 20ms        | 9.90 ms  | false
          read.p99 > 20ms           | 99.0 ms  | true
          read.service.p99 > 9ms    | 9.90 ms  | true
          read.wait.p99 > 20ms      | 19.8 ms  | false
          lateness-p99 > 1ms        | 990 µs   | false
          lateness-max >= 1ms       | 1.00 ms  | true
          errors > 0.1%             | 1 %      | true
          errors > 1%               | 1 %      | false
          errors >= 10              | 10       | true
          errors > 10               | 10       | false
          read.errors > 9           | 10       | true
          rate < 990/s              | 989.5/s  | true
          rate < 59000/m            | 989.5/s  | false
          """)
  void judges(String rule, String actual, boolean broken) throws RuleException {
    assertThat(Assertion.parse(rule).evaluate(run("fixed", BALANCE), AssertionTest::histogram))
        .isEqualTo(new AssertionResult(rule, actual, broken));
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      textBlock =
          """
          p99 < 20ms              | p99 >= 20ms             | p99              | true
          read.service.p99<=20ms  | read.service.p99>20ms   | read.service.p99 | true
          errors > 0.1%           | errors <= 0.1%          | errors           | false
          rate >= 990/s           | rate < 990/s            | rate             | false
          """)
  void anOppositeIsTrueWhereTheRuleIsNot(String rule, String opposite, String subject, boolean time)
      throws RuleException {
    Assertion parsed = Assertion.parse(rule);
    assertThat(parsed.opposite()).isEqualTo(Assertion.parse(opposite));
    assertThat(parsed.opposite().opposite()).isEqualTo(parsed);
    assertThat(parsed.subject()).isEqualTo(subject);
    assertThat(parsed.isTime()).isEqualTo(time);
    RunSummary run = run("fixed", BALANCE);
    assertThat(parsed.opposite().evaluate(run, AssertionTest::histogram).broken())
        .isNotEqualTo(parsed.evaluate(run, AssertionTest::histogram).broken());
  }

  @Test
  void meansTheHeadlineOfTheModeWhereNoMeasureIsNamed() throws RuleException {
    Assertion rule = Assertion.parse("p99 > 20ms");

    assertThat(rule.evaluate(run("fixed", BALANCE), AssertionTest::histogram).actual())
        .isEqualTo("99.0 ms");
    assertThat(rule.evaluate(run("throttle", BALANCE), AssertionTest::histogram).actual())
        .isEqualTo("9.90 ms");
    assertThat(rule.evaluate(run("throughput", BALANCE), AssertionTest::histogram).actual())
        .isEqualTo("9.90 ms");
  }

  @ParameterizedTest
  @CsvSource({"p99 > 20ms", "errors > 0.1%", "errors > 10", "rate < 10/s", "max < 1s"})
  void isBrokenWhereNothingWasMeasured(String rule) throws RuleException {
    Distributions nothing = (operation, measure) -> new LatencyHistogram();

    assertThat(Assertion.parse(rule).evaluate(run("fixed", NOTHING), nothing))
        .isEqualTo(new AssertionResult(rule, "not known: no operation was measured", true));
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      textBlock =
"""
          foo > 20ms             | 0  | expected p50
          p99                    | 3  | expected a comparison
          p99 ~ 20ms             | 4  | expected a comparison
          p99 == 20ms            | 4  | expected >, >=, < or <=
          p99 > 20               | 6  | duration "20" has no unit
          p99 >                  | 5  | expected a limit, such as p99 > 20ms
          p99 > 1ms > 2ms        | 6  | duration "1ms > 2ms" is not understood
          p101 > 1s              | 0  | a percentile is at most 100
          errors > 5ms           | 9  | expected a share such as 0.1% or a count such as 10
          rate < fast            | 7  | rate "fast" is not understood
          service.errors > 1     | 0  | errors, rate and alloc have no service
          alloc > 2KB            | 8  | expected bytes per operation such as 2KB/op
          alloc > 2kB/op         | 8  | expected bytes per operation such as 2KB/op
          read.alloc > 2KB/op    | 0  | allocations are those of all operations together
          wait.alloc > 2KB/op    | 0  | errors, rate and alloc have no wait
          page-faults > 5        | 14 | expected a count per operation such as 5/op, found "5"
          page-faults > 5ms/op   | 14 | expected a count per operation such as 5/op
          task-clock > 2/op      | 13 | duration "2" has no unit
          task-clock > 2ms       | 13 | expected a time per operation such as 2ms/op
          ipc < 1/op             | 6  | expected instructions per cycle such as 0.8
          ipc < NaN              | 6  | expected instructions per cycle such as 0.8
          read.ipc < 1           | 0  | ipc is counted for all operations together: write ipc < 1
          wait.cycles > 1/op     | 0  | cycles is counted for all operations together: write cycles > 1/op
          read.cycles>5/op       | 0  | cycles is counted for all operations together: write cycles > 5/op
          cpu > 2ms/op           | 0  | expected p50
          read.rate > 1/s        | 0  | the rate is that of all operations together
          read.lateness-p99 > 1s | 0  | lateness is that of all operations together
          wait.lateness-p99 > 1s | 0  | expected either wait or lateness
""")
  void marksThePlaceThatItDoesNotUnderstand(String rule, int place, String message) {
    assertThatThrownBy(() -> Assertion.parse(rule))
        .isInstanceOf(RuleException.class)
        .hasMessageStartingWith(message)
        .hasMessageEndingWith("\n    " + rule + "\n    " + " ".repeat(place) + "^");
  }

  @Test
  void mistakesThatOnlyThePlanCanTell() throws RuleException {
    assertThat(Assertion.parse("response.p99 > 1s").mistake(RateMode.THROUGHPUT, List.of()))
        .hasValueSatisfying(text -> assertThat(text).contains("mode throughput"));
    assertThat(Assertion.parse("lateness-p99 > 1s").mistake(RateMode.THROUGHPUT, List.of()))
        .isPresent();
    assertThat(Assertion.parse("p99 > 1s").mistake(RateMode.THROUGHPUT, List.of())).isEmpty();
    assertThat(Assertion.parse("a.b.p99 > 1s").mistake(RateMode.FIXED, List.of("a.b"))).isEmpty();
    assertThat(Assertion.parse("red.p99 > 1s").mistake(RateMode.FIXED, List.of("read")))
        .hasValue("the plan has no operation \"red\" (did you mean \"read\"?)");
  }

  /// 1 to 1000 in steps of 100 µs for response, and fractions of it for the others.
  private static LatencyHistogram histogram(@Nullable String operation, Measure measure) {
    long step =
        switch (measure) {
          case RESPONSE -> 100_000;
          case SERVICE -> 10_000;
          case WAIT -> 20_000;
          case LATENESS -> 1_000;
        };
    LatencyHistogram histogram = new LatencyHistogram();
    for (int i = 1; i <= 1000; i++) {
      histogram.record(i * step);
    }
    return histogram;
  }

  private static RunSummary run(String mode, Balance balance) {
    Distribution none = Distribution.of(new LatencyHistogram());
    OperationSummary read = new OperationSummary("read", none, none, none, balance, null);
    return new RunSummary(
        RunSummary.Heading.NONE,
        new RunSummary.Execution(mode, "fake:", null, true, 1_000_000_000),
        new RunSummary.Results(List.of(read), read, balance, NOTHING, new Rate(1000.0, 989.5)),
        new GeneratorReport(
            GeneratorReport.Verdict.OK,
            new GeneratorReport.Lateness(0, 0, 0),
            new GeneratorReport.StallTotals(0, 0, 0),
            new GeneratorReport.ProcessUsage(0, 0, 0),
            0.0,
            null,
            null,
            List.of()),
        new RunSummary.Failures(Map.of(), null),
        List.of(),
        List.of(),
        "run");
  }

  @Test
  void aRuleCountsWhatWasTooSlowToCount() throws RuleException {
    Distributions distributions =
        new Distributions() {
          @Override
          public LatencyHistogram of(@Nullable String operation, Measure measure) {
            LatencyHistogram answered = new LatencyHistogram();
            answered.record(1_000_000, 90);
            return answered;
          }

          @Override
          public LatencyHistogram withTimeouts(@Nullable String operation, Measure measure) {
            LatencyHistogram all = of(operation, measure);
            all.record(500_000_000, 10);
            return all;
          }
        };
    AssertionResult result =
        Assertion.parse("p99 > 20ms").evaluate(run("fixed", BALANCE), distributions);
    assertThat(result.broken()).isTrue();
    assertThat(result.actual()).isEqualTo("500 ms");
  }
}
