package dev.takt.cli.render.stress;

import static dev.takt.cli.render.stress.StressIntervalSource.MS;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIOException;
import static org.assertj.core.api.Assertions.within;

import dev.takt.cli.LogDesk;
import dev.takt.record.ClockAnchor;
import dev.takt.record.LatencyHistogram;
import dev.takt.record.log.write.IntervalLogWriter;
import dev.takt.runs.model.OperationState;
import dev.takt.runs.model.RunTags;
import dev.takt.runs.model.RunTags.Measure;
import dev.takt.testing.InEachLocale;
import java.io.IOException;
import java.io.OutputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import org.HdrHistogram.EncodableHistogram;
import org.HdrHistogram.Histogram;
import org.HdrHistogram.HistogramLogProcessor;
import org.HdrHistogram.HistogramLogReader;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

@InEachLocale
class HdrFileTest {

  private static final StressFormat FORMAT =
      new StressFormat(Measure.RESPONSE, true, WorkCounter.ONE_ROW);

  @TempDir Path folder;

  /// Two intervals, of which the second has no writes. The schedule starts two seconds after the
  /// file was opened.
  private Path write() throws IOException {
    Path path = folder.resolve("stress.hdr");
    Files.writeString(path, "of an earlier run");
    try (HdrFile file = HdrFile.of(path, FORMAT)) {
      StressIntervalSource source = new StressIntervalSource(file);
      file.started(System.nanoTime() + 2000 * MS);
      for (Measure measure : List.of(Measure.RESPONSE, Measure.SERVICE, Measure.WAIT)) {
        source.record("write", OperationState.COMPLETED, measure, 3 * MS, 7);
        source.record("write", OperationState.FAILED, measure, 40 * MS, 2);
        source.record("write", OperationState.TIMED_OUT, measure, 50 * MS, 1);
        source.record("write", OperationState.UNFINISHED, measure, 60 * MS, 1);
        source.record("read", OperationState.COMPLETED, measure, MS, 5);
      }
      LatencyHistogram warmup = new LatencyHistogram();
      warmup.record(1);
      source.record(
          new RunTags.Tag(true, "read", OperationState.COMPLETED, Measure.SERVICE), warmup);
      source.end(1000 * MS);
      source.completed("read", 2 * MS, 4);
      source.end(1500 * MS);
    }
    return path;
  }

  private static List<Histogram> read(Path path) throws IOException {
    List<Histogram> read = new ArrayList<>();
    HistogramLogReader reader = new HistogramLogReader(path.toFile());
    EncodableHistogram next = reader.nextIntervalHistogram();
    for (; next != null; next = reader.nextIntervalHistogram()) {
      read.add((Histogram) next);
    }
    return read;
  }

  @Test
  void hasTheTagsOfCassandraStress() throws IOException {
    List<Histogram> read = read(write());

    assertThat(read)
        .extracting(each -> each.getTag() + " " + each.getTotalCount())
        .containsExactly(
            "READ-st 5",
            "READ-rt 5",
            "READ-wt 5",
            "WRITE-st 10",
            "WRITE-rt 10",
            "WRITE-wt 10",
            "READ-st 4");
    assertThat(read.get(3).getCountAtValue(3 * MS)).isEqualTo(7);
    assertThat(read.get(3).getCountAtValue(40 * MS)).isEqualTo(2);
    assertThat(read.get(3).getMaxValue() / 1e6).isEqualTo(50, within(0.05));
    assertThat(read.get(6).getCountAtValue(2 * MS)).isEqualTo(4);
  }

  @Test
  void intervalsFollowEachOtherFromTheStartOfTheSchedule() throws IOException {
    long before = System.currentTimeMillis();
    Path path = write();
    long start = read(path).getFirst().getStartTimeStamp();
    long end = read(path).getFirst().getEndTimeStamp();

    assertThat(start).isBetween(before + 1999, System.currentTimeMillis() + 2001);
    assertThat(end - start).isBetween(999L, 1001L);
    assertThat(read(path).getLast().getStartTimeStamp()).isBetween(end - 1, end + 1);
    assertThat(read(path).getLast().getEndTimeStamp() - end).isBetween(499L, 501L);
  }

  /// The thread that writes may start later than the schedule.
  @Test
  void intervalThatBeganBeforeTheFileWasOpenedIsWritten() throws IOException {
    Path path = folder.resolve("late.hdr");
    long before = System.currentTimeMillis();
    try (HdrFile file = HdrFile.of(path, FORMAT)) {
      file.started(System.nanoTime() - 500 * MS);
      StressIntervalSource source = new StressIntervalSource(file);
      source.completed("read", MS, 5);
      source.end(1000 * MS);
    }
    assertThat(read(path))
        .singleElement()
        .satisfies(each -> {
          assertThat(each.getTotalCount()).isEqualTo(5);
          assertThat(each.getStartTimeStamp())
              .isBetween(before - 501, System.currentTimeMillis() - 499);
        });
  }

