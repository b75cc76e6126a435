package dev.takt.watch.jvm.attach;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assumptions.assumeThat;

import dev.takt.watch.CpuProfiling;
import dev.takt.watch.Observers;
import dev.takt.watch.Watch;
import dev.takt.watch.WatchRequest;
import dev.takt.watch.jvm.AsyncProfilerLibrary;
import dev.takt.watch.jvm.VictimJvm;
import dev.takt.watch.observer.WatchLevel;
import java.io.IOException;
import java.io.InputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.zip.ZipFile;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/// What a killed Takt has started in a target ends, even if no other Takt comes.
@Timeout(90)
class KilledTaktTest {

  private static final long TIMEOUT_NANOS = 15_000_000_000L;

  @TempDir Path directory;

  @Test
  void recordingAndLogEndWithKilledTakt() throws Exception {
    try (VictimJvm victim = VictimJvm.start(25, directory, List.of())) {
      Path run = Files.createDirectory(directory.resolve("run"));
      Process takt = takt(victim.pid(), run, "");
      try {
        assertThat(takt.inputReader().readLine()).isEqualTo("watching");
        try (JvmCommands jvm = JvmCommands.of(victim.pid())) {
          assertThat(jvm.run("JFR.check")).contains("name=takt-" + takt.pid());
          assertThat(jvm.run("VM.log list")).contains(run.toString());

          takt.destroyForcibly().waitFor();

          long deadline = System.nanoTime() + TIMEOUT_NANOS;
          while (watched(jvm, run) && System.nanoTime() - deadline < 0) {
            Thread.sleep(100);
          }
          assertThat(jvm.run("JFR.check")).doesNotContain("takt-");
          assertThat(jvm.run("VM.log list")).doesNotContain(run.toString());
        }
        // The recording until then can be read.
        assertThat(run.resolve("target.jfr")).isNotEmptyFile();
      } finally {
        takt.destroyForcibly();
      }
    }
  }

  @Test
  void profilerEndsWithKilledTakt() throws Exception {
    assumeThat(AsyncProfilerLibrary.jarOfMaven()).isPresent();
    profilerEndsWithKilledTakt("");
  }

  /// The library is loaded from where the user has it, so that it is not loaded twice.
  @Test
  void profilerWhoseLibraryWasNamedEndsWithKilledTakt() throws Exception {
    assumeThat(AsyncProfilerLibrary.jarOfMaven()).isPresent();
    Path named = extractedLibrary();
    profilerEndsWithKilledTakt(named.toString());
  }

  /// A profile that the user takes, into another file, is not Takt's to end.
  @Test
  void profileOfTheUserGoesOn() throws Exception {
    assumeThat(AsyncProfilerLibrary.jarOfMaven()).isPresent();
    try (VictimJvm victim = VictimJvm.start(17, directory, List.of())) {
      Path run = Files.createDirectory(directory.resolve("run"));
      Path mine = directory.resolve("mine.jfr");
      Process takt = takt(victim.pid(), run, "");
      try (JvmCommands jvm = JvmCommands.of(victim.pid())) {
        assertThat(takt.inputReader().readLine()).isEqualTo("watching");
        Path library = extractedLibrary();
        jvm.run(
            "JVMTI.agent_load "
                + JvmCommands.quoted(library.toString())
                + " "
                + JvmCommands.quoted("start,event=ctimer,jfr,file=" + mine));
        assertThat(profilerStatus(jvm, victim.pid())).contains("running");

        takt.destroyForcibly().waitFor();
        long deadline = System.nanoTime() + TIMEOUT_NANOS;
        while (watched(jvm, run) && System.nanoTime() - deadline < 0) {
          Thread.sleep(100);
        }

        assertThat(jvm.run("JFR.check")).doesNotContain("takt-");
        Thread.sleep(500); // The profiler would be ended last.
        assertThat(profilerStatus(jvm, victim.pid())).contains("running");
      } finally {
        takt.destroyForcibly();
      }
    }
  }

