package dev.takt.probes.profilers;

import static org.assertj.core.api.Assertions.assertThat;

import dev.takt.probes.ProbeSink;
import dev.takt.record.histogram.Counts;
import java.io.IOException;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/// The truth is that of the JVM itself: a loop allocates an iterator of at least 16 bytes if escape
/// analysis is off, or nothing.
class EscapeProbeTest {

  private static final ProbeSink NONE =
      new ProbeSink() {
        @Override
        public void interval(String tag, long begin, long end, Counts values) {}

        @Override
        public void progress(String line) {}
      };

  private static EscapeResult measure(EscapeCase observer)
      throws IOException, InterruptedException {
    return new EscapeProbe(new EscapeSettings(null, List.of(observer), null)).run(NONE);
  }

  @ParameterizedTest
  @EnumSource(names = {"NOTHING", "TAKT_WATCH", "TAKT_DEEP", "TAKT_PROFILE"})
  void neitherTheProgramNorTaktAllocates(EscapeCase observer) throws Exception {
    EscapeResult result = measure(observer);

    assertThat(result.absent()).isEmpty();
    assertThat(result.rows().getFirst().bytes().median()).isLessThan(0.1);
    assertThat(result.rows().getFirst().isDefeated()).isFalse();
  }

  @ParameterizedTest
  @EnumSource(names = {"OFF", "INSTRUMENTED"})
  void iteratorsAreAllocatedWithoutEscapeAnalysis(EscapeCase observer) throws Exception {
    EscapeResult result = measure(observer);

    assertThat(result.rows().getFirst().bytes().median()).isBetween(16.0, 40.0);
    assertThat(result.rows().getFirst().isDefeated()).isTrue();
  }

  @Test
  void observerThatIsNotThereIsNamed() throws Exception {
    EscapeResult result =
        new EscapeProbe(
                new EscapeSettings(null, List.of(EscapeCase.NOTHING, EscapeCase.ASYNC_ALLOC), null))
            .run(NONE);

    assertThat(result.rows()).hasSize(1);
    assertThat(result.absent()).hasSize(1);
    assertThat(result.absent().getFirst()).startsWith("async-alloc: name its jar");
  }
}
