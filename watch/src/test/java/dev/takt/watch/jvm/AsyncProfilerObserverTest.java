package dev.takt.watch.jvm;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.tuple;
import static org.assertj.core.api.Assumptions.assumeThat;

import dev.takt.runs.model.NotObservable;
import dev.takt.watch.observer.Findings;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import jdk.jfr.consumer.RecordedEvent;
import jdk.jfr.consumer.RecordingFile;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.condition.EnabledOnOs;
import org.junit.jupiter.api.condition.OS;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

@EnabledOnOs(OS.LINUX)
class AsyncProfilerObserverTest {

  private static final Duration PERIOD = Duration.ofMillis(5);

  @TempDir Path directory;

  @ParameterizedTest
  @ValueSource(ints = {17, 25})
  void samplesAreRecordedWithTheirPeriod(int version) throws Exception {
    assumeThat(AsyncProfilerLibrary.jarOfMaven()).isPresent();
    try (VictimJvm victim =
        VictimJvm.start(version, directory, List.of("-Xmx256m"), "classes", "3000", "gc", "3")) {
      AsyncProfilerObserver observer =
          new AsyncProfilerObserver(victim.pid(), directory, "", PERIOD);
      observer.start();
      victim.goAndAwait();
      Findings found = observer.finish();

      assertThat(found.notObservable()).isEmpty();
      List<RecordedEvent> events =
          RecordingFile.readAllEvents(directory.resolve("target-profile.jfr"));
      assertThat(events)
          .filteredOn(each -> each.getEventType().getName().equals("jdk.ExecutionSample"))
          .hasSizeGreaterThan(10);
      assertThat(events)
          .filteredOn(each -> each.getEventType().getName().equals("jdk.ActiveSetting"))
          .anyMatch(each ->
              each.getString("name").equals("interval")
                  && each.getString("value").equals("" + PERIOD.toNanos()));
    }
  }

  @Test
  void libraryThatIsMissingIsTheReason() throws Exception {
    AsyncProfilerObserver observer =
        new AsyncProfilerObserver(1, directory, directory.resolve("no.jar").toString(), PERIOD);
    observer.start();
    assertThat(observer.finish().notObservable())
        .extracting(NotObservable::what, each -> each.why().contains("there is no file"))
        .containsExactly(tuple("CPU profile", true));
  }
}
