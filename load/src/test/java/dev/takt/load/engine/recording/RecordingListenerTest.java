package dev.takt.load.engine.recording;

import static org.assertj.core.api.Assertions.assertThat;

import dev.takt.record.LatencyHistogram;
import dev.takt.runs.model.GeneratorReport;
import dev.takt.runs.model.OperationState;
import dev.takt.runs.model.RunTags;
import dev.takt.runs.model.RunTags.Measure;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;

class RecordingListenerTest {

  private static final GeneratorReport REPORT =
      new GeneratorReport(
          GeneratorReport.Verdict.OK,
          null,
          new GeneratorReport.StallTotals(0, 0, 0),
          new GeneratorReport.ProcessUsage(1, 0, 0),
          null,
          null,
          null,
          List.of());

  private final List<String> calls = new ArrayList<>();

  private final class Named implements RecordingListener {

    private final String name;

    Named(String name) {
      this.name = name;
    }

    @Override
    public void started(long originNanoTime) {
      calls.add(name + " started " + originNanoTime);
    }

    @Override
    public void recorded(RunTags.Tag tag, LatencyHistogram interval) {
      calls.add(name + " " + tag + " " + interval.totalCount());
    }

    @Override
    public void intervalEnded(
        Progress progress, @Nullable GeneratorReport generator, boolean settled, boolean last) {
      calls.add(name + " ended " + progress.remainingNanos() + settled + last);
    }
  }

  @Test
  void andThenPassesEverythingToBothInOrder() {
    RecordingListener both = new Named("a").andThen(new Named("b"));
    LatencyHistogram times = new LatencyHistogram();
    times.record(1, 3);

    both.started(7);
    both.recorded(new RunTags.Tag(false, "read", OperationState.COMPLETED, Measure.SERVICE), times);
    both.intervalEnded(LiveView.selfWarmup(9), REPORT, true, false);

    assertThat(calls)
        .containsExactly(
            "a started 7",
            "b started 7",
            "a read-st 3",
            "b read-st 3",
            "a ended 9truefalse",
            "b ended 9truefalse");
  }
}
