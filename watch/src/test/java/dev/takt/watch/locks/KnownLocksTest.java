package dev.takt.watch.locks;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import dev.takt.record.ClockAnchor;
import dev.takt.runs.model.Contention;
import dev.takt.testing.Timing;
import dev.takt.watch.observer.WatchLevel;
import java.io.IOException;
import java.io.InputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Properties;
import java.util.concurrent.TimeUnit;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import javax.tools.ToolProvider;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/// A program with seven locks whose waits are known, and collections that move the locks.
@Timing
class KnownLocksTest {

  /// What the clocks of program and recording differ by, for each wait.
  private static final long ERROR_NANOS = 1_000_000;

  private static final int WAITS = 4;

  /// The JVM's own monitors for classes that are being initialized: threads may meet there.
  private static final Pattern CLASS_INITIALIZATION =
      Pattern.compile("(class initialization|int\\[]) @.*");

  @TempDir Path directory;

  /// The sum of the shortest times that the waits for a lock can have taken, and of the longest.
  private record Truth(long least, long most) {
    Truth plus(Truth other) {
      return new Truth(least + other.least, most + other.most);
    }
  }

  private final Map<String, Truth> truths = new HashMap<>();

  @ParameterizedTest
  @ValueSource(ints = {17, 25})
  void agentGivesEachLockOneEntryWithHolderAndPlaceOfCreation(int version) throws Exception {
    List<Contention> locks = record(version, WatchLevel.DEEP);

    assertThat(truths).hasSize(7);
    assertThat(locks).hasSize(7);
    truths.forEach((name, truth) -> {
      Contention lock = only(locks, name);
      if (List.of("semaphore", "stamped").contains(name)) {
        assertThat(lock.owners()).as(name).isEmpty();
        assertThat(lock.identity().holderUnknown()).isEqualTo("its class records no owner");
      } else {
        assertThat(lock.owners()).as(name).containsExactly("holds " + name);
        assertThat(lock.identity().holderUnknown()).as(name).isNull();
      }
      assertThat(lock.identity().doubt()).as(name).isNull();
      if (name.startsWith("monitor")) {
        assertThat(lock.identity().originUnknown()).isEqualTo("not recorded of monitors");
      } else {
        assertThat(lock.identity().createdAt()).as(name).contains("KnownLocks.locks:");
        assertThat(lock.lock()).as(name).matches(".* #[0-9a-f]+");
      }
      assertIs(lock, WAITS, truth);
    });
  }

  /// JFR does not identify the twins, which were created and are waited for at the same places.
  @ParameterizedTest
  @ValueSource(ints = {17, 25})
  void withoutAgentLocksThatCannotBeToldApartShareAnEntryThatSaysSo(int version) throws Exception {
    List<Contention> locks = record(version, WatchLevel.DEFAULT);

    assertThat(locks).hasSize(6);
    for (String name : List.of("monitor-1", "monitor-2", "semaphore", "stamped", "write")) {
      Contention lock = only(locks, name);
      assertIs(lock, WAITS, truth(name));
      if (name.startsWith("monitor")) {
        assertThat(lock.identity().doubt()).as(name).isNull();
        assertThat(lock.owners()).as(name).containsExactly("holds " + name);
      } else {
        assertThat(lock.identity().doubt()).as(name).startsWith("perhaps several locks");
        assertThat(lock.identity().originUnknown())
            .isEqualTo("JFR does not record it. A deep watch does, by an agent");
        assertThat(lock.owners()).as(name).isEmpty();
        assertThat(lock.identity().holderUnknown()).isEqualTo(lock.identity().originUnknown());
      }
    }
    Contention twins = only(locks, "twin-1");
    assertThat(only(locks, "twin-2")).isSameAs(twins);
    assertThat(twins.identity().doubt()).startsWith("at least 2 locks");
    assertIs(twins, 2 * WAITS, truth("twin-1").plus(truth("twin-2")));
  }

