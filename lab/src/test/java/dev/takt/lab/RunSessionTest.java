package dev.takt.lab;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.takt.load.config.Plan;
import dev.takt.load.config.PlanLaunch;
import dev.takt.load.config.PlanReader;
import dev.takt.load.config.source.PlanException;
import dev.takt.load.engine.recording.Progress;
import dev.takt.runs.RunDirectory;
import dev.takt.runs.model.RunRecord;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.CountDownLatch;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/// Whole runs against the simulated server, which answers after exactly 2 ms.
@Timeout(60)
class RunSessionTest {

  @TempDir private Path folder;

  private final Events events = new Events();

  private static final class Events implements RunListener {
    private final List<String> all = new CopyOnWriteArrayList<>();
    private final CountDownLatch load = new CountDownLatch(1);

    @Override
    public void info(String message) {
      all.add("info " + message);
    }

    @Override
    public void warning(String message) {
      all.add("warning " + message);
    }

    @Override
    public void loadStarting() {
      all.add("load starting");
    }

    @Override
    public void progressed(Progress progress) {
      if (progress.phase() == Progress.Phase.MEASURE) {
        load.countDown();
      }
    }

    @Override
    public void loadEnded() {
      all.add("load ended");
    }
  }

  private static Plan plan(String... keysAndValues) throws PlanException {
    Map<String, List<String>> flags = new HashMap<>();
    flags.put("target", List.of("sim:delay=2ms"));
    flags.put("rate", List.of("200/s"));
    flags.put("duration", List.of("500ms"));
    flags.put("self-warmup", List.of("off"));
    for (int i = 0; i < keysAndValues.length; i += 2) {
      flags.put(keysAndValues[i], List.of(keysAndValues[i + 1]));
    }
    return new PlanReader(InstalledDrivers.load()).read(null, flags);
  }

  private RunDirectory directory() throws IOException {
    return RunDirectory.create(folder.resolve("run"));
  }

  @Test
  void resultIsWhatTheDirectoryHolds() throws Exception {
    RunDirectory directory = directory();

    RunResult result = RunSession.of(plan("fail-if", "p99 > 1ms"), directory, events).run();

    assertThat(result.summary().hasBrokenRule()).isTrue();
    assertThat(result.summary().results().balance().completed()).isEqualTo(100);
    assertThat(result.observed()).isEmpty();
    assertThat(result.recordedSummary()).isEqualTo(directory.read().summary());
    assertThat(events.all)
        .containsSubsequence(
            "info run directory " + directory.path(), "load starting", "load ended");
  }

  @Test
  void watchedRunIsExplainedFromMemory() throws Exception {
    RunDirectory directory = directory();

    RunResult result = RunSession.of(plan("watch", "default"), directory, events).run();

    RunResult.Observed observed = result.observed().orElseThrow();
    assertThat(observed.stalls().stalls()).hasSameSizeAs(directory.readStalls().stalls());
    assertThat(result.explainer()).isPresent();
    assertThat(result.recordedSummary()).isEqualTo(directory.read().summary());
  }

  @Test
  void runThatKeepsItsRulesIsNotExplainedIfOnlyFailuresAre() throws Exception {
    Plan plan = plan("watch", "default", "fail-if", "p99 > 10s");
    PlanLaunch launch = PlanLaunch.prepare(plan, InstalledDrivers.load());

    RunResult result =
        new RunSession(plan, launch, directory(), events, RunSession.Explain.IF_TARGET_FAILED)
            .run();

    assertThat(result.observed()).isPresent();
    assertThat(result.explainer()).isEmpty();
  }

  @Test
  void stoppedRunHasAResult() throws Exception {
    RunDirectory directory = directory();
    RunSession session = RunSession.of(plan("duration", "50s"), directory, events);
    Thread stopper =
        Thread.ofVirtual()
            .start(() -> {
              try {
                events.load.await();
              } catch (InterruptedException e) {
                Thread.currentThread().interrupt();
              }
              assertThat(session.stop()).isTrue();
            });

    RunResult result = session.run();
    stopper.join();

    assertThat(result.verdict()).isEqualTo(RunVerdict.INTERRUPTED);
    assertThat(directory.read().state()).isEqualTo(RunRecord.State.STOPPED);
  }

  @Test
  void stopBeforeTheLoadEndsTheRunWithAnException() throws Exception {
    RunSession session = RunSession.of(plan(), directory(), events);

    assertThat(session.stop()).isFalse();
    assertThatThrownBy(session::run).isInstanceOf(InterruptedException.class);
    assertThat(events.all).doesNotContain("load starting");
  }

  @Test
  void abortedRunIsMarkedAsFailedAndStaysSo() throws Exception {
    RunDirectory directory = directory();
    RunSession session = RunSession.of(plan("duration", "50s"), directory, events);
    Thread aborter =
        Thread.ofVirtual()
            .start(() -> {
              try {
                events.load.await();
              } catch (InterruptedException e) {
                Thread.currentThread().interrupt();
              }
              session.abort();
              session.stop();
            });

    RunResult _ = session.run();
    aborter.join();

    assertThat(directory.read().state()).isEqualTo(RunRecord.State.FAILED);
    assertThat(events.all)
        .contains("warning the run in " + directory.path() + " is marked as failed");
  }

  /// The listener is called when the load has ended and its summary is not yet written.
  @Test
  void summaryOfAnEndedLoadIsKeptWhenTheProcessIsHalted() throws Exception {
    RunDirectory directory = directory();
    List<RunRecord> saved = new CopyOnWriteArrayList<>();
    RunSession[] session = new RunSession[1];
    RunListener halting =
        new RunListener() {
          @Override
          public void loadEnded() {
            try {
              session[0].saveSummary();
              saved.add(directory.read());
            } catch (IOException e) {
              throw new UncheckedIOException(e);
            }
          }
        };
    session[0] = RunSession.of(plan(), directory, halting);

    RunResult _ = session[0].run();

    assertThat(saved).singleElement().matches(each -> each.summary() != null);
  }

  @Test
  void resultsOfTwoRunsOfOnePlanHaveTheSamePlan() throws Exception {
    Plan plan = plan();
    RunResult first = RunSession.of(plan, directory(), RunListener.NONE).run();
    RunResult second =
        RunSession.of(plan, RunDirectory.create(folder.resolve("two")), RunListener.NONE).run();

    assertThat(second.record().plan()).isEqualTo(first.record().plan());
    assertThat(Files.exists(first.directory().latencyLog())).isTrue();
  }
}
