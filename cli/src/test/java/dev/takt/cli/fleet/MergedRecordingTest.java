package dev.takt.cli.fleet;

import static org.assertj.core.api.Assertions.assertThat;

import dev.takt.fleet.coordinator.LiveInterval;
import dev.takt.fleet.coordinator.SparseCounts;
import dev.takt.lab.InstalledDrivers;
import dev.takt.load.config.Plan;
import dev.takt.load.config.PlanLaunch;
import dev.takt.load.config.PlanReader;
import dev.takt.load.driver.DriverProvider;
import dev.takt.load.engine.recording.Progress;
import dev.takt.load.engine.recording.RecordingListener;
import dev.takt.record.LatencyHistogram;
import dev.takt.runs.model.Distribution;
import dev.takt.runs.model.GeneratorReport;
import dev.takt.runs.model.RunTags;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;

class MergedRecordingTest {

  private static final long SECOND = 1_000_000_000L;

  private final Map<String, Long> recorded = new TreeMap<>();
  private final List<Progress> progress = new ArrayList<>();
  private final List<Boolean> lasts = new ArrayList<>();

  private final RecordingListener listener =
      new RecordingListener() {
        @Override
        public void recorded(RunTags.Tag tag, LatencyHistogram interval) {
          recorded.merge(tag.toString(), interval.totalCount(), Long::sum);
        }

        @Override
        public void intervalEnded(
            Progress now, @Nullable GeneratorReport generator, boolean settled, boolean last) {
          assertThat(generator).isNull();
          assertThat(settled).isTrue();
          progress.add(now);
          lasts.add(last);
        }
      };

  private MergedRecording recording(String plan) throws Exception {
    List<DriverProvider> drivers = InstalledDrivers.load();
    Plan read =
        new PlanReader(drivers)
            .read("plan", (plan.contains("target") ? "" : "target: sim:delay=1ms\n") + plan);
    return new MergedRecording(read, PlanLaunch.prepare(read, drivers).schedule(), listener);
  }

  /// @param counts by tag
  private static LiveInterval interval(long endSeconds, Map<String, Long> counts) {
    Map<RunTags.Tag, SparseCounts> recorded = new HashMap<>();
    counts.forEach((tag, count) -> {
      LatencyHistogram times = new LatencyHistogram();
      times.record(1_000_000, count);
      recorded.put(Objects.requireNonNull(RunTags.parse(tag)), SparseCounts.of(times.toCounts()));
    });
    long completed = counts.getOrDefault("read-rt", counts.getOrDefault("read-st", 0L));
    return new LiveInterval(
        endSeconds * SECOND,
        List.of("a", "b"),
        List.of(),
        completed,
        counts.getOrDefault("read:failed-rt", 0L),
        SECOND,
        Distribution.of(new LatencyHistogram()),
        recorded);
  }

  @Test
  void passesEverythingOnWithTheRatesOfTheWhole() throws Exception {
    MergedRecording merged = recording("rate: 100/s\nwarmup: 1s\nduration: 3s\n");
    merged.add(List.of());
    assertThat(progress).isEmpty();
    merged.add(List.of(interval(1, Map.of("warmup:read-rt", 100L))));
    merged.add(List.of(interval(2, Map.of("read-rt", 90L, "read-st", 90L, "read:failed-rt", 7L))));
    assertThat(recorded)
        .isEqualTo(
            Map.of("warmup:read-rt", 100L, "read-rt", 90L, "read-st", 90L, "read:failed-rt", 7L));
    assertThat(progress)
        .extracting(Progress::phase)
        .containsExactly(Progress.Phase.WARMUP, Progress.Phase.MEASURE);
    Progress now = progress.getLast();
    assertThat(now.elapsedNanos()).isEqualTo(2 * SECOND);
    assertThat(now.remainingNanos()).isEqualTo(SECOND);
    assertThat(now.rates()).isEqualTo(new Progress.Rates(100, 97));
    assertThat(now.counts())
        .isEqualTo(new Progress.Counts(Progress.UNKNOWN, Progress.UNKNOWN, 190, 7));
    assertThat(now.soFar().service().count()).isEqualTo(90);
    merged.end();
    assertThat(lasts).containsExactly(false, false, true);
  }

  /// As on one machine: counts and rates are those of users, times and metrics those of steps.
  @Test
  void journeysAreCountedAndTheirStepsPassedOn() throws Exception {
    MergedRecording merged =
        recording(
            "target: demo\nrate: 10/s\nduration: 1s\njourneys: {shop: {steps: [login: {path: /}]}}\n");
    merged.add(
        List.of(
            interval(
                1,
                Map.of("shop-rt", 8L, "shop:failed-rt", 2L, "shop.login-rt", 30L, "shop-st", 8L))));
    Progress now = progress.getLast();
    assertThat(recorded).isEqualTo(Map.of("shop.login-rt", 30L));
    assertThat(now.counts())
        .isEqualTo(new Progress.Counts(Progress.UNKNOWN, Progress.UNKNOWN, 8, 2));
    assertThat(now.rates()).isEqualTo(new Progress.Rates(10, 10));
    assertThat(Objects.requireNonNull(now.soFar().response()).count()).isEqualTo(30);
    assertThat(Objects.requireNonNull(now.interval().response()).count()).isEqualTo(30);
  }

  @Test
  void intervalsOfAMachineThatWasCutOffCountAndChangeNoRate() throws Exception {
    MergedRecording merged = recording("rate: 100/s\nduration: 9s\n");
    merged.add(List.of(interval(1, Map.of("read-rt", 50L)), interval(2, Map.of("read-rt", 50L))));
    merged.add(List.of(interval(1, Map.of("read-rt", 40L))));
    Progress now = progress.getLast();
    assertThat(now.elapsedNanos()).isEqualTo(2 * SECOND);
    assertThat(now.rates()).isEqualTo(new Progress.Rates(100, 50));
    assertThat(now.counts().completed()).isEqualTo(140);
    assertThat(recorded).isEqualTo(Map.of("read-rt", 140L));
  }

  /// They are in the tag without an outcome as well.
  @Test
  void whatWasNotAnsweredIsNotCompleted() throws Exception {
    MergedRecording merged = recording("rate: 100/s\nduration: 1s\n");
    merged.add(
        List.of(
            interval(1, Map.of("read-rt", 100L, "read:unfinished-rt", 3L, "read:unsent-rt", 2L))));
    assertThat(progress.getLast().counts().completed()).isEqualTo(95);
    assertThat(progress.getLast().rates()).isEqualTo(new Progress.Rates(100, 95));
  }

  @Test
  void withoutAScheduleNothingIsIntended() throws Exception {
    MergedRecording merged = recording("mode: throughput\nduration: 2s\n");
    merged.add(List.of(interval(1, Map.of("read-st", 80L, "read:unfinished-st", 3L))));
    Progress now = progress.getLast();
    assertThat(now.rates().intended()).isNaN();
    assertThat(now.interval().response()).isNull();
    assertThat(now.lateness()).isNull();
    assertThat(now.counts().completed()).isEqualTo(80);
  }
}
