package dev.takt.faults.command;

import static org.assertj.core.api.Assertions.assertThat;

import dev.takt.explain.attribution.classify.Cause;
import dev.takt.faults.FaultKind;
import dev.takt.faults.FaultyServer;
import dev.takt.runs.model.Side;
import dev.takt.runs.model.StallKind;
import java.util.Arrays;
import java.util.List;
import java.util.Set;
import java.util.stream.Collectors;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

class ExpectedCausesTest {

  private static final List<Cause> FOUND =
      Arrays.stream(FaultKind.values()).map(ExpectedCausesTest::cause).toList();

  /// A typical cause of each kind of fault.
  private static Cause cause(FaultKind fault) {
    return switch (fault) {
      case GC -> new Cause(Side.TARGET, StallKind.GC_PAUSE, "System.gc()");
      case ALLOCATION -> new Cause(Side.TARGET, StallKind.GC_PAUSE, "Allocation Failure");
      case OPERATION -> new Cause(Side.TARGET, StallKind.SAFEPOINT, "GC_HeapInspection");
      case LAGGARD -> new Cause(Side.TARGET, StallKind.TIME_TO_SAFEPOINT, "laggard");
      case MONITOR -> new Cause(Side.TARGET, StallKind.MONITOR_WAIT, FaultyServer.MONITOR_CLASS);
      case LOCK ->
          new Cause(Side.TARGET, StallKind.LOCK_WAIT, "java.util.concurrent.locks.ReentrantLock");
      case STOP -> new Cause(Side.TARGET, StallKind.STOPPED, null);
      case HOG -> new Cause(Side.TARGET, StallKind.RUN_QUEUE, "takt-hog");
      case QUOTA -> new Cause(Side.TARGET, StallKind.THROTTLED, null);
      case FSYNC -> new Cause(Side.TARGET, StallKind.FILE_IO, "/tmp/orders");
    };
  }

  @ParameterizedTest
  @EnumSource(FaultKind.class)
  void eachFaultMayBeCalledWhatItIs(FaultKind fault) {
    assertThat(isRight(fault, cause(fault))).isTrue();
  }

  /// Except for parts of the same safepoint, no cause is correct for two kinds.
  @Test
  void andNothingThatAnotherIs() {
    Set<Cause> parts = Set.of(cause(FaultKind.OPERATION), cause(FaultKind.LAGGARD));
    for (Cause cause : FOUND) {
      if (!parts.contains(cause)) {
        assertThat(
                Arrays.stream(FaultKind.values())
                    .filter(each -> isRight(each, cause))
                    .collect(Collectors.toSet()))
            .as("%s", cause)
            .hasSize(1);
      }
    }
  }

  @ParameterizedTest
  @EnumSource(FaultKind.class)
  void thatSomebodyWasLateIsNoExplanation(FaultKind fault) {
    assertThat(isRight(fault, Cause.SENT_LATE)).isFalse();
    for (Side side : Side.values()) {
      assertThat(isRight(fault, new Cause(side, StallKind.HICCUP, null))).isFalse();
    }
  }

  @Test
  void anotherLockOrCulpritIsWrong() {
    assertThat(
            isRight(FaultKind.MONITOR, new Cause(Side.TARGET, StallKind.MONITOR_WAIT, "shop.Cart")))
        .isFalse();
    assertThat(isRight(FaultKind.HOG, new Cause(Side.TARGET, StallKind.RUN_QUEUE, "java")))
        .isFalse();
    assertThat(isRight(FaultKind.HOG, new Cause(Side.GENERATOR, StallKind.RUN_QUEUE, "takt-hog")))
        .isTrue();
  }

  private static boolean isRight(FaultKind fault, Cause cause) {
    return ExpectedCauses.of(fault).stream().anyMatch(each -> each.matches(cause));
  }
}
