package dev.takt.load.engine.recording;

import static dev.takt.load.engine.recording.LoopRig.BEGIN;
import static dev.takt.load.engine.recording.LoopRig.MS;
import static dev.takt.load.engine.recording.LoopRig.SECOND;
import static org.assertj.core.api.Assertions.assertThat;

import dev.takt.load.engine.VirtualTransport;
import dev.takt.load.engine.recording.OperationCounters.Note;
import dev.takt.load.journey.JourneySpec;
import dev.takt.load.journey.Part;
import dev.takt.load.journey.step.JourneyStep;
import dev.takt.load.journey.step.StepClass;
import dev.takt.load.schedule.Rate;
import dev.takt.load.schedule.Schedules;
import dev.takt.record.LatencyHistogram;
import dev.takt.runs.model.Balance;
import dev.takt.runs.model.OperationState;
import dev.takt.runs.model.RunTags;
import dev.takt.runs.model.RunTags.Measure;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/// The time of a class is in that of the journey and in no step's, against steps that take 10 ms in
/// virtual time.
class JourneyStepTruthTest {

  private static final long STEP = 10 * MS;

  /// The grid on which the loop sends, its clock readings, and those of histograms.
  private static final long TOLERANCE = MS / 5;

  @TempDir private Path directory;

  private LoopRig.Result run(JourneyStep code, boolean isLast) {
    LoopRig rig = new LoopRig(directory);
    rig.schedule = Schedules.constant(Rate.perSecond(10));
    Part call = new Part.Call("c", new StepClass("x.C", code), Map.of(), Map.of(), Map.of());
    Part first = rig.step("j");
    Part second = rig.step("j");
    rig.journeys.add(
        new JourneySpec(
            "j", 1, isLast ? List.of(first, second, call) : List.of(first, call, second)));
    return rig.run(
        new VirtualTransport(16, BEGIN, (_, start) -> start + STEP),
        LoopRig.deadline(SECOND, 10 * SECOND));
  }

  private static LatencyHistogram times(LoopRig.Result result, String name, OperationState state) {
    return result.histogram(RunTags.of(false, name, state, Measure.RESPONSE));
  }

  @Test
  void itsTimeIsInThatOfTheJourneyOnly() {
    for (boolean isLast : List.of(false, true)) {
      JourneyStep slow =
          _ -> {
            long begin = System.nanoTime();
            while (System.nanoTime() - begin < 3 * MS) {
              Thread.onSpinWait();
            }
          };
      LoopRig.Result result = run(slow, isLast);
      assertThat(result.journeys().balance(0, false)).isEqualTo(new Balance(10, 10, 0, 0, 0, 0));
      LatencyHistogram whole = times(result, "j", OperationState.COMPLETED);
      assertThat(whole.min()).isGreaterThanOrEqualTo(2 * STEP + 3 * MS - TOLERANCE);
      for (String step : List.of("j.s0", "j.s1")) {
        LatencyHistogram own = times(result, step, OperationState.COMPLETED);
        assertThat(own.totalCount()).isEqualTo(10);
        assertThat(own.max()).isBetween(STEP - TOLERANCE, STEP + 2 * TOLERANCE);
      }
    }
  }

  /// Every third user: an end of the journey after a step that was completed.
  @Test
  void itsFailureIsThatOfTheJourney() {
    int[] calls = new int[1];
    LoopRig.Result result =
        run(
            _ -> {
              if (calls[0]++ % 3 == 0) {
                throw new IllegalStateException("no key");
              }
            },
            false);
    assertThat(result.journeys().balance(0, false)).isEqualTo(new Balance(10, 6, 4, 0, 0, 0));
    assertThat(result.journeys().count(Note.ABORTED, 0, false)).isEqualTo(4);
    assertThat(result.counters().balance(0, false)).isEqualTo(new Balance(10, 10, 0, 0, 0, 0));
    assertThat(result.counters().balance(1, false)).isEqualTo(new Balance(6, 6, 0, 0, 0, 0));
    assertThat(result.counters().count(Note.ABORTED, 0, false)).isEqualTo(4);
    assertThat(result.counters().count(Note.FAILED, 0, false)).isZero();
    assertThat(result.counters().count(Note.NOT_REACHED, 1, false)).isEqualTo(4);
    Map<String, Long> errors = new TreeMap<>();
    result.counters().addFailuresTo(errors);
    assertThat(errors).isEqualTo(Map.of("x.C: IllegalStateException: no key", 4L));
    errors.clear();
    result.journeys().addFailuresTo(errors);
    assertThat(errors).isEqualTo(Map.of("x.C: IllegalStateException: no key", 4L));
    assertThat(times(result, "j", OperationState.FAILED).totalCount()).isEqualTo(4);
  }
}