  @Test
  void beginsLikeALogOfCassandraStress() throws IOException {
    List<String> lines = Files.readAllLines(write());

    assertThat(lines.getFirst()).isEqualTo("#Logging op latencies for Cassandra Stress");
    assertThat(lines.get(1)).isEqualTo("#[Histogram log format version 1.3]");
    assertThat(lines)
        .anyMatch(line -> line.matches("#\\[BaseTime: \\d{10}\\.\\d+ \\(seconds since epoch\\)]"))
        .anyMatch(line -> line.matches("#\\[StartTime: \\d{10}\\.\\d+ \\(seconds since .*]"))
        .contains(
            "\"StartTimestamp\",\"Interval_Length\",\"Interval_Max\","
                + "\"Interval_Compressed_Histogram\"");
  }

  @Test
  void taktSummarizesIt() throws IOException {
    Path path = write();

    assertThat(
            new LogDesk(folder)
                .log("summarize " + path.getFileName() + " --format csv --percentiles 50")
                .out())
        .contains("WRITE-st,10,", "READ-st,9,", "READ-rt,5,");
  }

  @Test
  void histogramLogProcessorReadsIt() throws Exception {
    Path out = folder.resolve("processed");
    HistogramLogProcessor processor =
        new HistogramLogProcessor(
            new String[] {
              "-i",
              write().toString(),
              "-o",
              out.toString(),
              "-tag",
              "WRITE-rt",
              "-outputValueUnitRatio",
              "1000000"
            });
    processor.start();
    processor.join();

    assertThat(Files.readString(folder.resolve("processed.hgrm")))
        .containsPattern("Max +=  +50\\.0\\d+, Total count += +10]");
  }

  @Test
  void fileThatCannotBeWrittenIsAnErrorAtOnce() {
    assertThatIOException()
        .isThrownBy(() -> HdrFile.of(folder.resolve("missing").resolve("x.hdr"), FORMAT))
        .withMessage("cannot write " + folder + "/missing/x.hdr: no such file or directory");
    assertThatIOException()
        .isThrownBy(() -> HdrFile.of(folder, FORMAT))
        .withMessageStartingWith("cannot write " + folder + ": ");
  }

  @Test
  void runThatDoesNotStartLeavesTheFileOfTheLastOne() throws IOException {
    Path path = Files.writeString(folder.resolve("last.hdr"), "of the last run");
    HdrFile.of(path, FORMAT).close();
    assertThat(path).hasContent("of the last run");

    HdrFile.of(folder.resolve("new.hdr"), FORMAT).close();
    assertThat(folder.resolve("new.hdr")).doesNotExist();
  }

  @Test
  void fileThatCannotBeOpenedAtTheStartIsReportedAtTheEnd() throws IOException {
    HdrFile file = HdrFile.of(Path.of("/dev/full"), FORMAT);
    file.started(System.nanoTime());
    StressIntervalSource source = new StressIntervalSource(file);
    source.completed("read", MS, 1);
    source.end(1000 * MS);
    assertThatIOException()
        .isThrownBy(file::close)
        .withMessage("cannot write /dev/full: no space left on device");
  }

  /// A device without space, from the second write on.
  private static final class FullDisk extends OutputStream {

    private boolean hasHeader;

    @Override
    public void write(int b) throws IOException {
      if (hasHeader) {
        throw new IOException("No space left on device");
      }
    }

    @Override
    public void write(byte[] bytes, int from, int count) throws IOException {
      write(0);
    }

    @Override
    public void flush() {
      hasHeader = true;
    }
  }

  @Test
  void fullDiskIsReportedAtTheEndAndNotBefore() throws IOException {
    ClockAnchor now = ClockAnchor.now();
    FullDisk disk = new FullDisk();
    HdrFile file =
        new HdrFile(
            Path.of("full.hdr"), FORMAT, origin -> new IntervalLogWriter(disk, now, origin));
    file.started(System.nanoTime());
    disk.flush();
    StressIntervalSource source = new StressIntervalSource(file);
    source.completed("read", MS, 1);
    source.end(1000 * MS);
    source.completed("read", MS, 1);
    source.end(2000 * MS);

    assertThatIOException()
        .isThrownBy(file::close)
        .withMessageStartingWith("cannot write full.hdr: ")
        .havingRootCause()
        .withMessage("No space left on device");
  }
}
