package dev.takt.watch.jvm;

import static org.assertj.core.api.Assertions.assertThat;

import dev.takt.runs.model.Side;
import dev.takt.runs.model.Stall;
import dev.takt.runs.model.StallKind;
import dev.takt.watch.jfr.EventExtension;
import dev.takt.watch.observer.Findings;
import dev.takt.watch.observer.WatchLevel;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/// Guaranteed safepoints, of about 100 µs: up to JDK 23, a JVM makes at least one a second if it
/// has something to clean up; JDK 25 makes none.
class GuaranteedSafepointsTest {

  private static final List<String> OPTIONS =
      List.of("-XX:+UnlockDiagnosticVMOptions", "-XX:GuaranteedSafepointInterval=100");

  @TempDir Path directory;

  @Test
  void jdk17HasGuaranteedSafepoints() throws Exception {
    List<Stall> unasked = unasked(17);
    assertThat(unasked).hasSizeGreaterThanOrEqualTo(3);
    assertThat(unasked)
        .as("all far below what the JDK's own settings record, 10 ms")
        .anyMatch(each -> each.nanos() < 2_000_000);
  }

  @Test
  void jdk25HasNone() throws Exception {
    assertThat(unasked(25)).isEmpty();
  }

  private List<Stall> unasked(int version) throws Exception {
    try (VictimJvm victim = VictimJvm.start(version, directory, OPTIONS, "classes", "1200")) {
      JvmObserver observer =
          JvmObserver.ofPid(
              Side.TARGET, victim.pid(), WatchLevel.DEFAULT, directory, EventExtension.NONE);
      observer.start();
      victim.goAndAwait();
      Findings found = observer.finish();
      return found.stalls().stream()
          .filter(each -> each.kind() == StallKind.SAFEPOINT)
          .filter(each ->
              "Cleanup".equals(each.cause())
                  || "None".equals(each.cause())
                  || "no vm operation".equals(each.cause()))
          .toList();
    }
  }
}
