package dev.takt.fleet.result;

import static org.assertj.core.api.Assertions.assertThat;

import dev.takt.explain.RunExplainer;
import dev.takt.lab.RunListener;
import dev.takt.lab.RunResult;
import dev.takt.lab.RunSession;
import dev.takt.load.config.PlanLaunch;
import dev.takt.load.share.Share;
import dev.takt.runs.RunDirectory;
import dev.takt.runs.model.Fleet;
import dev.takt.runs.model.OperationSummary;
import dev.takt.runs.model.RunRecord;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/// Generators that share a load, merged, are one generator.
class SharedRunsTest {

  @TempDir private Path folder;

  private static String[] settings(String... more) {
    List<String> all =
        new ArrayList<>(
            List.of(
                "rate", "1000/s",
                "duration", "2s",
                "warmup", "500ms",
                "operations", "[{name: a, weight: 3}, {name: b}]"));
    all.addAll(List.of(more));
    return all.toArray(String[]::new);
  }

  @Test
  @Timeout(60)
  void threeSharesAreTheWhole() throws Exception {
    RunDirectory directory = RunDirectory.create(folder.resolve("merged"));
    long start = System.nanoTime() + TimeUnit.SECONDS.toNanos(5);
    List<MachinePart> parts = new ArrayList<>();
    List<Future<RunResult>> runs = new ArrayList<>();
    try (ExecutorService threads = Executors.newFixedThreadPool(3)) {
      for (int i = 1; i <= 3; i++) {
        String share = i + "/3";
        Path path = folder.resolve("merged/machines/m" + i);
        RunDirectory own = RunDirectory.create(path);
        RunSession session =
            RunSession.of(
                Plans.plan(settings("share", share, "start-at", "monotonic:" + start)),
                own,
                RunListener.NONE);
        runs.add(threads.submit(session::run));
        parts.add(
            new MachinePart(
                "m" + i,
                "here",
                Share.parse(share),
                Fleet.State.FINISHED,
                path,
                Fleet.Clock.SAME,
                start));
      }
      for (Future<RunResult> each : runs) {
        assertThat(each.get().storageFailures()).isEmpty();
      }
    }
    PlanLaunch launch = Plans.launch(settings());
    RunRecord started = MergedRun.started(launch.plan(), start);

    RunResult merged =
        MergedRun.merge(
            launch,
            started,
            parts,
            directory,
            text -> {
              throw new AssertionError(text);
            });

    RunResult whole =
        RunSession.of(
                Plans.plan(settings()),
                RunDirectory.create(folder.resolve("whole")),
                RunListener.NONE)
            .run();
    assertThat(merged.summary().results().balance()).isEqualTo(whole.summary().results().balance());
    assertThat(merged.summary().results().warmup()).isEqualTo(whole.summary().results().warmup());
    assertThat(merged.summary().results().operations())
        .extracting(OperationSummary::balance)
        .isEqualTo(
            whole.summary().results().operations().stream()
                .map(OperationSummary::balance)
                .toList());
    assertThat(merged.summary().results().total().service().count())
        .isEqualTo(whole.summary().results().total().service().count());
    assertThat(RunExplainer.of(directory).operations().size()).isEqualTo(1_500);
  }
}
