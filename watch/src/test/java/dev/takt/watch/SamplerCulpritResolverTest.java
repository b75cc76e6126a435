package dev.takt.watch;

import static org.assertj.core.api.Assertions.assertThat;

import dev.takt.runs.model.Evidence;
import dev.takt.runs.model.Side;
import dev.takt.runs.model.Stall;
import dev.takt.runs.model.Stall.Actor;
import dev.takt.runs.model.StallKind;
import java.util.List;
import java.util.Objects;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;

class SamplerCulpritResolverTest {

  private static final long MS = 1_000_000;
  private static final String SAMPLER = "JFR Sampler Thr";

  @Test
  void samplerWithoutProcessorDuringTimeToSafepointIsCulprit() {
    Stall sampler = stall(StallKind.RUN_QUEUE, Side.TARGET, 100, 104, SAMPLER, "VM Thread");
    Stall reaching = stall(StallKind.TIME_TO_SAFEPOINT, Side.TARGET, 100, 105, null, "witness");
    Stall pause = stall(StallKind.GC_PAUSE, Side.TARGET, 100, 120, null, null);
    List<Stall> resolved = SamplerCulpritResolver.resolve(List.of(sampler, reaching, pause));
    assertThat(resolved.getFirst()).isEqualTo(sampler);
    assertThat(resolved.getLast()).isEqualTo(pause);
    Stall blamed = resolved.get(1);
    assertThat(Objects.requireNonNull(blamed.culprit()).name()).isEqualTo(SAMPLER);
    assertThat(blamed.evidence())
        .isInstanceOfSatisfying(
            Evidence.Safepoint.class, of -> assertThat(of.threads().sampler()).isNotNull());
    assertThat(blamed.nanos()).isEqualTo(5 * MS);
  }

  @Test
  void otherStallsAreUnchanged() {
    List<Stall> stalls =
        List.of(
            stall(StallKind.TIME_TO_SAFEPOINT, Side.TARGET, 100, 105, null, "witness"),
            // Waits that overlap too little, or are of another JVM, thread or time.
            stall(StallKind.RUN_QUEUE, Side.TARGET, 98, 102, SAMPLER, "VM Thread"),
            stall(StallKind.RUN_QUEUE, Side.GENERATOR, 100, 105, SAMPLER, "VM Thread"),
            stall(StallKind.RUN_QUEUE, Side.TARGET, 100, 105, "C2 CompilerThre", "VM Thread"),
            stall(StallKind.RUN_QUEUE, Side.TARGET, 90, 100, SAMPLER, "VM Thread"));
    assertThat(SamplerCulpritResolver.resolve(stalls)).isEqualTo(stalls);
    List<Stall> noSampler = stalls.subList(0, 1);
    assertThat(SamplerCulpritResolver.resolve(noSampler)).isSameAs(noSampler);
  }

  private static Stall stall(
      StallKind kind,
      Side side,
      long begin,
      long end,
      @Nullable String thread,
      @Nullable String culprit) {
    return Stall.of(kind, side, new Stall.Interval(begin * MS, end * MS, 0, "test"))
        .withThread(thread == null ? null : Actor.named(thread))
        .withCulprit(culprit == null ? null : Actor.named(culprit))
        .withEvidence(
            kind == StallKind.TIME_TO_SAFEPOINT
                ? Evidence.Safepoint.of(null, end - begin)
                : Evidence.NONE);
  }
}
