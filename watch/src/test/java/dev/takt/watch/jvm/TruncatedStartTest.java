package dev.takt.watch.jvm;

import static org.assertj.core.api.Assertions.assertThat;

import dev.takt.runs.model.NotObservable;
import dev.takt.runs.model.Side;
import dev.takt.watch.jfr.RecordingSpan;
import java.io.RandomAccessFile;
import java.nio.file.Files;
import java.nio.file.Path;
import jdk.jfr.Recording;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class TruncatedStartTest {

  private static final long SECOND = 1_000_000_000;

  @TempDir Path directory;

  @Test
  void largeLateRecordingIsReportedAsTruncated() throws Exception {
    Path file = directory.resolve("target.jfr");
    try (Recording recording = new Recording()) {
      recording.start();
      recording.stop();
      recording.dump(file);
    }
    long begin = RecordingSpan.of(file).beginEpochNanos();
    TruncatedStart late = new TruncatedStart(Side.TARGET, begin - 90 * SECOND, 0);
    assertThat(late.findMissing(file, null)).as("a small one that was begun late").isEmpty();

    try (RandomAccessFile large = new RandomAccessFile(file.toFile(), "rw")) {
      large.setLength(600_000_000);
    }

    assertThat(new TruncatedStart(Side.TARGET, begin - 4 * SECOND, 0).findMissing(file, null))
        .isEmpty();
    assertThat(late.findMissing(file, null))
        .containsExactly(
            new NotObservable(
                Side.TARGET,
                "the first 90 s of the flight recording",
                "it exceeded its limit of 1 GB, so the JVM dropped the oldest part"));
  }

  @Test
  void logThatWasRotatedTwiceIsReportedAsTruncated() throws Exception {
    Path log = directory.resolve("target-jvm.log");
    Files.writeString(log, "[900000000000ns][10ns][info][gc] GC(4)\n");
    TruncatedStart begin = new TruncatedStart(Side.TARGET, 0, 100 * SECOND);
    assertThat(begin.findMissing(null, log)).isEmpty();

    Path moved = UnifiedLog.rotated(log);
    Files.writeString(moved, "half a line\n[101000000000ns][10ns][info][gc] GC(1)\n");
    assertThat(begin.findMissing(null, log)).isEmpty();

    Files.writeString(moved, "half a line\n[160000000000ns][10ns][info][gc] GC(3)\n");
    assertThat(begin.findMissing(null, log))
        .extracting(NotObservable::what)
        .containsExactly("the first 60 s of the unified log");
  }

  @Test
  void missingFilesAreNotReportedAsTruncated() {
    assertThat(
            TruncatedStart.now(Side.TARGET)
                .findMissing(directory.resolve("no"), directory.resolve("no")))
        .isEmpty();
  }
}
