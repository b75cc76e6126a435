package dev.takt.explain.comparison;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.takt.record.histogram.Counts;
import dev.takt.record.histogram.HistogramEncoder;
import dev.takt.record.histogram.Layout;
import dev.takt.runs.model.RunTags.Measure;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Map;
import java.util.Objects;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class SeriesReaderTest {

  @TempDir Path folder;

  private static OperationSeries operation(RunSeries run, String name) {
    return Objects.requireNonNull(run.operations().get(name));
  }

  private RunSeries read(MadeRun made, Measure measure) throws IOException {
    return SeriesReader.read(made.write(), measure).series();
  }

  @Test
  void eachIntervalHasTheValuesOfTheMeasureAndTheCountsOfTheOperation() throws Exception {
    RunSeries run =
        read(
            new MadeRun(folder.resolve("r"))
                .interval("read-rt", 0, 1000, 5, 7, 9)
                .interval("read-st", 0, 1000, 1, 1, 1)
                .interval("read-wt", 0, 1000, 4, 6, 8)
                .interval("read:failed-rt", 1000, 2000, 3, 3)
                .interval("read:failed-st", 1000, 2000, 2, 2)
                .interval("read:unsent-rt", 1000, 2000, 90)
                .interval("read-rt", 1000, 2000, 90)
                .interval("write-st", 1000, 2000, 1),
            Measure.RESPONSE);

    assertThat(run.lengths()).containsExactly(1_000_000_000L, 1_000_000_000L);
    OperationSeries read = operation(run, "read");
    assertThat(read.values()).isEqualTo(4);
    assertThat(read.intervals().getFirst().slots()).containsExactly(5, 7, 9);
    assertThat(read.completed()).isEqualTo(3);
    assertThat(read.errors()).isEqualTo(3);
    assertThat(operation(run, "write").completed()).isEqualTo(1);
    assertThat(operation(run, "write").values()).isZero();
  }

  @Test
  void valuesAreThoseOfTheRequestedMeasure() throws Exception {
    RecordedRun run =
        new MadeRun(folder.resolve("r"))
            .interval("read-rt", 0, 1000, 5)
            .interval("read-st", 0, 1000, 1)
            .interval("read-wt", 0, 1000, 4)
            .write();

    for (Map.Entry<Measure, Integer> each :
        Map.of(Measure.RESPONSE, 5, Measure.SERVICE, 1, Measure.WAIT, 4).entrySet()) {
      OperationSeries read = operation(SeriesReader.read(run, each.getKey()).series(), "read");
      assertThat(read.intervals().getFirst().slots()).containsExactly(each.getValue());
      assertThat(read.completed()).isEqualTo(1);
    }
  }

  @Test
  void warmUpIsExcludedFromValuesAndTime() throws Exception {
    RunSeries run =
        read(
            new MadeRun(folder.resolve("r"))
                .warmup(2500)
                .interval("warmup:read-rt", 0, 1000, 1)
                .interval("warmup:read-rt", 2000, 3000, 1)
                .interval("generator:lateness-lt", 2000, 3000, 1)
                .interval("read-rt", 2000, 3000, 5)
                .interval("read-rt", 3000, 4000, 5),
            Measure.RESPONSE);

    assertThat(run.nanos()).isBetween(1_499_990_000L, 1_500_010_000L);
    assertThat(operation(run, "read").values()).isEqualTo(2);
  }

  /// A log has no line for a time in which nothing was answered, but it counts for the throughput.
  @Test
  void intervalWithoutAnswersCounts() throws Exception {
    RunSeries run =
        read(
            new MadeRun(folder.resolve("r"))
                .interval("read-rt", 1000, 2000, 5)
                .interval("read-rt", 7000, 8000, 5),
            Measure.RESPONSE);

    assertThat(run.nanos()).isBetween(7_999_990_000L, 8_000_010_000L);
    assertThat(run.lengths()).hasSize(4);
    assertThat(operation(run, "read").intervals().get(2).slots()).isEmpty();
  }

  @Test
  void inThroughputModeErrorsAreCountedByServiceTime() throws Exception {
    RunSeries run =
        read(
            new MadeRun(folder.resolve("r"))
                .plan(Map.of("mode", "throughput"))
                .interval("read-st", 0, 1000, 5)
                .interval("read:timeout-st", 0, 1000, 5, 5),
            Measure.SERVICE);

    assertThat(operation(run, "read").errors()).isEqualTo(2);
  }

  @Test
  void truncatedLogIsUsedWithARemark() throws Exception {
    RecordedRun run =
        new MadeRun(folder.resolve("r"))
            .interval("read-rt", 0, 1000, 5)
            .interval("read-rt", 1000, 2000, 5)
            .write();
    Path log = Objects.requireNonNull(run.directory()).latencyLog();
    String text = Files.readString(log);
    Files.writeString(log, text.substring(0, text.length() - 10));

    SeriesReader.ReadResult read = SeriesReader.read(run, Measure.RESPONSE);

    assertThat(operation(read.series(), "read").values()).isEqualTo(1);
    assertThat(read.remarks()).singleElement().asString().contains("latency.hdr:8", "cut off");
  }

  @Test
  void runWithoutOperationsIsRefused() throws Exception {
    RecordedRun run = new MadeRun(folder.resolve("r")).interval("warmup:read-rt", 0, 1, 5).write();

    assertThatThrownBy(() -> SeriesReader.read(run, Measure.RESPONSE))
        .isInstanceOf(IOException.class)
        .hasMessageContaining("it has no operation after the warm-up");
  }

  @Test
  void logWithAnotherLayoutIsRefused() throws Exception {
    RecordedRun run = new MadeRun(folder.resolve("r")).interval("read-rt", 0, 1, 5).write();
    Counts twoDigits = new Counts(new Layout(2, 0, false));
    twoDigits.add(5, 1);
    String rough = new HistogramEncoder().base64(twoDigits);
    Files.writeString(
        Objects.requireNonNull(run.directory()).latencyLog(),
        "Tag=read-rt,0.000,1.000,5.0," + rough + "\n");

    assertThatThrownBy(() -> SeriesReader.read(run, Measure.RESPONSE))
        .isInstanceOf(IOException.class)
        .hasMessageContaining("latency.hdr:1: the histogram was not written by Takt");
  }

  @Test
  void logWithTooManyValuesIsRefused() throws Exception {
    RecordedRun run = new MadeRun(folder.resolve("r")).interval("read-rt", 0, 1, 5).write();
    Counts many = new Counts(Layout.THREE_DIGITS);
    many.add(5, Long.MAX_VALUE);
    Files.writeString(
        Objects.requireNonNull(run.directory()).latencyLog(),
        "Tag=read-rt,0.000,1.000,5.0," + new HistogramEncoder().base64(many) + "\n");

    assertThatThrownBy(() -> SeriesReader.read(run, Measure.RESPONSE))
        .isInstanceOf(IOException.class)
        .hasMessageContaining("latency.hdr:1: the interval has more values than a run can have");
  }
}
