package dev.takt.watch.jvm.attach;

import static org.assertj.core.api.Assertions.assertThat;

import dev.takt.runs.model.NotObservable;
import dev.takt.runs.model.Side;
import dev.takt.watch.jfr.CpuSamples;
import dev.takt.watch.jfr.EventExtension;
import dev.takt.watch.jvm.JvmObserver;
import dev.takt.watch.jvm.VictimJvm;
import dev.takt.watch.observer.Findings;
import dev.takt.watch.observer.WatchLevel;
import java.io.IOException;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.OptionalInt;
import jdk.jfr.consumer.RecordingFile;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.condition.EnabledOnOs;
import org.junit.jupiter.api.condition.OS;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class CpuProfileTest {

  @TempDir Path directory;

  @ParameterizedTest
  @ValueSource(ints = {17, 25})
  @EnabledOnOs(OS.LINUX)
  void profileIsRecordedOrReportedAsNotObservable(int version) throws Exception {
    EventExtension more = EventExtension.NONE.and(CpuSamples.settings(Duration.ofMillis(10)));
    try (VictimJvm victim =
        VictimJvm.start(version, directory, List.of("-Xmx256m"), "marks", "200", "gc", "1")) {
      JvmObserver observer =
          JvmObserver.ofPid(Side.TARGET, victim.pid(), WatchLevel.DEFAULT, directory, more);
      observer.start();
      victim.goAndAwait();
      Findings found = observer.finish();

      assertThat(found.notObservable().stream().filter(each -> each.what().equals("CPU profile")))
          .hasSize(version < 25 ? 1 : 0);
      if (version < 25) {
        assertThat(found.notObservable())
            .extracting(NotObservable::why)
            .anyMatch(why -> why.contains("JDK 17 has no CPU-time sampler"));
      } else {
        assertThat(isAsked(directory.resolve("target.jfr"))).isTrue();
      }
    }
  }

  private static boolean isAsked(Path recording) throws IOException {
    try (RecordingFile file = new RecordingFile(recording)) {
      long id =
          file.readEventTypes().stream()
              .filter(each -> each.getName().equals("jdk.CPUTimeSample"))
              .findFirst()
              .orElseThrow()
              .getId();
      return RecordingFile.readAllEvents(recording).stream()
          .filter(each -> each.getEventType().getName().equals("jdk.ActiveSetting"))
          .filter(each -> each.getLong("id") == id)
          .anyMatch(each ->
              each.getString("name").equals("throttle") && each.getString("value").equals("10ms"));
    }
  }

  @ParameterizedTest
  @CsvSource({
    "'OpenJDK 64-Bit Server VM version 17.0.15+6\nJDK 17.0.15\n', 17",
    "'OpenJDK 64-Bit Server VM version 25.0.3+9-LTS\nJDK 25.0.3.0\n', 25",
    "'X version 26-ea\nJDK 26-ea\n', 26",
    "'nothing like it', -1"
  })
  void versionIsParsed(String answer, int version) {
    assertThat(JdkVersion.of(answer))
        .isEqualTo(version < 0 ? OptionalInt.empty() : OptionalInt.of(version));
  }

  @Test
  void settingsHaveKeysOfTheJdk() {
    assertThat(CpuSamples.settings(Duration.ofMillis(20)))
        .containsEntry("jdk.CPUTimeSample#throttle", "20ms")
        .containsEntry("jdk.CPUTimeSample#enabled", "true");
    assertThat(CpuSamples.settings(Duration.ofNanos(1_500_000)))
        .containsEntry("jdk.CPUTimeSample#throttle", "1500us");
    assertThat(CpuSamples.isEnabledIn(CpuSamples.settings(Duration.ofMillis(20)))).isTrue();
    assertThat(CpuSamples.isEnabledIn(EventExtension.NONE.settings())).isFalse();
  }
}
