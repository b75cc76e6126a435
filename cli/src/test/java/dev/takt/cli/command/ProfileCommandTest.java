package dev.takt.cli.command;

import static org.assertj.core.api.Assertions.assertThat;

import dev.takt.cli.World;
import dev.takt.cli.spi.ExitCode;
import dev.takt.explain.profile.TargetClassPath;
import dev.takt.runs.RunDirectory;
import dev.takt.runs.model.Environment;
import dev.takt.runs.model.RunRecord;
import dev.takt.runs.model.Side;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import jdk.jfr.Recording;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.condition.EnabledOnOs;
import org.junit.jupiter.api.condition.OS;
import org.junit.jupiter.api.io.TempDir;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;

/// Tests files, text and exit codes. Other tests check the figures.
@EnabledOnOs(OS.LINUX)
class ProfileCommandTest {

  private static final List<String> FILES =
      List.of("profile.html", "profile.collapsed", "profile-diff.collapsed");

  @TempDir Path folder;

  private RunDirectory run;
  private World world;

  @BeforeEach
  void make() throws IOException {
    run = RunDirectory.create(folder.resolve("run"));
    run.write(
        RunRecord.started(Map.of(), Environment.capture()).ended(RunRecord.State.FINISHED, null));
    world = new World(folder);
  }

  private void record(String throttle) throws IOException {
    try (Recording recording = new Recording()) {
      recording.enable("jdk.CPUTimeSample").with("throttle", throttle);
      recording.enable("jdk.ActiveSetting");
      recording.start();
      assertThat(burn()).isPositive();
      recording.stop();
      recording.dump(run.recording(Side.TARGET));
    }
  }

  /// Calls nothing that is inlined after the loop: the JVM would charge it with the loop's samples.
  private static double burn() {
    double sum = 0;
    for (long until = System.nanoTime() + 800_000_000L; System.nanoTime() < until; ) {
      // Reading the clock is an intrinsic, whose samples are biased.
      for (int i = 0; i < 10_000; i++) {
        sum += Math.sqrt(sum + 1);
      }
    }
    return sum;
  }

  @Test
  void aRunWithoutOperationsIsToldAsOne() throws IOException {
    record("5ms");
    assertThat(world.run("profile", "run")).as(world.err()).isZero();

    assertThat(world.out())
        .contains("no moment is known to be", "There is no operations.bin:")
        .contains("There is no threads.json", "profile.html");
    assertThat(world.out().lines()).allSatisfy(line -> assertThat(line.length()).isLessThan(101));
    assertThat(world.err()).isEmpty();
    for (String each : FILES) {
      assertThat(run.resolve(each)).exists();
    }
    assertThat(run.resolve("profile-diff.collapsed")).isEmptyFile();
    assertThat(Files.readString(run.resolve("profile.collapsed")))
        .contains("ProfileCommandTest.burn ");
    assertThat(world.run("profile", "run")).as("its files are made anew").isZero();
  }

  @Test
  void anEmptyProfileIsNoFailure() throws IOException {
    record("20s");
    assertThat(world.run("profile", "run")).as(world.err()).isZero();
    assertThat(world.out()).contains("0 in slow moments, 0 in the rest", "no thread has any CPU");
  }

  @Test
  void jsonIsForMachines() throws IOException {
    record("5ms");
    assertThat(world.run("profile", "run", "--format", "json", "--out", "there")).isZero();
    JsonNode json = new JsonMapper().readTree(world.out());
    assertThat(json.get("format").asString()).isEqualTo("takt-profile/1");
    assertThat(json.get("periodNanos").asLong()).isEqualTo(5_000_000);
    assertThat(json.at("/slow/operations").asInt()).isZero();
    assertThat(json.at("/balance/total/cpuNanos").isNull()).isTrue();
    assertThat(json.has("mostBiasedFrame")).isTrue();
    assertThat(json.get("likelyIntrinsics").isArray()).isTrue();
    assertThat(json.get("files")).hasSize(3);
    assertThat(folder.resolve("there/profile.html")).exists();
    assertThat(run.resolve("profile.html")).doesNotExist();
  }

  @Test
  void filesElsewhereAreNotWrittenOverUnasked() throws IOException {
    record("5ms");
    assertThat(world.run("profile", "run", "--out", "there")).isZero();
    assertThat(world.run("profile", "run", "--out", "there")).isEqualTo(ExitCode.FAILED);
    assertThat(world.err()).contains("profile.html: it exists; another name, or --force");
    assertThat(world.run("profile", "run", "--out", "there", "--force")).isZero();
  }

  @Test
  void aClassPathThatIsElsewhereIsAskedFor() {
    List<Path> jar = List.of(Path.of("/app/lib.jar"));
    String asked = "--class-path names the intrinsics that it calls";

    assertThat(ProfileCommand.text(List.of(), new TargetClassPath.Found(List.of(), false)))
        .isEqualTo(asked);
    assertThat(ProfileCommand.text(List.of(), new TargetClassPath.Found(jar, true)))
        .isEqualTo(asked);
    assertThat(ProfileCommand.text(List.of(), new TargetClassPath.Found(jar, false)))
        .isEqualTo("no intrinsic was found in what it calls");
    assertThat(ProfileCommand.text(List.of("A.b"), new TargetClassPath.Found(jar, true)))
        .isEqualTo("likely in A.b");
  }

  @Test
  void withoutAProfileThereIsAReason() throws IOException {
    assertThat(world.run("profile", "run")).isEqualTo(ExitCode.FAILED);
    assertThat(world.err()).contains("target.jfr is missing", "run with --watch --profile");
    assertThat(world.out()).isEmpty();

    Files.writeString(run.recording(Side.TARGET), "FLR\0 and no more");
    World other = new World(folder);
    assertThat(other.run("profile", "run")).isEqualTo(ExitCode.FAILED);
    assertThat(other.err()).contains("cannot be read as a flight recording").hasLineCount(1);

    Files.createDirectories(folder.resolve("empty"));
    assertThat(other.run("profile", "empty")).isEqualTo(ExitCode.FAILED);
    assertThat(other.err()).contains("has no run.json");
  }

  @Test
  void damagedThreadTimesAreTold() throws IOException {
    record("5ms");
    Files.writeString(run.threadsJson(), "{");
    assertThat(world.run("profile", "run")).isEqualTo(ExitCode.FAILED);
    assertThat(world.err()).contains("threads.json is damaged").hasLineCount(1);
  }

  @Test
  void helpFitsAHundredColumns() {
    assertThat(world.run("profile", "--help")).isZero();
    assertThat(world.out()).contains("--slower-than", "docs/how-to/profile.md");
    assertThat(world.out().lines()).allSatisfy(line -> assertThat(line).hasSizeLessThan(101));
    assertThat(world.run("help", "profile")).isZero();
  }
}
