package dev.takt.load.engine;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.takt.load.config.RunSettings;
import dev.takt.load.driver.DriverException;
import dev.takt.load.driver.Outcome;
import dev.takt.load.engine.recording.Progress;
import dev.takt.load.schedule.Rate;
import dev.takt.load.schedule.RateMode;
import dev.takt.load.schedule.Schedules;
import dev.takt.load.share.StartTime;
import dev.takt.runs.RunDirectory;
import dev.takt.runs.model.RunRecord;
import dev.takt.runs.model.RunSummary;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.TimeUnit;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.LongStream;
import org.assertj.core.api.InstanceOfAssertFactories;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/// Generators that share a load, and that start together.
@Timeout(60)
class SharedRunTest {

  private static final long MS = 1_000_000;

  @TempDir private Path temp;

  private RunDirectory directory(String name) throws IOException {
    return RunDirectory.create(temp.resolve(name));
  }

  /// The length is the whole's too: 1,001 operations at 2,000/s last 500.5 ms for each share.
  @ParameterizedTest
  @CsvSource({"false, FIXED", "true, FIXED", "false, THROUGHPUT", "true, THROUGHPUT"})
  void eachOperationOfTheWholeIsSentByOneShare(boolean blocking, RateMode mode) throws Exception {
    ConcurrentLinkedQueue<Long> numbers = new ConcurrentLinkedQueue<>();
    List<Long> intended = new ArrayList<>();
    for (String share : List.of("1/6", "2-4/6", "5-6/6")) {
      RunSettings settings = new RunSettings();
      settings.mode = mode;
      settings.share = share;
      settings.schedule =
          mode.hasSchedule()
              ? Schedules.limited(Schedules.constant(Rate.perSecond(2000)), Long.MAX_VALUE, 1001)
              : null;
      settings.durationNanos = Long.MAX_VALUE;
      settings.count = 1001;
      settings.threads = 2;
      settings.driver =
          blocking
              ? new TestDrivers.Blocking(n -> noted(numbers, n))
              : new TestDrivers.Async(0, n -> noted(numbers, n));
      RunDirectory directory = directory("run" + intended.size());
      RunSummary summary = new LoadRun(settings.build(), directory, progress -> {}).run();
      assertThat(summary.warnings()).noneMatch(w -> w.contains("add up"));
      if (mode.hasSchedule()) {
        RunRecord.Phase measured = Objects.requireNonNull(directory.read().measured());
        assertThat(Objects.requireNonNull(measured.endNanoTime()) - measured.startNanoTime())
            .isEqualTo(500 * MS + MS / 2);
      }
      intended.add(summary.results().balance().intended());
    }

    assertThat(intended).containsExactly(167L, 501L, 333L);
    assertThat(numbers)
        .containsExactlyInAnyOrderElementsOf(LongStream.range(0, 1001).boxed().toList());
  }

  private static Outcome noted(ConcurrentLinkedQueue<Long> numbers, long n) {
    numbers.add(n);
    return Outcome.OK;
  }

  @ParameterizedTest
  @CsvSource({"true", "false"})
  void theScheduleStartsAtTheAgreedMoment(boolean monotonic) throws Exception {
    RunSettings settings = new RunSettings();
    settings.durationNanos = 100 * MS;
    long start = System.nanoTime() + 700 * MS;
    Instant time = Instant.now().plusMillis(700);
    settings.startAt = monotonic ? "monotonic:" + start : time.toString();
    RunDirectory directory = directory("run");

    RunSummary summary = new LoadRun(settings.build(), directory, progress -> {}).run();

    assertThat(summary.results().balance().completed()).isEqualTo(100);
    long origin = Objects.requireNonNull(directory.read().timeBase().originNanoTime());
    long error = monotonic ? 0 : 20 * MS; // the time between the two readings above
    assertThat(Math.abs(origin - start)).isLessThanOrEqualTo(error);
  }

  @Test
  void aMomentThatHasPassedFailsTheRunAndNothingIsSent() throws Exception {
    RunSettings settings = new RunSettings();
    ConcurrentLinkedQueue<Long> numbers = new ConcurrentLinkedQueue<>();
    settings.driver = new TestDrivers.Async(0, n -> noted(numbers, n));
    long agreed = System.nanoTime() - 1200 * MS;
    settings.startAt = "monotonic:" + agreed;
    RunDirectory directory = directory("run");

    assertThatThrownBy(() -> new LoadRun(settings.build(), directory, progress -> {}).run())
        .isInstanceOf(DriverException.class)
        .hasMessageContaining("--start-at")
        .extracting(Throwable::getMessage, InstanceOfAssertFactories.STRING)
        .satisfies(message -> {
          Matcher late =
              Pattern.compile("the agreed start, .*, passed (.*) s before the run was ready.*")
                  .matcher(message);
          assertThat(late.matches()).as(message).isTrue();
          assertThat(Double.parseDouble(late.group(1)))
              .isBetween(1.2, (System.nanoTime() - agreed) / 1e9 + 0.005);
        });
    assertThat(numbers).isEmpty();
    assertThat(directory.read().state()).isEqualTo(RunRecord.State.FAILED);
    assertThat(Files.readString(temp.resolve("run/run.json"), UTF_8)).contains("start-at");
  }

  @Test
  void aMomentThatIsTooCloseFailsTheRun() {
    AgreedStart start = new AgreedStart(StartTime.parse("monotonic:" + (System.nanoTime() + MS)));

    assertThatThrownBy(start::await)
        .isInstanceOf(DriverException.class)
        .hasMessageMatching("the agreed start, .*, (was too close|passed .* before).*");
  }

  @Test
  void aStopDoesNotWaitForTheAgreedMoment() throws Exception {
    RunSettings settings = new RunSettings();
    settings.startAt = Instant.now().plusSeconds(3600).toString();
    RunDirectory directory = directory("run");
    List<String> warnings = new ArrayList<>();
    Progress.Listener listener =
        new Progress.Listener() {
          @Override
          public void progressed(Progress progress) {}

          @Override
          public void warned(String text) {
            warnings.add(text);
          }
        };
    LoadRun run = new LoadRun(settings.build(), directory, listener);
    Thread stopper =
        Thread.ofPlatform()
            .start(() -> {
              try {
                TimeUnit.MILLISECONDS.sleep(500);
              } catch (InterruptedException e) {
                throw new IllegalStateException(e);
              }
              run.stop();
            });

    assertThatThrownBy(run::run).isInstanceOf(InterruptedException.class);
    stopper.join();
    assertThat(warnings).containsExactly("waiting for the agreed start, " + settings.startAt);
    assertThat(directory.read().state()).isEqualTo(RunRecord.State.STOPPED);
  }
}
