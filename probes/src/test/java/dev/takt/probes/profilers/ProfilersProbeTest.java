package dev.takt.probes.profilers;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

import dev.takt.probes.ProbeSink;
import dev.takt.probes.profilers.ProfilersResult.Row;
import dev.takt.record.histogram.Counts;
import dev.takt.testing.Timing;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.condition.EnabledOnOs;
import org.junit.jupiter.api.condition.OS;
import org.junit.jupiter.api.io.TempDir;

/// Profilers of which it is known how they err.
@EnabledOnOs(OS.LINUX)
@Timing
class ProfilersProbeTest {

  private static @Nullable ProfilersResult scored;

  private static ProfilersResult result() throws Exception {
    if (scored == null) {
      ProfilersSettings settings =
          new ProfilersSettings(
              null,
              1_000,
              List.of(KnownWorkload.SETTERS, KnownWorkload.CRC32),
              List.of(
                  Profiler.TAKT, Profiler.JFR_CPU, Profiler.THREAD_DUMPS, Profiler.ASYNC_CTIMER),
              null);
      scored = new ProfilersProbe(settings).run(new Silent());
    }
    return scored;
  }

  private static Row row(Profiler profiler, KnownWorkload workload) throws Exception {
    return result().rows().stream()
        .filter(each -> each.profiler() == profiler && each.workload() == workload)
        .findFirst()
        .orElseThrow();
  }

  private static final class Silent implements ProbeSink {
    @Override
    public void interval(String tag, long begin, long end, Counts values) {}

    @Override
    public void progress(String line) {}
  }

  @Test
  void threadDumpsBlameTheSetterForTheCodeBeforeIt() throws Exception {
    Score score = row(Profiler.THREAD_DUMPS, KnownWorkload.SETTERS).score();
    assertThat(score.wrong()).as("%s", score).isGreaterThan(0.5);
    assertThat(score.blamed().orElseThrow()).contains("Setters.setter");
  }

  @Test
  void timeOfAnIntrinsicIsOpenlyUnknownToTaktAndWrongForOthers() throws Exception {
    Score takt = row(Profiler.TAKT, KnownWorkload.CRC32).score();
    assertThat(takt.right() + takt.honest()).as("%s", takt).isGreaterThan(0.9);
    Score others = row(Profiler.JFR_CPU, KnownWorkload.CRC32).score();
    assertThat(others.wrong()).as("%s", others).isGreaterThan(0.5);
  }

  @Test
  void codeIsFoundWhereItIs() throws Exception {
    Row row = row(Profiler.TAKT, KnownWorkload.SETTERS);
    assertThat(row.score().right()).as("%s", row).isGreaterThan(0.9);
    assertThat(row.score().samples()).isBetween(row.expected() * 8 / 10, row.expected() * 12 / 10);
  }

  @Test
  void olderJdkIsRefused(@TempDir Path home) throws Exception {
    Files.writeString(home.resolve("release"), "JAVA_VERSION=\"17.0.1\"\n");
    ProfilersSettings settings =
        new ProfilersSettings(
            home, 100, List.of(KnownWorkload.CRC32), List.of(Profiler.JFR_CPU), null);
    assertThatExceptionOfType(IOException.class)
        .isThrownBy(() -> new ProfilersProbe(settings).run(new Silent()))
        .withMessage(home + " is a JDK 17; expected 25 or later");
  }

  @Test
  void profilerThatIsNotThereIsNamed() throws Exception {
    assertThat(result().absent())
        .containsExactly(
            "async-ctimer: name its jar, tools.profiler:async-profiler, with --async-profiler");
  }

  @Test
  void costsAreThoseOfTheProfiler() throws Exception {
    assertThat(result().costs())
        .filteredOn(each -> each.profiler() == Profiler.THREAD_DUMPS)
        .allMatch(each -> each.safepoints() > 100 && each.stoppedNanos() >= 0);
    assertThat(result().costs())
        .filteredOn(each -> each.profiler() == Profiler.TAKT)
        .allMatch(each -> each.biased() > 50 && each.safepoints() < 50);
  }
}
