package dev.takt.explain.comparison;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.takt.explain.comparison.RegressionRule.State;
import java.util.List;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class RegressionRuleTest {

  @ParameterizedTest
  @CsvSource({
    "p99 worse by > 5%, , p99, 0.05, true, false",
    "p99.9 worse by >= 2ms, , p99.9, 2e6, false, true",
    "read p99 worse by > 5%, read, p99, 0.05, true, false",
    "read.p99.9 worse by >5 %, read, p99.9, 0.05, true, false",
    "my-op.2 max worse by > 10us, my-op.2, max, 1e4, true, true",
    "throughput worse by > 3%, , throughput, 0.03, true, false",
    "throughput worse by > 10/s, , throughput, 10, true, true",
    "errors worse by > 0.1%, , errors, 0.001, true, false",
    "'  p50   worse  by > 1s ', , p50, 1e9, true, true",
  })
  void validRulesAreParsed(
      String text,
      String operation,
      String figure,
      double limit,
      boolean strict,
      boolean absolute) {
    RegressionRule rule = RegressionRule.parse(text);

    assertThat(rule.operation()).isEqualTo(operation);
    assertThat(rule.figure().label()).isEqualTo(figure);
    assertThat(rule.limit()).isEqualTo(limit);
    assertThat(rule.strict()).isEqualTo(strict);
    assertThat(rule.absolute()).isEqualTo(absolute);
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "",
        "p99",
        "p99 > 5%",
        "p99 worse by < 5%",
        "p99 worse by > 5",
        "p99 worse by > -5%",
        "p0 worse by > 5%",
        "p100 worse by > 5%",
        "mean worse by > 5%",
        "p99 better by > 5%",
        "errors worse by > 2ms",
        "p99 worse by > 10/s",
        "throughput worse by > 2ms",
        "a b p99 worse by > 5%",
        "p99 worse by > 99999999999999999999%",
      })
  void invalidRuleIsRejectedWithTheGrammar(String text) {
    assertThatThrownBy(() -> RegressionRule.parse(text))
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessageContaining(RegressionRule.GRAMMAR)
        .hasMessageContaining("'" + text.strip() + "'");
  }

  private static Row row(String operation, Figure figure, double a, double b, Verdict verdict) {
    return new Row(operation, figure, a, b, new Row.Interval(0, 1), 0.01, verdict, "");
  }

  @ParameterizedTest
  @CsvSource({
    "p99 worse by > 5%, 100, 106, WORSE, BROKEN",
    "p99 worse by > 5%, 100, 105, WORSE, HOLDS",
    "p99 worse by >= 5%, 100, 105, WORSE, BROKEN",
    "p99 worse by > 5%, 100, 150, NO_DIFFERENCE, HOLDS",
    "p99 worse by > 5%, 100, 50, BETTER, HOLDS",
    "p99 worse by > 5%, 100, 150, TOO_LITTLE_DATA, UNDECIDED",
    "p99 worse by > 5%, 100, 150, NOT_COMPARABLE, UNDECIDED",
    "p99 worse by > 5ns, 100, 106, WORSE, BROKEN",
    "p99 worse by > 7ns, 100, 106, WORSE, HOLDS",
    "p50 worse by > 5%, 100, 106, WORSE, UNDECIDED",
    "read p99 worse by > 5%, 100, 106, WORSE, BROKEN",
    "write p99 worse by > 5%, 100, 106, WORSE, UNDECIDED",
  })
  void ruleIsBrokenOnlyByASignificantDifference(
      String text, double a, double b, Verdict verdict, State state) {
    List<Row> rows = List.of(row("read", new Figure.Percentile(99), a, b, verdict));

    assertThat(RegressionRule.parse(text).evaluate(rows).state()).isEqualTo(state);
  }

  @ParameterizedTest
  @CsvSource({
    "throughput worse by > 5%, 100, 90, BROKEN",
    "throughput worse by > 5/s, 100, 90, BROKEN",
    "throughput worse by > 15%, 100, 90, HOLDS",
  })
  void lessThroughputIsWorse(String text, double a, double b, State state) {
    List<Row> rows = List.of(row("read", new Figure.Throughput(), a, b, Verdict.WORSE));

    assertThat(RegressionRule.parse(text).evaluate(rows).state()).isEqualTo(state);
  }

  @ParameterizedTest
  @CsvSource({"0, 0.02, BROKEN", "0.5, 0.505, HOLDS", "0.5, 0.52, BROKEN"})
  void errorLimitIsInPercentagePoints(double a, double b, State state) {
    List<Row> rows = List.of(row("read", new Figure.Errors(), a, b, Verdict.WORSE));

    assertThat(RegressionRule.parse("errors worse by > 1%").evaluate(rows).state())
        .isEqualTo(state);
  }

  @ParameterizedTest
  @CsvSource({"100, 106, BROKEN", "100, 105, HOLDS", "100, NaN, UNDECIDED"})
  void maximumIsComparedByItsValue(double a, double b, State state) {
    List<Row> rows = List.of(row("read", new Figure.Max(), a, b, Verdict.NOT_JUDGED));

    assertThat(RegressionRule.parse("max worse by > 5%").evaluate(rows).state()).isEqualTo(state);
  }

  @ParameterizedTest
  @CsvSource({"WORSE, BROKEN", "TOO_LITTLE_DATA, UNDECIDED", "BETTER, HOLDS"})
  void ruleWithoutAnOperationAppliesToEach(Verdict second, State state) {
    Figure p99 = new Figure.Percentile(99);
    List<Row> rows =
        List.of(row("a", p99, 100, 50, Verdict.BETTER), row("b", p99, 100, 200, second));

    assertThat(RegressionRule.parse("p99 worse by > 5%").evaluate(rows).state()).isEqualTo(state);
  }
}
