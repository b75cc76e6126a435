package dev.takt.metrics;

import static org.assertj.core.api.Assertions.assertThat;

import dev.takt.runs.model.OperationState;
import dev.takt.runs.model.RunTags;
import dev.takt.runs.model.RunTags.Measure;
import java.util.Map;
import org.junit.jupiter.api.Test;

class LiveMetricsTest {

  private final LiveMetrics metrics = new LiveMetrics(Recorded.FACTS);

  private TextReader scrape() {
    return new TextReader(TextFormat.prometheus(MetricFamilies.of(metrics.newest())));
  }

  private static Map<String, String> outcome(String outcome) {
    return Map.of("operation", "read", "outcome", outcome);
  }

  @Test
  void intervalsAddUp() {
    Recorded.completed(metrics, "read", 1_000, 2_000);
    Recorded.tick(metrics, true, false);
    Recorded.completed(metrics, "read", 1_000);
    Recorded.completed(metrics, "write", 5_000);
    Recorded.tick(metrics, true, true);

    assertThat(scrape().value("takt_response_seconds_count", outcome("completed"))).isEqualTo(3);
    assertThat(scrape().value("takt_response_seconds_sum", outcome("completed")))
        .isEqualTo(4_000 / 1e9);
    assertThat(
            scrape()
                .value(
                    "takt_operations_total", Map.of("operation", "write", "outcome", "completed")))
        .isOne();
    assertThat(metrics.newest().isLast()).isTrue();
  }

  /// The log also has operations left at the end under the tag of the completed ones.
  @Test
  void unfinishedOperationsAreNotCountedAsCompleted() {
    metrics.recorded(
        Recorded.tag("read", OperationState.COMPLETED, Measure.RESPONSE),
        Recorded.values(10, 500, 900));
    metrics.recorded(
        Recorded.tag("read", OperationState.COMPLETED, Measure.WAIT), Recorded.values(3, 4, 900));
    metrics.recorded(
        Recorded.tag("read", OperationState.UNFINISHED, Measure.RESPONSE), Recorded.values(500));
    metrics.recorded(
        Recorded.tag("read", OperationState.NEVER_SENT, Measure.RESPONSE), Recorded.values(900));
    metrics.recorded(
        Recorded.tag("read", OperationState.FAILED, Measure.RESPONSE), Recorded.values(77));
    Recorded.tick(metrics, true, true);

    TextReader text = scrape();
    assertThat(text.value("takt_response_seconds_sum", outcome("completed"))).isEqualTo(10 / 1e9);
    assertThat(text.value("takt_response_seconds_sum", outcome("unfinished"))).isEqualTo(500 / 1e9);
    assertThat(text.value("takt_response_seconds_sum", outcome("unsent"))).isEqualTo(900 / 1e9);
    assertThat(text.value("takt_response_seconds_sum", outcome("failed"))).isEqualTo(77 / 1e9);
    assertThat(text.value("takt_wait_seconds_sum", outcome("completed"))).isEqualTo(7 / 1e9);
    assertThat(text.value("takt_wait_seconds_sum", outcome("unsent"))).isEqualTo(900 / 1e9);
    for (String each : new String[] {"completed", "failed", "unfinished", "unsent"}) {
      assertThat(text.value("takt_operations_total", outcome(each))).as(each).isOne();
    }
    assertThat(text.value("takt_operations_total", outcome("timeout"))).isZero();
  }

  /// Between its two records, an operation left at the end would be counted as completed.
  @Test
  void unsettledIntervalIsNotPublished() {
    Recorded.completed(metrics, "read", 10);
    Recorded.tick(metrics, true, false);
    metrics.recorded(
        Recorded.tag("read", OperationState.COMPLETED, Measure.RESPONSE), Recorded.values(500));
    Recorded.tick(metrics, false, false);

    assertThat(scrape().value("takt_operations_total", outcome("completed"))).isOne();

    metrics.recorded(
        Recorded.tag("read", OperationState.UNFINISHED, Measure.RESPONSE), Recorded.values(500));
    Recorded.tick(metrics, true, true);

    assertThat(scrape().value("takt_operations_total", outcome("completed"))).isOne();
    assertThat(scrape().value("takt_operations_total", outcome("unfinished"))).isOne();
  }

  @Test
  void warmUpIsExcluded() {
    metrics.recorded(
        new RunTags.Tag(true, "read", OperationState.COMPLETED, Measure.RESPONSE),
        Recorded.values(1));
    metrics.recorded(
        new RunTags.Tag(true, null, OperationState.COMPLETED, Measure.LATENESS),
        Recorded.values(1));
    metrics.recorded(
        new RunTags.Tag(false, null, OperationState.COMPLETED, Measure.LATENESS),
        Recorded.values(2));
    Recorded.tick(metrics, true, false);

    assertThat(scrape().value("takt_operations_total", outcome("completed"))).isZero();
    assertThat(scrape().value("takt_lateness_seconds_count", Map.of())).isOne();
  }
}
