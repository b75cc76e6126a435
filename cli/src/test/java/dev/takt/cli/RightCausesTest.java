package dev.takt.cli;

import static org.assertj.core.api.Assertions.assertThat;

import dev.takt.explain.blame.Cause;
import dev.takt.runs.Side;
import dev.takt.runs.StallKind;
import dev.takt.watch.truth.Ailment;
import dev.takt.watch.truth.SickShop;
import java.util.Arrays;
import java.util.List;
import java.util.Set;
import java.util.stream.Collectors;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

class RightCausesTest {

  private static final List<Cause> FOUND =
      Arrays.stream(Ailment.values()).map(RightCausesTest::cause).toList();

  /// What a fault of each kind is.
  private static Cause cause(Ailment ailment) {
    return switch (ailment) {
      case GC -> new Cause(Side.TARGET, StallKind.GC_PAUSE, "System.gc()");
      case ALLOCATION -> new Cause(Side.TARGET, StallKind.GC_PAUSE, "Allocation Failure");
      case OPERATION -> new Cause(Side.TARGET, StallKind.SAFEPOINT, "GC_HeapInspection");
      case LAGGARD -> new Cause(Side.TARGET, StallKind.TIME_TO_SAFEPOINT, "laggard");
      case MONITOR -> new Cause(Side.TARGET, StallKind.MONITOR_WAIT, SickShop.GATE);
      case LOCK ->
          new Cause(Side.TARGET, StallKind.LOCK_WAIT, "java.util.concurrent.locks.ReentrantLock");
      case STOP -> new Cause(Side.TARGET, StallKind.STOPPED, null);
      case HOG -> new Cause(Side.TARGET, StallKind.RUN_QUEUE, "takt-hog");
      case QUOTA -> new Cause(Side.TARGET, StallKind.THROTTLED, null);
      case FSYNC -> new Cause(Side.TARGET, StallKind.FILE_IO, "/tmp/orders");
    };
  }

  @ParameterizedTest
  @EnumSource(Ailment.class)
  void eachFaultMayBeCalledWhatItIs(Ailment ailment) {
    assertThat(isRight(ailment, cause(ailment))).isTrue();
  }

  /// But for parts of the same stop, no cause is right for two kinds.
  @Test
  void andNothingThatAnotherIs() {
    Set<Cause> parts = Set.of(cause(Ailment.OPERATION), cause(Ailment.LAGGARD));
    for (Cause cause : FOUND) {
      if (!parts.contains(cause)) {
        assertThat(
                Arrays.stream(Ailment.values())
                    .filter(each -> isRight(each, cause))
                    .collect(Collectors.toSet()))
            .as("%s", cause)
            .hasSize(1);
      }
    }
  }

  @ParameterizedTest
  @EnumSource(Ailment.class)
  void thatSomebodyWasLateIsNoExplanation(Ailment ailment) {
    assertThat(isRight(ailment, Cause.SENT_LATE)).isFalse();
    for (Side side : Side.values()) {
      assertThat(isRight(ailment, new Cause(side, StallKind.HICCUP, null))).isFalse();
    }
  }

  @Test
  void anotherLockOrCulpritIsWrong() {
    assertThat(
            isRight(Ailment.MONITOR, new Cause(Side.TARGET, StallKind.MONITOR_WAIT, "shop.Cart")))
        .isFalse();
    assertThat(isRight(Ailment.HOG, new Cause(Side.TARGET, StallKind.RUN_QUEUE, "java"))).isFalse();
    assertThat(isRight(Ailment.HOG, new Cause(Side.GENERATOR, StallKind.RUN_QUEUE, "takt-hog")))
        .isTrue();
  }

  private static boolean isRight(Ailment ailment, Cause cause) {
    return RightCauses.of(ailment).stream().anyMatch(each -> each.accepts(cause));
  }
}