  private Truth truth(String name) {
    return Objects.requireNonNull(truths.get(name), name);
  }

  private static void assertIs(Contention lock, int waits, Truth truth) {
    assertThat(lock.waits().count()).as(lock.lock()).isEqualTo(waits);
    assertThat(lock.waits().totalNanos())
        .as(lock.lock())
        .isBetween(truth.least() - waits * ERROR_NANOS, truth.most() + waits * ERROR_NANOS);
  }

  private static Contention only(List<Contention> locks, String name) {
    List<Contention> found =
        locks.stream().filter(lock -> lock.waiters().contains("waits for " + name)).toList();
    assertThat(found).as(name).hasSize(1);
    return found.getFirst();
  }

  private List<Contention> record(int version, WatchLevel level) throws Exception {
    Path jar = directory.resolve("agent.jar");
    Path settings = directory.resolve("settings");
    Path recording = directory.resolve("recording.jfr");
    AgentJar.write(jar, "KnownLocks");
    compile(jar);
    Properties all = new Properties();
    all.putAll(ThreadWaitEvents.settings(level));
    try (var out = Files.newOutputStream(settings)) {
      all.store(out, null);
    }
    List<String> command = new ArrayList<>();
    command.add(jdk(version).resolve("bin/java").toString());
    command.addAll(List.of("-XX:+UseSerialGC", "-Xmn64m", "-Xverify:all"));
    if (level == WatchLevel.DEEP) {
      command.add("-javaagent:" + jar);
    }
    command.addAll(List.of("-cp", directory + ":" + jar, "KnownLocks"));
    command.addAll(List.of(settings.toString(), recording.toString()));
    Process child = new ProcessBuilder(command).redirectErrorStream(true).start();
    String output = new String(child.getInputStream().readAllBytes(), UTF_8);
    assertThat(child.waitFor(60, TimeUnit.SECONDS)).isTrue();
    assertThat(child.exitValue()).as(output).isZero();
    assertThat(output).doesNotContain("problem ");
    for (String line : output.lines().filter(each -> each.startsWith("wait ")).toList()) {
      String[] words = line.split(" ", -1);
      Truth truth = new Truth(Long.parseLong(words[2]), Long.parseLong(words[3]));
      truths.merge(words[1], truth, Truth::plus);
    }
    return Recorded.of(recording, ClockAnchor.now(), level).contentions().stream()
        .filter(each -> !CLASS_INITIALIZATION.matcher(each.lock()).matches())
        .toList();
  }

  private void compile(Path agent) throws IOException {
    Path source = directory.resolve("KnownLocks.java");
    try (InputStream text = KnownLocksTest.class.getResourceAsStream("KnownLocks.java")) {
      Files.write(source, text.readAllBytes());
    }
    int failed =
        ToolProvider.getSystemJavaCompiler()
            .run(
                null,
                null,
                null,
                "--release",
                "17",
                "-proc:none",
                "-cp",
                agent.toString(),
                "-d",
                directory.toString(),
                source.toString());
    assertThat(failed).isZero();
  }

  private static Path jdk(int version) throws IOException {
    if (version == Runtime.version().feature()) {
      return Path.of(System.getProperty("java.home"));
    }
    Path homes = Path.of("/usr/lib/jvm");
    List<Path> found = new ArrayList<>();
    if (Files.isDirectory(homes)) {
      try (Stream<Path> all = Files.list(homes)) {
        all.filter(each -> isJdk(each, version)).forEach(found::add);
      }
    }
    assumeTrue(!found.isEmpty(), "there is no JDK " + version + " beside this one");
    return found.getFirst();
  }

  private static boolean isJdk(Path home, int version) {
    try {
      return Files.isExecutable(home.resolve("bin/java"))
          && Files.readString(home.resolve("release")).contains("JAVA_VERSION=\"" + version);
    } catch (IOException e) {
      return false;
    }
  }
}
