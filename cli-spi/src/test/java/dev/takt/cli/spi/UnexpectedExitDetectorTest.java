package dev.takt.cli.spi;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import org.junit.jupiter.api.Test;

class UnexpectedExitDetectorTest {

  private static StackTraceElement[] stack(String... frames) {
    StackTraceElement[] stack = new StackTraceElement[frames.length];
    for (int i = 0; i < frames.length; i++) {
      int dot = frames[i].lastIndexOf('.');
      stack[i] =
          new StackTraceElement(
              frames[i].substring(0, dot), frames[i].substring(dot + 1), "File.java", 7 + i);
    }
    return stack;
  }

  private static final StackTraceElement[] WORKING = stack("java.lang.Thread.sleep", "a.B.c");
  private static final StackTraceElement[] BY_USER =
      stack(
          "java.lang.Object.wait",
          "java.lang.Runtime.exit",
          "java.lang.System.exit",
          "People.draft",
          "dev.takt.load.keyvalue.DraftedRequest.prepare");
  private static final StackTraceElement[] BY_TAKT =
      stack("java.lang.Runtime.exit", "java.lang.System.exit", "dev.takt.cli.Main.main");
  private static final StackTraceElement[] BY_SIGNAL =
      stack("java.lang.Shutdown.exit", "java.lang.Terminator$1.handle", "java.lang.Thread.run");

  @Test
  void whoeverCallsExitIsNamed() {
    assertThat(UnexpectedExitDetector.culprit(List.of(WORKING, BY_USER)))
        .isEqualTo("People.draft (File.java:10)");
    assertThat(UnexpectedExitDetector.culprit(List.of(BY_TAKT, BY_USER)))
        .startsWith("People.draft");
    assertThat(
            UnexpectedExitDetector.culprit(
                List.<StackTraceElement[]>of(stack("java.lang.Runtime.exit", "lib.Tool.quit"))))
        .isEqualTo("lib.Tool.quit (File.java:8)");
  }

  /// The list does not contain virtual threads.
  @Test
  void whoCannotBeSeenIsNotNamed() {
    assertThat(UnexpectedExitDetector.culprit(List.<StackTraceElement[]>of(WORKING)))
        .isEqualTo("something in this process");
  }

  @Test
  void taktItselfAndSignalsMayEndIt() {
    assertThat(UnexpectedExitDetector.culprit(List.of(WORKING, BY_TAKT))).isNull();
    assertThat(UnexpectedExitDetector.culprit(List.of(WORKING, BY_SIGNAL))).isNull();
  }
}
