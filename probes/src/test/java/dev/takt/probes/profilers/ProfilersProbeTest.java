package dev.takt.probes.profilers;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;
import static org.assertj.core.api.Assumptions.assumeThat;

import dev.takt.probes.ProbeSink;
import dev.takt.probes.profilers.ProfilersResult.Row;
import dev.takt.record.histogram.Counts;
import dev.takt.testing.Timing;
import dev.takt.watch.jvm.AsyncProfilerLibrary;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.condition.EnabledOnOs;
import org.junit.jupiter.api.condition.OS;
import org.junit.jupiter.api.extension.ExtensionContext;
import org.junit.jupiter.api.extension.RegisterExtension;
import org.junit.jupiter.api.extension.TestWatcher;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/// Profilers of which it is known how they err.
@EnabledOnOs(OS.LINUX)
@Timing
class ProfilersProbeTest {

  private static @Nullable ProfilersResult scored;

  /// A test that is run again after a failure measures anew.
  @RegisterExtension
  private static final TestWatcher FORGET =
      new TestWatcher() {
        @Override
        public void testFailed(ExtensionContext context, @Nullable Throwable cause) {
          scored = null;
        }
      };

  private static ProfilersResult result() throws Exception {
    if (scored == null) {
      ProfilersSettings settings =
          new ProfilersSettings(
              null,
              1_000,
              List.of(
                  KnownWorkload.SETTERS,
                  KnownWorkload.CRC32,
                  KnownWorkload.FFM,
                  KnownWorkload.COMPILATION,
                  KnownWorkload.SHORT_THREADS,
                  KnownWorkload.WAITING),
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

  /// What Takt's own profile shows in the right frame, or says that it does not know.
  @ParameterizedTest
  @EnumSource(names = {"SETTERS", "CRC32", "FFM", "COMPILATION", "SHORT_THREADS", "WAITING"})
  void timeIsRightOrOpenlyUnknown(KnownWorkload workload) throws Exception {
    Row row = row(Profiler.TAKT, workload);
    Score score = row.score();
    if (workload != KnownWorkload.SHORT_THREADS && workload != KnownWorkload.WAITING) {
      assertThat(score.samples()).as("%s", row).isGreaterThanOrEqualTo(row.expected() * 8 / 10);
    }
    assertThat(score.right() + score.honest()).as("%s", score).isGreaterThanOrEqualTo(0.97);
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
  void lineOfTheExpensiveCallIsFound() throws Exception {
    Score score = row(Profiler.JFR_CPU, KnownWorkload.SETTERS).score();
    assertThat(score.line()).as("%s", score).isGreaterThan(0.9);
    assertThat(row(Profiler.THREAD_DUMPS, KnownWorkload.SETTERS).score().line()).isLessThan(0.1);
    assertThat(row(Profiler.TAKT, KnownWorkload.SETTERS).score().line()).isNaN();
  }

  @Test
  void nativeCodeCalledThroughTheForeignFunctionApiIsFound() throws Exception {
    Score score = row(Profiler.TAKT, KnownWorkload.FFM).score();
    assertThat(score.right()).as("%s", score).isGreaterThan(0.9);
  }

  @Test
  void timeOfCompilersIsARowForTaktAndHiddenFromSamplesOfTheJvm() throws Exception {
    Row takt = row(Profiler.TAKT, KnownWorkload.COMPILATION);
    assertThat(takt.jvmShare()).as("%s", takt).isBetween(0.9, 1.1);
    assertThat(row(Profiler.JFR_CPU, KnownWorkload.COMPILATION).jvmShare()).isZero();
  }

  @Test
  void threadsTooShortForASampleAreARowForTakt() throws Exception {
    Score takt = row(Profiler.TAKT, KnownWorkload.SHORT_THREADS).score();
    assertThat(takt.right() + takt.honest()).as("%s", takt).isGreaterThan(0.8);
    Score others = row(Profiler.JFR_CPU, KnownWorkload.SHORT_THREADS).score();
    assertThat(others.missing()).as("%s", others).isGreaterThan(0.8);
  }

  @Test
  void waitingIsNoCpuTime() throws Exception {
    assertThat(row(Profiler.TAKT, KnownWorkload.WAITING).score().right()).isGreaterThan(0.95);
    Score dumps = row(Profiler.THREAD_DUMPS, KnownWorkload.WAITING).score();
    assertThat(dumps.wrong()).as("%s", dumps).isGreaterThan(0.8);
  }

  /// The program runs in JDK 17, without what that does not have.
  @Test
  void jdk17IsScoredWithAsyncProfiler() throws Exception {
    Path jdk = Path.of("/usr/lib/jvm/java-17-openjdk-amd64");
    Optional<Path> jar = AsyncProfilerLibrary.jarOfMaven();
    assumeThat(jdk).exists();
    assumeThat(jar).isPresent();
    ProfilersResult scored =
        new ProfilersProbe(
                new ProfilersSettings(
                    jdk,
                    500,
                    List.of(KnownWorkload.CRC32, KnownWorkload.FFM, KnownWorkload.INDEX_OF),
                    List.of(Profiler.TAKT, Profiler.JFR_EXECUTION, Profiler.TAKT_ASYNC),
                    jar.get()))
            .run(new Silent());
    assertThat(scored.absent())
        .containsExactly(
            "ffm: needs JDK 22; this is JDK 17",
            "takt: not available: JFR has CPU-time samples from JDK 25 on; this is JDK 17");
    assertThat(scored.rows())
        .filteredOn(each -> each.profiler() == Profiler.TAKT_ASYNC)
        .hasSize(2)
        .allSatisfy(each ->
            assertThat(each.score().right() + each.score().honest()).isGreaterThanOrEqualTo(0.97))
        .anySatisfy(each -> assertThat(each.score().right()).isGreaterThan(0.85));
  }

  /// The JVM's map names compiled methods, and one name for all stubs.
  @Test
  void perfIsScoredWhereItIsPermitted() throws Exception {
    assumeThat(Perf.obstacle()).isEmpty();
    ProfilersResult scored =
        new ProfilersProbe(
                new ProfilersSettings(
                    null,
                    500,
                    List.of(KnownWorkload.CALLED_LOOP, KnownWorkload.CRC32),
                    List.of(Profiler.PERF),
                    null))
            .run(new Silent());
    assertThat(scored.absent()).isEmpty();
    assertThat(scored.rows()).hasSize(2);
    assertThat(scored.rows().getFirst().score().right()).isGreaterThan(0.85);
    assertThat(scored.rows().getLast().score().honest()).isGreaterThan(0.85);
  }

  @Test
  void olderJdkIsRefused(@TempDir Path home) throws Exception {
    Files.writeString(home.resolve("release"), "JAVA_VERSION=\"11.0.1\"\n");
    ProfilersSettings settings =
        new ProfilersSettings(
            home, 100, List.of(KnownWorkload.CRC32), List.of(Profiler.JFR_CPU), null);
    assertThatExceptionOfType(IOException.class)
        .isThrownBy(() -> new ProfilersProbe(settings).run(new Silent()))
        .withMessage(home + " is a JDK 11; expected 17 or later");
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
