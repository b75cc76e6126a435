package dev.takt.runs;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import dev.takt.runs.model.Samples;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Instant;
import java.time.ZoneOffset;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.condition.EnabledOnOs;
import org.junit.jupiter.api.condition.OS;
import org.junit.jupiter.api.io.TempDir;

class RunDirectoryTest {

  private static final Instant NOW = Instant.parse("2026-11-20T17:20:05.999Z");

  @TempDir Path temp;

  @Test
  void makesTheDirectoryAndItsParents() throws IOException {
    RunDirectory directory = RunDirectory.create(temp.resolve("a/b/c"));

    assertThat(directory.path()).isDirectory();
    assertThat(directory.runJson()).hasFileName("run.json");
    assertThat(directory.latencyLog()).hasFileName("latency.hdr");
    assertThat(directory.hiccupLog()).hasFileName("hiccups.hdr");
    assertThat(directory.operationTrace()).hasFileName("operations.bin");
    assertThat(directory.resolve("target.log").getParent()).isEqualTo(directory.path());
  }

  @Test
  void takesAnEmptyDirectoryButNoOther() throws IOException {
    RunDirectory.create(temp);
    Files.createFile(temp.resolve("something"));

    assertThatThrownBy(() -> RunDirectory.create(temp))
        .isInstanceOf(IOException.class)
        .hasMessageContaining(temp.toString())
        .hasMessageContaining("not empty");
  }

  @Test
  void whatWasMadeForNothingIsRemovedUpToWhatWasThere() throws IOException {
    Path base = Files.createDirectory(temp.resolve("base"));
    RunDirectory first = RunDirectory.create(base.resolve("takt-runs/first"));
    RunDirectory second = RunDirectory.create(base.resolve("takt-runs/second"));

    first.removeIfNothingIsRecorded();
    assertThat(base.resolve("takt-runs")).isDirectoryContaining(second.path()::equals);
    assertThat(first.path()).doesNotExist();

    Files.createFile(second.resolve("target.log"));
    second.removeIfNothingIsRecorded();
    assertThat(second.resolve("target.log")).exists();

    RunDirectory alone = RunDirectory.create(base.resolve("other/run"));
    alone.removeIfNothingIsRecorded();
    assertThat(base).isDirectoryNotContaining("glob:**other");
  }

  @Test
  void directoryThatWasThereStays() throws IOException {
    Path base = Files.createDirectory(temp.resolve("base"));

    RunDirectory.create(base).removeIfNothingIsRecorded();

    assertThat(base).isEmptyDirectory();
  }

  @Test
  void namesTheFileThatIsInTheWay() throws IOException {
    Path file = Files.createFile(temp.resolve("file"));

    for (Path path : new Path[] {file, file.resolve("run"), file.resolve("deeper/run")}) {
      assertThatThrownBy(() -> RunDirectory.create(path))
          .isInstanceOf(IOException.class)
          .hasMessage("cannot make run directory " + path + ": " + file + " is not a directory");
    }
  }

  @Test
  @EnabledOnOs(OS.LINUX)
  void saysInOneLineThatItCannotBeMade() {
    assertThatThrownBy(() -> RunDirectory.create(Path.of("/proc/takt/run")))
        .isInstanceOf(IOException.class)
        .hasMessageStartingWith("cannot make run directory /proc/takt/run: ")
        .message()
        .doesNotContain("Exception", "\n");
  }

  @Test
  void saysThatItCannotBeWritten() {
    assumeTrue(temp.toFile().setWritable(false) && !Files.isWritable(temp), "root may write");

    assertThatThrownBy(() -> RunDirectory.create(temp))
        .isInstanceOf(IOException.class)
        .hasMessage("run directory " + temp + " cannot be written to: permission denied");
    assertThatThrownBy(() -> RunDirectory.create(temp.resolve("run")))
        .isInstanceOf(IOException.class)
        .hasMessageEndingWith(": permission denied");
  }

  @Test
  void namesARunByItsTimeAndTarget() throws IOException {
    assertThat(defaultPath("http")).isEqualTo(temp.resolve("2026-11-20T17-20-05-http"));

    Files.createDirectory(defaultPath("http"));
    assertThat(defaultPath("http")).isEqualTo(temp.resolve("2026-11-20T17-20-05-http-2"));

    Files.createDirectory(defaultPath("http"));
    assertThat(defaultPath("http")).isEqualTo(temp.resolve("2026-11-20T17-20-05-http-3"));
  }

  @Test
  void usesLocalTimeForNames() {
    ZoneOffset east = ZoneOffset.ofHours(7);
    assertThat(RunDirectory.defaultPath(temp, NOW, "sim", east))
        .isEqualTo(temp.resolve("2026-11-21T00-20-05-sim"));
  }

  @Test
  void makesAFileNameOfAnyTargetName() {
    assertThat(defaultPath("http://127.0.0.1:8080/a?b=c"))
        .hasFileName(PREFIX + "http-127.0.0.1-8080-a-b-c");
    assertThat(defaultPath("../../etc")).hasFileName(PREFIX + "etc");
    assertThat(defaultPath("")).hasFileName(PREFIX + "run");
    assertThat(defaultPath("日本")).hasFileName(PREFIX + "run");
    assertThat(defaultPath("x".repeat(500))).hasFileName(PREFIX + "x".repeat(40));
  }

  private static final String PREFIX = "2026-11-20T17-20-05-";

  private Path defaultPath(String target) {
    return RunDirectory.defaultPath(temp, NOW, target, ZoneOffset.UTC);
  }

  @Test
  void opensOnlyTheDirectoryOfARun() throws IOException {
    Path missing = temp.resolve("missing");
    assertThatThrownBy(() -> RunDirectory.open(missing))
        .isInstanceOf(IOException.class)
        .hasMessageContaining(missing + " does not exist");

    assertThatThrownBy(() -> RunDirectory.open(temp))
        .isInstanceOf(IOException.class)
        .hasMessageContaining("no run.json");

    Path file = Files.createFile(temp.resolve("file"));
    assertThatThrownBy(() -> RunDirectory.open(file))
        .isInstanceOf(IOException.class)
        .hasMessageContaining("is not a directory");
  }

  @Test
  void threadTimesComeBackAsTheyWereWritten() throws IOException {
    RunDirectory directory = RunDirectory.create(temp.resolve("run"));
    directory.write(Samples.threadTimes());
    assertThat(directory.readThreadTimes()).isEqualTo(Samples.threadTimes());
  }

  @Test
  void damagedThreadTimesAreRejected() throws IOException {
    RunDirectory directory = RunDirectory.create(temp.resolve("run"));
    Files.writeString(directory.threadsJson(), "{\"formatVersion\":1}");
    assertThatThrownBy(directory::readThreadTimes)
        .isInstanceOf(IOException.class)
        .hasMessageContaining("it has no processes");
  }
}
