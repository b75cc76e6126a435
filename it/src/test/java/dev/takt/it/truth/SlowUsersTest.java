package dev.takt.it.truth;

import static org.assertj.core.api.Assertions.assertThat;

import dev.takt.explain.JourneyExplanation;
import dev.takt.explain.JourneyExplanation.CauseTime;
import dev.takt.explain.JourneyExplanation.StepTime;
import dev.takt.explain.JourneyExplanation.Tail;
import dev.takt.explain.RunExplainer;
import dev.takt.it.harness.Ran;
import dev.takt.it.harness.TaktProcess;
import dev.takt.runs.model.Side;
import dev.takt.runs.model.StallKind;
import java.nio.file.Path;
import java.util.Objects;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.condition.EnabledOnOs;
import org.junit.jupiter.api.condition.OS;
import org.junit.jupiter.api.io.TempDir;

/// What is said of the slowest users of a journey, whose server is really frozen while only the
/// second step of theirs can be due: that step, and the freeze.
@EnabledOnOs(OS.LINUX) // for the numbers of the signals
@Tag("timing")
@Tag("slow")
class SlowUsersTest {

  private static final long MS = 1_000_000;
  private static final long FROZEN = 300 * MS;

  /// Users arrive for 2.5 s, and do their second step 1 s later.
  private static final String JOURNEYS =
      "{shop: {steps: [look: {path: '/items/1'}, think: 1s, order: {path: '/items/2'}]}}";

  @TempDir private Path directory;

  @Test
  void slowestUsersWereSlowInTheStepThatMetTheFreeze() throws Exception {
    Attempts.of(_ -> {
      try (TaktProcess takt =
          TaktProcess.measure(
              directory,
              "--watch",
              "--set=journeys=" + JOURNEYS,
              "--rate=100/s",
              "--duration=2500ms",
              "--warmup=1s",
              "--drain=5s")) {
        long begin = takt.awaitOrigin() + 2700 * MS;
        new Freezer(takt.shop()).freeze(begin, begin + FROZEN);
        Ran run = takt.await();

        JourneyExplanation shop =
            RunExplainer.of(run.directory()).explain(3).operations().journeys().getFirst();
        assertThat(shop.users()).isEqualTo(150);
        Tail slowest = Objects.requireNonNull(shop.active());
        StepTime step = slowest.steps().getFirst();
        assertThat(step.operation()).isEqualTo("shop.order");
        // The two slowest of 150 users came at most 20 ms after its begin, 10 ms apart.
        assertThat(slowest.users()).isEqualTo(2);
        assertThat(step.response()).isGreaterThan(2 * (FROZEN - 50 * MS));
        CauseTime cause = step.causes().getFirst();
        assertThat(cause.cause().kind()).isEqualTo(StallKind.STOPPED);
        assertThat(cause.cause().side()).isEqualTo(Side.TARGET);
        assertThat((double) cause.nanos() / step.response()).isGreaterThan(0.9);
        assertThat(shop.slowest().getFirst().steps().getLast().name()).isEqualTo("shop.order");
        assertThat(run.out().replaceAll("\\s+", " "))
            .containsPattern("slowest 2 without think times: 2[0-9]+ ms on average, of it order")
            .containsPattern("order 2[0-9.]+ ms \\(target [^)]*stop");
      }
    });
  }
}
