package dev.takt.load.engine.summary;

import static org.assertj.core.api.Assertions.assertThat;

import dev.takt.record.LatencyHistogram;
import dev.takt.runs.model.Balance;
import dev.takt.runs.model.Distribution;
import dev.takt.runs.model.GeneratorReport;
import dev.takt.runs.model.GeneratorReport.Verdict;
import dev.takt.runs.model.OperationSummary;
import dev.takt.runs.model.Rate;
import dev.takt.runs.model.RunSummary;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/// Steps that were not sent because one beside them failed ended then. They are not left over at
/// the end of the run.
class UnsentBesideTest {

  private static final long SECOND = 1_000_000_000;

  /// Of 1000 operations 20 were never sent.
  private static final Balance BALANCE = new Balance(1000, 970, 10, 0, 0, 20);

  /// The schedule is 10 s, the last answer came at 11 s, and the run ended at 12 s.
  @ParameterizedTest
  @CsvSource({"20, 0, 11", "19, 0, 12", "0, 0, 12", "20, 1, 12"})
  void runEndsWithItsLastAnswer(long unsentBeside, long unfinished, long seconds) {
    SummaryBuilder.Times times =
        new SummaryBuilder.Times(5 * SECOND, 15 * SECOND, 16 * SECOND, 17 * SECOND, true);
    Balance all = BALANCE.plus(new Balance(unfinished, 0, 0, 0, unfinished, 0));

    assertThat(SummaryBuilder.duration(times, all, unsentBeside)).isEqualTo(seconds * SECOND);
  }

  @Test
  void generatorWasNotBehindBecauseOfThem() {
    LatencyHistogram waits = new LatencyHistogram();
    waits.record(SECOND / 20, 1000);
    Distribution times = Distribution.of(waits);
    OperationSummary total = new OperationSummary("all", times, times, times, BALANCE, null);
    RunSummary run =
        new RunSummary(
            RunSummary.Heading.NONE,
            new RunSummary.Execution("fixed", "http://a", null, true, 10 * SECOND),
            new RunSummary.Results(
                List.of(total), total, BALANCE, Balance.NONE, new Rate(100.0, 90.0)),
            new GeneratorReport(
                Verdict.OK,
                null,
                new GeneratorReport.StallTotals(0, 0, 0),
                new GeneratorReport.ProcessUsage(0, 0, 0),
                null,
                null,
                null,
                List.of()),
            new RunSummary.Failures(Map.of(), null),
            List.of(),
            List.of(),
            "run");

    assertThat(ScheduleCheck.wasBehind(run, 20)).isFalse();
    assertThat(ScheduleCheck.wasBehind(run, 10)).isFalse();
    assertThat(ScheduleCheck.wasBehind(run, 9)).isTrue();
    assertThat(ScheduleCheck.wasBehind(run, 0)).isTrue();
  }
}
