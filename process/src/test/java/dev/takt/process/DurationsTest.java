package dev.takt.process;

import static org.assertj.core.api.Assertions.assertThat;

import dev.takt.process.internal.Durations;
import java.time.Duration;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;
import org.junit.jupiter.params.provider.MethodSource;
import org.junit.jupiter.params.provider.ValueSource;

/// Durations of any length, in all waiting methods: a negative one ends a wait at once, and one
/// that is too long for nanoseconds has no limit.
@Timeout(20)
class DurationsTest {

  private static final Duration[] OVER = {
    Duration.ZERO,
    Duration.ofNanos(-1),
    Duration.ofSeconds(-1),
    Duration.ofNanos(-Long.MAX_VALUE),
    Duration.ofNanos(Long.MIN_VALUE),
    Duration.ofNanos(Long.MIN_VALUE).minusNanos(1),
    Duration.ofSeconds(Long.MIN_VALUE)
  };

  private static final Duration[] LONG = {
    Duration.ofNanos(Long.MAX_VALUE / 2),
    Duration.ofNanos(Long.MAX_VALUE),
    Duration.ofNanos(Long.MAX_VALUE).plusNanos(1),
    Duration.ofSeconds(Long.MAX_VALUE, 999_999_999)
  };

  static Duration[] over() {
    return OVER;
  }

  @ParameterizedTest
  @MethodSource("over")
  void timeThatIsOverIsNone(Duration over) {
    assertThat(Durations.nanos(over)).isZero();
  }

  /// The clock may have any value, a negative one or one about to overflow.
  @ParameterizedTest
  @ValueSource(longs = {0, 1, -1, Long.MIN_VALUE, Long.MAX_VALUE})
  void momentsAreComparedByDifference(long now) {
    for (Duration over : OVER) {
      assertThat(Durations.after(now, over) - now).isZero();
    }
    for (Duration longest : LONG) {
      assertThat(Durations.after(now, longest) - now).isEqualTo(Long.MAX_VALUE / 2);
    }
    assertThat(Durations.after(now, Duration.ofMillis(1)) - now).isEqualTo(1_000_000);
  }

  @ParameterizedTest
  @EnumSource
  void waitWhoseTimeIsOverEndsAtOnce(LauncherContractTest.Kind kind) throws Exception {
    try (Launcher launcher = kind.builder().build();
        StreamChild child = launcher.start(Command.of("sleep", "60"))) {
      for (Duration over : OVER) {
        assertThat(child.awaitExit(over)).isEmpty();
      }
    }
  }

  @ParameterizedTest
  @EnumSource
  void longestWaitEndsWithTheChild(LauncherContractTest.Kind kind) throws Exception {
    try (Launcher launcher = kind.builder().build()) {
      for (Duration longest : LONG) {
        try (StreamChild child = launcher.start(Command.of("true"))) {
          assertThat(child.awaitExit(longest)).get().matches(Exit::isSuccess);
        }
      }
    }
  }

  @ParameterizedTest
  @EnumSource
  void elapsedTimeoutKillsAtOnce(LauncherContractTest.Kind kind) throws Exception {
    try (Launcher launcher = kind.builder().build()) {
      for (Duration over : OVER) {
        try (StreamChild child = stubborn(launcher)) {
          assertThat(child.terminate(over)).isTrue();
          assertThat(child.awaitExit(Testing.LONG)).isPresent();
        }
      }
    }
  }

  @ParameterizedTest
  @EnumSource
  void longestPatienceDoesNotKill(LauncherContractTest.Kind kind) throws Exception {
    try (Launcher launcher = kind.builder().build()) {
      for (Duration longest : LONG) {
        try (StreamChild child = stubborn(launcher)) {
          assertThat(child.terminate(longest)).isTrue();
          assertThat(child.awaitExit(Duration.ofMillis(20))).isEmpty();
        }
      }
    }
  }

  /// Reads the byte that the child writes once it ignores SIGTERM.
  private static StreamChild stubborn(Launcher launcher) throws Exception {
    StreamChild child = launcher.start(Command.of("sh", "-c", "trap '' TERM; echo; exec sleep 60"));
    assertThat(child.stdout().read()).isEqualTo('\n');
    return child;
  }

  @ParameterizedTest
  @EnumSource
  void runTakesTimesOfAnyLength(LauncherContractTest.Kind kind) throws Exception {
    try (Launcher launcher = kind.builder().build()) {
      for (Duration longest : LONG) {
        RunOptions patient = RunOptions.DEFAULT.timeout(longest).killAfter(longest).grace(longest);
        assertThat(launcher.run(Command.of("true"), patient).isSuccess()).isTrue();
        // The timeout is over at once, and the child ends before killAfter.
        RunResult ended = launcher.run(Command.of("sleep", "60"), patient.timeout(Duration.ZERO));
        assertThat(ended.timedOut()).isTrue();
      }
    }
  }
}
