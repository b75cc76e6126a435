package dev.takt.watch.locks;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assumptions.assumeThat;

import dev.takt.record.ClockAnchor;
import dev.takt.runs.model.Contention;
import dev.takt.runs.model.Stall;
import dev.takt.runs.model.StallKind;
import dev.takt.testing.Timing;
import dev.takt.watch.observer.WatchLevel;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/// Two threads need a class whose initialization takes 500 ms, the second one 100 ms later.
@Timing
class ClassInitializationTest {

  private static final String PROGRAM =
      """
      public class Initializing {
        static class Slow {
          static int value;
          static {
            pause(500);
            value = 1;
          }
        }

        static void pause(long millis) {
          try {
            Thread.sleep(millis);
          } catch (InterruptedException e) {
            throw new AssertionError(e);
          }
        }

        public static void main(String[] arguments) throws Exception {
          pause(500);
          Thread first = new Thread(() -> Slow.value++, "initializes");
          Thread second = new Thread(() -> Slow.value++, "needs it");
          first.start();
          pause(100);
          second.start();
          first.join();
          second.join();
          int[] own = new int[0];
          synchronized (own) {
            own.wait(100);
          }
        }
      }
      """;

  @TempDir Path folder;

  @Test
  void onlyADeepWatchRecordsIt() {
    assertThat(LockSettings.of(WatchLevel.DEFAULT).keySet())
        .noneMatch(setting -> setting.startsWith("jdk.JavaMonitorWait#"));
    assertThat(LockSettings.of(WatchLevel.DEEP))
        .containsEntry("jdk.JavaMonitorWait#enabled", "true")
        .containsEntry("jdk.JavaMonitorWait#threshold", "20 ms");
  }

  @ParameterizedTest
  @ValueSource(strings = {"", "/usr/lib/jvm/java-17-openjdk-amd64"})
  void waitForInitializationIsNamed(String home) throws Exception {
    Path java = Path.of(home.isEmpty() ? System.getProperty("java.home") : home, "bin", "java");
    assumeThat(java).exists();
    Path recording = folder.resolve("target.jfr");
    Path settings =
        Files.writeString(
            folder.resolve("settings.jfc"),
            """
            <?xml version="1.0" encoding="UTF-8"?>
            <configuration version="2.0"><event name="jdk.JavaMonitorWait">
              <setting name="enabled">true</setting><setting name="threshold">20 ms</setting>
              <setting name="stackTrace">true</setting>
            </event></configuration>
            """);
    Path source = Files.writeString(folder.resolve("Initializing.java"), PROGRAM);
    Path out = folder.resolve("out.txt");
    Process child =
        new ProcessBuilder(
                java.toString(),
                "-XX:StartFlightRecording:settings=" + settings + ",filename=" + recording,
                source.toString())
            .redirectErrorStream(true)
            .redirectOutput(out.toFile())
            .start();
    assertThat(child.waitFor()).as(Files.readString(out)).isZero();

    Recorded recorded = Recorded.of(recording, ClockAnchor.now(), WatchLevel.DEFAULT);
    assertThat(recorded.of(StallKind.MONITOR_WAIT, "needs it"))
        .extracting(Stall::cause)
        .containsExactly("class initialization");

    List<Contention> all = recorded.contentions();
    List<Contention> found =
        all.stream().filter(each -> each.waiters().contains("needs it")).toList();

    assertThat(all).noneMatch(each -> each.waiters().contains("main"));
    assertThat(found).hasSize(1);
    Contention lock = found.getFirst();
    assertThat(lock.lock()).startsWith("class initialization @");
    assertThat(lock.owners()).containsExactly("initializes");
    assertThat(lock.where()).contains("Initializing.lambda");
    assertThat(lock.identity().doubt()).isNull();
    assertThat(lock.waits().count()).isEqualTo(1);
    assertThat(lock.waits().totalNanos()).isBetween(350_000_000L, 450_000_000L);
  }
}
