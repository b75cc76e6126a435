package dev.takt.process;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import com.google.common.testing.NullPointerTester;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;
import org.junit.jupiter.params.provider.ValueSource;

/// A null that is not allowed is rejected by the call that got it, and not by a later one, or by
/// another thread: checks every parameter of every public method and constructor.
@Timeout(30)
class NullArgumentsTest {

  private final NullPointerTester tester =
      new NullPointerTester()
          .setDefault(int.class, 1)
          .setDefault(Command.class, Command.of("true"))
          .setDefault(RunOptions.class, RunOptions.DEFAULT)
          .setDefault(Duration.class, Duration.ofSeconds(1))
          .setDefault(Path.class, Path.of("/"))
          .setDefault(Bytes.class, Bytes.NONE)
          .setDefault(Redirect.class, Redirect.discard())
          .setDefault(Exit.class, new Exit.Unknown())
          .setDefault(List.class, List.of("true"))
          .setDefault(String.class, "true");

  @ParameterizedTest
  @ValueSource(
      classes = {
        Bytes.class,
        Command.class,
        Exit.Code.class,
        Exit.Killed.class,
        Launcher.class,
        Redirect.class,
        Redirect.From.class,
        Redirect.To.class,
        ResourceUsage.class,
        RunOptions.class,
        RunResult.class,
        Signal.class
      })
  void constructorsAndFactoriesRefuseNull(Class<?> type) {
    tester.testAllPublicConstructors(type);
    tester.testAllPublicStaticMethods(type);
  }

  @Test
  void valuesAndBuildersRefuseNull() {
    tester.testAllPublicInstanceMethods(Command.builder("true"));
    tester.testAllPublicInstanceMethods(Launcher.builder());
    tester.testAllPublicInstanceMethods(RunOptions.DEFAULT);
    tester.testAllPublicInstanceMethods(Redirect.pipe());
    assertThatThrownBy(() -> Command.of("true", "an argument", nothing()))
        .isInstanceOf(NullPointerException.class);
  }

  @ParameterizedTest
  @EnumSource
  void launchersAndChildrenRefuseNull(LauncherContractTest.Kind kind) throws Exception {
    try (Launcher launcher = kind.builder().build()) {
      tester.testAllPublicInstanceMethods(launcher);
      CallbackChild child = launcher.start(Command.of("sleep", "60"), (ended, how) -> {});
      tester.testAllPublicInstanceMethods(child);
      // The null is rejected before SIGTERM is sent.
      assertThat(child.isRunning()).isTrue();
      child.kill();
      try (StreamChild streams = launcher.start(Command.of("sleep", "60"))) {
        tester.testAllPublicInstanceMethods(streams);
        assertThat(streams.isRunning()).isTrue();
      }
    }
  }

  @ParameterizedTest
  @EnumSource
  void nullStartsNothing(LauncherContractTest.Kind kind) {
    try (Launcher launcher = kind.builder().build()) {
      List<String> before = Testing.children();
      assertThatThrownBy(() -> launcher.start(Command.of("sleep", "60"), nothing()))
          .isInstanceOf(NullPointerException.class)
          .hasMessage("handler");
      assertThat(Testing.children()).isEqualTo(before);
    }
  }

  @Test
  void negativeTimesAreRefused() {
    Duration negative = Duration.ofNanos(-1);
    assertThatThrownBy(() -> Launcher.builder().linger(negative))
        .isInstanceOf(IllegalArgumentException.class);
    assertThatThrownBy(() -> RunOptions.DEFAULT.timeout(negative))
        .isInstanceOf(IllegalArgumentException.class);
  }

  @SuppressWarnings({"NullAway", "TypeParameterUnusedInFormals"}) // callers must not pass null
  private static <T> T nothing() {
    return (T) null;
  }
}
