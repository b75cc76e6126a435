package dev.takt.watch.locks;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import dev.takt.record.ClockAnchor;
import dev.takt.runs.model.Contention;
import dev.takt.runs.model.Evidence;
import dev.takt.runs.model.NotObservable;
import dev.takt.runs.model.Stall;
import dev.takt.runs.model.Stall.Actor;
import dev.takt.runs.model.StallKind;
import dev.takt.testing.Timing;
import dev.takt.watch.locks.ConvoyProgram.Truth;
import dev.takt.watch.observer.WatchLevel;
import java.nio.file.Path;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/// Convoys in a JVM whose locks are instrumented.
@Timing
class LockInstrumentTest {

  @TempDir static Path directory;

  private static final Map<String, Truth> TRUTHS = new HashMap<>();
  private static Recorded recorded;

  @BeforeAll
  static void run() throws Exception {
    Path jar = directory.resolve("agent.jar");
    Path file = directory.resolve("deep.jfr");
    AgentJar.write(jar, LockAgent.class.getName());
    Process child =
        new ProcessBuilder(
                Path.of(System.getProperty("java.home"), "bin", "java").toString(),
                "-XX:+UseSerialGC",
                "-Xverify:all",
                "-javaagent:" + jar,
                "-cp",
                AgentJar.classPathWithoutIt(),
                InstrumentedProgram.class.getName(),
                file.toString())
            .redirectErrorStream(true)
            .start();
    String output = new String(child.getInputStream().readAllBytes(), UTF_8);
    assertThat(child.waitFor(60, TimeUnit.SECONDS)).isTrue();
    assertThat(child.exitValue()).as(output).isZero();
    assertThat(output).doesNotContain("problem ");
    ClockAnchor anchor = null;
    for (String line : output.lines().toList()) {
      List<String> words = List.of(line.split(" ", 4));
      if (words.getFirst().equals("anchor")) {
        anchor = new ClockAnchor(number(words, 1), number(words, 2), number(words, 3));
      } else if (words.getFirst().equals("wait")) {
        TRUTHS.put(words.getLast(), new Truth(number(words, 1), number(words, 2)));
      }
    }
    recorded = Recorded.of(file, Objects.requireNonNull(anchor, output), WatchLevel.DEEP);
  }

  private static long number(List<String> words, int index) {
    return Long.parseLong(words.get(index));
  }

  @Test
  void eachWaitIsReportedOnceWithItsLock() {
    assertThat(TRUTHS).hasSize(3 * 15);
    TRUTHS.forEach((name, truth) -> {
      List<Stall> waits = recorded.of(StallKind.LOCK_WAIT, name);
      assertThat(waits).as(name).hasSize(1);
      Stall wait = waits.getFirst();
      if (!name.contains("-u")) {
        truth.assertIs(name, waits);
      }
      assertThat(wait.cause()).isEqualTo(name.split(" ", 3)[1]);
      String event = name.contains("-u") ? "jdk.MethodTrace" : "takt.LockWait";
      assertThat(((Evidence.LockWait) wait.evidence()).event()).as(name).isEqualTo(event);
    });
  }

  @Test
  void lockWithOwnerHasHeadOfConvoyAsCulprit() {
    TRUTHS.keySet().stream()
        .filter(name -> name.contains("Reentrant") && !name.contains("-u"))
        .forEach(name ->
            assertThat(recorded.of(StallKind.LOCK_WAIT, name).getFirst().culprit())
                .as(name)
                .extracting(Actor::name)
                .isEqualTo('A' + name.substring(1)));
  }

  @Test
  void locksHaveTheirPlaceOfCreation() {
    for (Contention lock : recorded.contentions()) {
      if (lock.waiters().stream().anyMatch(name -> name.matches("[BCD]-[pv] .*"))) {
        assertThat(lock.identity().createdAt())
            .as(lock.lock())
            .contains("dev.takt.watch.locks.Locks.");
        assertThat(lock.identity().originUnknown()).isNull();
        assertThat(lock.identity().doubt()).isNull();
        assertThat(lock.lock()).matches(".* #[0-9a-f]+");
        assertThat(lock.waits().count()).isEqualTo(3);
        assertThat(lock.waits().totalNanos())
            .isBetween(3 * ConvoyProgram.HELD_MILLIS * 1_000_000, truth(lock));
      }
    }
    assertThat(recorded.contentions())
        .filteredOn(lock -> lock.identity().createdAt() != null && lock.waits().count() == 3)
        .hasSize(2 * 5);
  }

  private static long truth(Contention lock) {
    return lock.waiters().stream().map(TRUTHS::get).mapToLong(Truth::nanos).sum();
  }

  @Test
  void libraryLocksAreFullyObservable() {
    assertThat(recorded.notObservable())
        .extracting(NotObservable::what)
        .containsExactly("waits of virtual threads for monitors");
  }
}
