package dev.takt.cli.render.ycsb;

import static org.assertj.core.api.Assertions.assertThat;

import dev.takt.cli.output.Samples;
import dev.takt.load.engine.recording.Progress;
import dev.takt.record.LatencyHistogram;
import dev.takt.runs.model.Distribution;
import dev.takt.runs.model.GeneratorReport.Verdict;
import dev.takt.runs.model.OperationState;
import dev.takt.runs.model.RunTags;
import dev.takt.runs.model.RunTags.Measure;
import dev.takt.testing.InEachLocale;
import java.io.ByteArrayOutputStream;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;
import java.time.Instant;
import java.time.InstantSource;
import java.time.ZoneOffset;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

@InEachLocale
class YcsbStatusTest {

  private static final long SECOND = 1_000_000_000;

  private final ByteArrayOutputStream bytes = new ByteArrayOutputStream();

  private YcsbStatus status(Map<String, String> properties) {
    return new YcsbStatus(
        new PrintStream(bytes, true, StandardCharsets.UTF_8),
        InstantSource.fixed(Instant.parse("2026-11-22T12:00:00.007Z")),
        ZoneOffset.UTC,
        properties,
        1000);
  }

  private static void interval(YcsbStatus status, double seconds, long operations, boolean last) {
    LatencyHistogram times = new LatencyHistogram();
    times.record(4_000, 99);
    times.record(104_000);
    status.recorded(
        new RunTags.Tag(false, "read", OperationState.COMPLETED, Measure.SERVICE), times);
    Progress.Times none = new Progress.Times(null, Distribution.of(new LatencyHistogram()));
    Progress progress =
        new Progress(
            Progress.Phase.MEASURE,
            (long) (seconds * SECOND),
            Long.MAX_VALUE,
            new Progress.Rates(Double.NaN, 0),
            none,
            none,
            null,
            new Progress.Counts(0, 0, operations - 1, 1));
    status.intervalEnded(progress, Samples.generator(Verdict.OK, List.of()), true, last);
  }

  @Test
  void printsALineEachIntervalAndOneAtTheEnd() {
    YcsbStatus status = status(Map.of("status.interval", "2", "label", "mine "));
    status.begin();
    interval(status, 0.999, 100, false);
    interval(status, 1.998, 250, false);
    interval(status, 3.001, 400, false);
    interval(status, 3.5, 1000, true);

    assertThat(bytes.toString(StandardCharsets.UTF_8))
        .isEqualTo(
            """
            mine 2026-11-22 12:00:00:007 0 sec: 0 operations; est completion in 0 second\s
            mine 2026-11-22 12:00:00:007 1 sec: 250 operations; 125.13 current ops/sec; \
            est completion in 6 second [READ: Count=200, Max=104, Min=4, Avg=5, 90=4, 99=4, \
            99.9=104, 99.99=104]\s
            mine 2026-11-22 12:00:00:007 3 sec: 1000 operations; 499.33 current ops/sec; \
            [READ: Count=200, Max=104, Min=4, Avg=5, 90=4, 99=4, 99.9=104, 99.99=104]\s
            """);
  }

  @ParameterizedTest
  @CsvSource({
    "COMPLETED, Intended-READ",
    "FAILED, Intended-READ-FAILED",
    "TIMED_OUT, Intended-READ-FAILED",
    "UNFINISHED, Intended-READ-UNFINISHED",
    "NEVER_SENT, Intended-READ-UNSENT",
  })
  void eachOutcomeIsCountedUnderItsOwnName(OperationState state, String name) {
    YcsbStatus status = status(Map.of("measurement.interval", "both"));
    LatencyHistogram times = new LatencyHistogram();
    times.record(7_000, 3);
    status.recorded(new RunTags.Tag(false, "read", state, Measure.RESPONSE), times);
    interval(status, 1, 100, true);

    assertThat(bytes.toString(StandardCharsets.UTF_8))
        .containsPattern("\\[READ: Count=100, .* \\[" + name + ": Count=3, ")
        .doesNotContainPattern("\\[(?!READ: |" + name + ": )");
  }

  @ParameterizedTest
  @CsvSource({
    "0, '0 second '",
    "9, '9 second '",
    "12, '12 seconds '",
    "60, '1 minute '",
    "3661, '1 hour 1 minute '",
    "180000, '2 days 2 hours '",
  })
  void tellsTheRestAsYcsbDoes(long seconds, String text) {
    assertThat(YcsbStatusLine.remaining(seconds)).isEqualTo(text);
  }
}
