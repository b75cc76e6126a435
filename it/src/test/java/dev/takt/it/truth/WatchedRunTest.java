package dev.takt.it.truth;

import static org.assertj.core.api.Assertions.assertThat;

import dev.takt.explain.RunExplainer;
import dev.takt.explain.attribution.AttributionResult;
import dev.takt.explain.trace.Operations;
import dev.takt.it.harness.Ran;
import dev.takt.it.harness.TaktProcess;
import dev.takt.runs.model.HiccupTags;
import dev.takt.runs.model.Side;
import dev.takt.runs.model.Stall;
import dev.takt.runs.model.StallKind;
import dev.takt.runs.model.StallSource;
import dev.takt.runs.model.Stalls;
import dev.takt.runs.trace.OperationRecord;
import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.TreeSet;
import jdk.jfr.consumer.RecordingFile;
import org.HdrHistogram.EncodableHistogram;
import org.HdrHistogram.HistogramLogReader;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.condition.EnabledOnOs;
import org.junit.jupiter.api.condition.OS;
import org.junit.jupiter.api.io.TempDir;

/// A run that is watched, of which a part is known beforehand: its target is frozen for a while.
@EnabledOnOs(OS.LINUX) // for the numbers of the signals
@Tag("timing")
class WatchedRunTest {

  private static final long MS = 1_000_000;
  private static final long FROZEN = 300 * MS;

  @TempDir Path directory;

  @Test
  void tellsWhatStoppedItOnTheClockOfTheOperations() throws Exception {
    Attempts.of(_ -> {
      try (TaktProcess takt =
          TaktProcess.measure(directory, "--watch", "--rate=200/s", "--duration=4s")) {
        long origin = takt.awaitOrigin();
        long begin = origin + 2000 * MS;
        new Freezer(takt.shop()).freeze(begin, begin + FROZEN);
        Ran run = takt.await();
        Stalls stalls = run.directory().readStalls();
        assertFilesAreThere(run, stalls);
        assertFreezeIsSeen(run, stalls, begin);
        assertFreezeIsBlamed(run, begin);
      }
    });
  }

  /// Of all that operations lost that were due while it lasted, at least nine tenths are its own.
  private static void assertFreezeIsBlamed(Ran run, long begin) throws IOException {
    RunExplainer explainer = RunExplainer.of(run.directory());
    AttributionResult blame = explainer.explainer().attribution();
    Operations operations = explainer.operations();
    long lost = 0;
    long blamed = 0;
    for (int slow = 0; slow < blame.size(); slow++) {
      long due = operations.due(blame.operation(slow));
      if (due >= begin && due < begin + FROZEN) {
        lost += blame.excess(slow);
        for (int share = blame.firstShare(slow); share < blame.firstShare(slow + 1); share++) {
          boolean isFreeze = blame.causes().get(blame.cause(share)).kind() == StallKind.STOPPED;
          blamed += isFreeze ? blame.nanos(share) : 0;
        }
      }
    }
    assertThat(lost).isGreaterThan(FROZEN);
    assertThat((double) blamed / lost).isGreaterThan(0.9);
  }

  private static void assertFilesAreThere(Ran run, Stalls stalls) throws IOException {
    assertThat(stalls.sources())
        .extracting(StallSource::name)
        .contains(
            "target-jfr",
            "target-log",
            "target-hiccups",
            "generator-jfr",
            "generator-hiccups",
            "host-hiccups");
    for (Side side : List.of(Side.TARGET, Side.GENERATOR)) {
      try (RecordingFile events = new RecordingFile(run.directory().recording(side))) {
        assertThat(events.hasMoreEvents()).as("%s", side).isTrue();
      }
    }
    Set<String> tags = new TreeSet<>();
    try (HistogramLogReader log = new HistogramLogReader(run.directory().hiccupLog().toFile())) {
      for (EncodableHistogram each = log.nextIntervalHistogram();
          each != null;
          each = log.nextIntervalHistogram()) {
        tags.add(each.getTag());
      }
    }
    List<String> expected = new ArrayList<>();
    for (Side side : Side.values()) {
      expected.add(HiccupTags.raw(side));
      expected.add(HiccupTags.corrected(side));
    }
    assertThat(tags).containsExactlyInAnyOrderElementsOf(expected);
  }

  private static void assertFreezeIsSeen(Ran run, Stalls stalls, long begin) throws IOException {
    Optional<Stall> stopped =
        stalls.stalls().stream()
            .filter(each -> each.side() == Side.TARGET && each.kind() == StallKind.STOPPED)
            .filter(each -> each.nanos() > FROZEN / 2)
            .findFirst();
    assertThat(stopped).as("%s", stalls.notObservable()).isPresent();
    assertThat(Math.abs(stopped.get().beginNanoTime() - begin)).isLessThan(20 * MS);
    assertThat(Math.abs(stopped.get().endNanoTime() - begin - FROZEN)).isLessThan(20 * MS);
    assertThat(
            stalls.stalls().stream()
                .anyMatch(each ->
                    each.side() == Side.TARGET
                        && each.kind() == StallKind.HICCUP
                        && each.nanos() > FROZEN * 9 / 10))
        .as("a hiccup of the target")
        .isTrue();
    assertThat(
            stalls.stalls().stream()
                .noneMatch(each ->
                    each.side() != Side.TARGET
                        && each.kind() == StallKind.HICCUP
                        && each.nanos() > FROZEN * 9 / 10))
        .as("no hiccup of anybody else")
        .isTrue();
    long slow = 0;
    for (OperationRecord each : run.operations()) {
      boolean duringIt = each.due() > begin && each.due() < begin + FROZEN / 2;
      slow += duringIt && each.elapsed() > FROZEN / 3 ? 1 : 0;
    }
    assertThat(slow).as("operations that were due meanwhile").isGreaterThan(20);
  }
}
