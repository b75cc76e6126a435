package dev.takt.probes.profilers;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assumptions.assumeThat;

import dev.takt.probes.ProbeSink;
import dev.takt.record.histogram.Counts;
import dev.takt.testing.Timing;
import dev.takt.watch.jvm.AsyncProfilerLibrary;
import java.nio.file.Path;
import java.util.EnumSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.condition.EnabledOnOs;
import org.junit.jupiter.api.condition.OS;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;
import org.junit.jupiter.params.provider.EnumSource.Mode;

/// At least 97 % of the CPU time of each workload is in the right frame of Takt's own profile, or
/// in a row that says that it is not known.
@EnabledOnOs(OS.LINUX)
@Timing
@Tag("slow")
class ProfilersBarTest {

  private static final double BAR = 0.97;

  /// What a profiler has not sampled is openly unknown, too: a little of it.
  private static final Set<KnownWorkload> HAVE_SAMPLES =
      EnumSet.complementOf(EnumSet.of(KnownWorkload.SHORT_THREADS, KnownWorkload.WAITING));

  @ParameterizedTest
  @EnumSource
  void samplesOfTheJvm(KnownWorkload workload) throws Exception {
    holds(new ProfilersSettings(null, 2_000, List.of(workload), List.of(Profiler.TAKT), null));
  }

  /// By async-profiler, in the JDK before CPU-time samples.
  @ParameterizedTest
  @EnumSource(
      mode = Mode.EXCLUDE,
      names = {"FFM", "VIRTUAL_THREADS"})
  void samplesOfAsyncProfiler(KnownWorkload workload) throws Exception {
    Path jdk = Path.of("/usr/lib/jvm/java-17-openjdk-amd64");
    Optional<Path> jar = AsyncProfilerLibrary.jarOfMaven();
    assumeThat(jdk).exists();
    assumeThat(jar).isPresent();
    holds(
        new ProfilersSettings(
            jdk, 2_000, List.of(workload), List.of(Profiler.TAKT_ASYNC), jar.get()));
  }

  private static void holds(ProfilersSettings settings) throws Exception {
    ProfilersResult result =
        new ProfilersProbe(settings)
            .run(
                new ProbeSink() {
                  @Override
                  public void interval(String tag, long begin, long end, Counts values) {}

                  @Override
                  public void progress(String line) {}
                });
    assertThat(result.rows())
        .hasSize(1)
        .allSatisfy(each -> {
          Score score = each.score();
          assertThat(score.right() + score.honest()).as("%s", score).isGreaterThanOrEqualTo(BAR);
          if (HAVE_SAMPLES.contains(each.workload())) {
            assertThat(score.samples())
                .as("%s", score)
                .isGreaterThanOrEqualTo(each.expected() * 85 / 100);
          }
        });
  }
}