  private Path extractedLibrary() throws IOException {
    Path file = Files.createDirectory(directory.resolve("named")).resolve("libasyncProfiler.so");
    String platform = System.getProperty("os.arch").equals("aarch64") ? "arm64" : "x64";
    try (ZipFile jar = new ZipFile(AsyncProfilerLibrary.jarOfMaven().orElseThrow().toFile());
        InputStream library =
            jar.getInputStream(jar.getEntry("linux-" + platform + "/libasyncProfiler.so"))) {
      Files.copy(library, file);
    }
    return file;
  }

  private void profilerEndsWithKilledTakt(String library) throws Exception {
    try (VictimJvm victim = VictimJvm.start(17, directory, List.of())) {
      Path run = Files.createDirectory(directory.resolve("run"));
      Process takt = takt(victim.pid(), run, "profile" + library);
      try {
        assertThat(takt.inputReader().readLine()).isEqualTo("watching");
        try (JvmCommands jvm = JvmCommands.of(victim.pid())) {
          assertThat(profilerStatus(jvm, victim.pid())).contains("running");

          takt.destroyForcibly().waitFor();

          long deadline = System.nanoTime() + TIMEOUT_NANOS;
          while (profilerStatus(jvm, victim.pid()).contains("running")
              && System.nanoTime() - deadline < 0) {
            Thread.sleep(100);
          }
          assertThat(profilerStatus(jvm, victim.pid())).contains("not active");
        }
        assertThat(run.resolve("target-profile.jfr")).isNotEmptyFile();
      } finally {
        takt.destroyForcibly();
      }
    }
  }

  private String profilerStatus(JvmCommands jvm, long pid) throws IOException {
    Path answer = directory.resolve("status");
    Files.deleteIfExists(answer);
    String library =
        Files.readAllLines(Path.of("/proc/" + pid + "/maps")).stream()
            .filter(each -> each.endsWith("/libasyncProfiler.so"))
            .map(each -> each.substring(each.indexOf('/')))
            .findFirst()
            .orElseThrow();
    jvm.run(
        "JVMTI.agent_load "
            + JvmCommands.quoted(library)
            + " "
            + JvmCommands.quoted("status,file=" + answer));
    return Files.readString(answer);
  }

  private static boolean watched(JvmCommands jvm, Path run) throws JvmException {
    return jvm.run("JFR.check").contains("takt-")
        || jvm.run("VM.log list").contains(run.toString());
  }

  private static Process takt(long target, Path run, String mode) throws IOException {
    return new ProcessBuilder(
            Path.of(System.getProperty("java.home"), "bin", "java").toString(),
            "-XX:TieredStopAtLevel=1",
            "-XX:+UseSerialGC",
            "--enable-native-access=ALL-UNNAMED",
            "--add-exports",
            "jdk.attach/sun.tools.attach=ALL-UNNAMED",
            "-cp",
            System.getProperty("surefire.test.class.path", System.getProperty("java.class.path")),
            Takt.class.getName(),
            Long.toString(target),
            run.toString(),
            mode)
        .redirectError(ProcessBuilder.Redirect.INHERIT)
        .start();
  }

  /// Watches until it is killed.
  static final class Takt {
    public static void main(String[] args) throws InterruptedException {
      WatchRequest subject =
          new WatchRequest(
              Path.of(args[1]),
              WatchLevel.DEFAULT,
              OptionalLong.of(Long.parseLong(args[0])),
              false,
              args[2].isEmpty()
                  ? Optional.empty()
                  : Optional.of(
                      new CpuProfiling(
                          Duration.ofMillis(10),
                          Optional.of(args[2].substring("profile".length())))));
      Watch watch = Observers.of(subject);
      watch.start();
      System.out.println("watching");
      Thread.sleep(60_000);
    }
  }
}
