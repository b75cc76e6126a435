package dev.takt.record.log.write;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;
import static org.assertj.core.api.Assertions.assertThatIOException;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;

import dev.takt.record.ClockAnchor;
import dev.takt.record.LatencyHistogram;
import dev.takt.record.histogram.Counts;
import dev.takt.record.histogram.Layout;
import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.OutputStream;
import java.nio.ByteBuffer;
import java.nio.channels.SeekableByteChannel;
import java.nio.charset.StandardCharsets;
import java.nio.file.FileAlreadyExistsException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Random;
import org.HdrHistogram.Histogram;
import org.HdrHistogram.HistogramLogReader;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class IntervalLogWriterTest {

  private static final long SECOND = 1_000_000_000L;

  /// A monotonic clock far from zero, and a wall clock with a fraction that is not round.
  private static final ClockAnchor ANCHOR =
      new ClockAnchor(77_777_777_777L, 1_790_000_000_123_456_789L, 40);

  private static final long ORIGIN = 88_888_888_888L;

  @TempDir Path directory;

  private static LatencyHistogram histogramOf(long... values) {
    LatencyHistogram histogram = new LatencyHistogram();
    for (long value : values) {
      histogram.record(value);
    }
    return histogram;
  }

  private static List<Histogram> readWithHdrHistogram(byte[] log) {
    List<Histogram> read = new ArrayList<>();
    HistogramLogReader reader = new HistogramLogReader(new ByteArrayInputStream(log));
    while (reader.hasNext()) {
      Histogram next = (Histogram) reader.nextIntervalHistogram();
      if (next != null) { // null means that only comments were left
        read.add(next);
      }
    }
    return read;
  }

  @Test
  void countsOfAnotherLayoutKeepIt() throws IOException {
    Counts counts = new Counts(new Layout(3, 10, false));
    counts.add(counts.layout().slotOf(5 * 1024), 2);
    counts.coverUpTo(1_000_000);
    ByteArrayOutputStream out = new ByteArrayOutputStream();
    try (IntervalLogWriter writer = new IntervalLogWriter(out, ANCHOR, ORIGIN)) {
      writer.write("t", ORIGIN, ORIGIN + SECOND, counts);
      writer.write("t", ORIGIN, ORIGIN + SECOND, histogramOf(7));
    }

    List<Histogram> read = readWithHdrHistogram(out.toByteArray());
    assertThat(read).extracting(Histogram::getLowestDiscernibleValue).containsExactly(1024L, 1L);
    assertThat(read).extracting(Histogram::getMaxValue).containsExactly(6 * 1024 - 1L, 7L);
    assertThat(read.get(0).getCountAtValue(5 * 1024)).isEqualTo(2);
    assertThat(out.toString(StandardCharsets.UTF_8)).contains("Tag=t,0.000000,1.000000,0.006,");
  }

  @Test
  void doublesAreNoNanoseconds() throws IOException {
    Counts doubles = new Counts(new Layout(3, 0, true));
    try (IntervalLogWriter writer =
        new IntervalLogWriter(new ByteArrayOutputStream(), ANCHOR, ORIGIN)) {
      assertThatIllegalArgumentException()
          .isThrownBy(() -> writer.write("t", ORIGIN, ORIGIN, doubles))
          .withMessageContaining("integers");
    }
  }

  @Test
  void hdrHistogramReadsEveryCountBack() throws IOException {
    Random random = new Random(1);
    LatencyHistogram ours = new LatencyHistogram();
    Histogram theirs = new Histogram(1, (1L << 47) - 1, 3);
    for (int i = 0; i < 300_000; i++) {
      long value = random.nextLong() >>> (17 + random.nextInt(47));
      ours.record(value);
      theirs.recordValue(value);
    }
    ByteArrayOutputStream out = new ByteArrayOutputStream();
    try (IntervalLogWriter writer = new IntervalLogWriter(out, ANCHOR, ORIGIN)) {
      writer.write("read-rt", ORIGIN, ORIGIN + SECOND, ours);
    }

    Histogram read = readWithHdrHistogram(out.toByteArray()).get(0);

    assertThat(read).isEqualTo(theirs);
    assertThat(read.getTotalCount()).isEqualTo(300_000);
    assertThat(read.getMaxValue()).isEqualTo(ours.max()).isEqualTo(theirs.getMaxValue());
    assertThat(read.getMinValue()).isEqualTo(ours.min());
    assertThat(read.getMean()).isEqualTo(ours.mean());
    for (double p : new double[] {0, 0.1, 50, 90, 99, 99.9, 99.99, 99.999, 100}) {
      assertThat(read.getValueAtPercentile(p)).as("p%s", p).isEqualTo(ours.valueAtPercentile(p));
    }
  }

  @Test
  void hdrHistogramReadsThreeTagsAndTheirTimes() throws IOException {
    ByteArrayOutputStream out = new ByteArrayOutputStream();
    try (IntervalLogWriter writer = new IntervalLogWriter(out, ANCHOR, ORIGIN)) {
      for (int i = 0; i < 5; i++) {
        long start = ORIGIN + i * SECOND;
        writer.write("read-rt", start, start + SECOND, histogramOf(1_000_000 + i));
        writer.write("read-st", start, start + SECOND, histogramOf(500 + i, 600));
        writer.write("größe", start, start + SECOND, histogramOf());
        writer.flush();
      }
    }

    List<Histogram> read = readWithHdrHistogram(out.toByteArray());

    assertThat(read).hasSize(15);
    assertThat(read.subList(0, 3))
        .extracting(Histogram::getTag)
        .containsExactly("read-rt", "read-st", "größe");
    assertThat(read.subList(0, 3)).extracting(Histogram::getTotalCount).containsExactly(1L, 2L, 0L);
    long originMillis = ANCHOR.epochNanosAt(ORIGIN) / 1_000_000;
    for (int i = 0; i < 15; i++) {
      assertThat(read.get(i).getStartTimeStamp()).isEqualTo(originMillis + i / 3 * 1000L);
      assertThat(read.get(i).getEndTimeStamp()).isEqualTo(originMillis + i / 3 * 1000L + 1000);
    }
  }

  @Test
  void wholeMillisecondsAreReadBackExactly() throws IOException {
    ClockAnchor anchor = new ClockAnchor(0, 1_790_000_000_123_000_000L, 0);
    ByteArrayOutputStream out = new ByteArrayOutputStream();
    try (IntervalLogWriter writer = new IntervalLogWriter(out, anchor, 0)) {
      for (int i = 0; i < 500; i++) {
        writer.write("t", i * 1_000_000L, (i + 1) * 1_000_000L, histogramOf(1));
      }
    }

    List<Histogram> read = readWithHdrHistogram(out.toByteArray());

    for (int i = 0; i < 500; i++) {
      assertThat(read.get(i).getStartTimeStamp()).isEqualTo(1_790_000_000_123L + i);
      assertThat(read.get(i).getEndTimeStamp()).isEqualTo(1_790_000_000_124L + i);
    }
  }

  @Test
  void theTextIsThatOfTheFormatWhateverTheLocale() throws IOException {
    Locale before = Locale.getDefault();
    Locale.setDefault(Locale.GERMANY);
    try {
      ByteArrayOutputStream out = new ByteArrayOutputStream();
      try (IntervalLogWriter writer = new IntervalLogWriter(out, ANCHOR, ORIGIN)) {
        writer.comment("a remark");
        writer.write("t", ORIGIN + SECOND / 2, ORIGIN + 2 * SECOND, histogramOf(1_500_000));
      }
      List<String> lines = out.toString(StandardCharsets.UTF_8).lines().toList();
      assertThat(lines)
          .contains("#[Histogram log format version 1.3]", "#[Unit: nanoseconds]", "#a remark")
          .contains("#[BaseTime: 1790000011.234569 (seconds since epoch)]");
      assertThat(lines.get(lines.size() - 1)).startsWith("Tag=t,0.500000,1.500000,1.500,HISTF");
    } finally {
      Locale.setDefault(before);
    }
  }

  @Test
  void anExistingFileIsNotOverwritten() throws IOException {
    Path file = Files.writeString(directory.resolve("latency.hdr"), "precious");

    assertThatExceptionOfType(FileAlreadyExistsException.class)
        .isThrownBy(() -> IntervalLogWriter.create(file, ANCHOR, ORIGIN));

    assertThat(file).hasContent("precious");
  }

  @Test
  void replaceOverwritesAFileUnderAnotherTitle() throws IOException {
    Path file = Files.writeString(directory.resolve("other.hdr"), "x".repeat(10_000));

    try (IntervalLogWriter writer =
        IntervalLogWriter.replace(file, "of another tool", ANCHOR, ORIGIN)) {
      assertThat(file)
          .content()
          .startsWith("#of another tool\n#[Histogram log")
          .doesNotContain("xxx");
      writer.write("a", ORIGIN, ORIGIN + SECOND, histogramOf(1));
    }

    assertThat(readWithHdrHistogram(Files.readAllBytes(file))).hasSize(1);
  }

  @Test
  void eachFlushLeavesWholeLinesInTheFile() throws IOException {
    Path file = directory.resolve("latency.hdr");
    try (IntervalLogWriter writer = IntervalLogWriter.create(file, ANCHOR, ORIGIN)) {
      writer.write("a", ORIGIN, ORIGIN + SECOND, histogramOf(1));
      assertThat(readWithHdrHistogram(Files.readAllBytes(file))).isEmpty();
      writer.flush();
      assertThat(readWithHdrHistogram(Files.readAllBytes(file))).hasSize(1);
    }
  }

  @Test
  void writesFailOnFullDiskAndResumeWithoutLoss() throws IOException {
    Path file = directory.resolve("latency.hdr");
    SmallDisk disk =
        new SmallDisk(
            Files.newByteChannel(file, StandardOpenOption.CREATE_NEW, StandardOpenOption.WRITE));
    IntervalLogWriter writer =
        new IntervalLogWriter(new LineSink.ToFile(disk), ANCHOR, ORIGIN, 100);
    writer.write("a", ORIGIN, ORIGIN + SECOND, histogramOf(1));
    writer.flush();
    byte[] before = Files.readAllBytes(file);

    disk.room = 10;
    writer.write("a", ORIGIN + SECOND, ORIGIN + 2 * SECOND, histogramOf(2));
    assertThatIOException().isThrownBy(writer::flush).withMessage("No space left on device");
    assertThat(Files.readAllBytes(file)).isEqualTo(before);

    disk.room = Long.MAX_VALUE;
    writer.close();
    assertThat(readWithHdrHistogram(Files.readAllBytes(file)))
        .extracting(Histogram::getMaxValue)
        .containsExactly(1L, 2L);
  }

  @Test
  void aWriterOnAFullDiskCanBeClosed() throws IOException {
    SmallDisk disk =
        new SmallDisk(
            Files.newByteChannel(
                directory.resolve("x"), StandardOpenOption.CREATE_NEW, StandardOpenOption.WRITE));
    IntervalLogWriter writer =
        new IntervalLogWriter(new LineSink.ToFile(disk), ANCHOR, ORIGIN, 100);
    disk.room = 0;
    writer.write("a", ORIGIN, ORIGIN + SECOND, histogramOf(1));

    assertThatIOException().isThrownBy(writer::close);

    assertThat(disk.isOpen()).isFalse();
  }

  @Test
  void aBrokenStreamStaysBroken() throws IOException {
    boolean[] broken = {false};
    OutputStream out =
        new OutputStream() {
          @Override
          public void write(int b) throws IOException {
            if (broken[0]) {
              throw new IOException("Broken pipe");
            }
          }
        };
    IntervalLogWriter writer = new IntervalLogWriter(out, ANCHOR, ORIGIN);
    broken[0] = true;
    writer.comment("x");
    assertThatIOException().isThrownBy(writer::flush).withMessage("Broken pipe");
    broken[0] = false;
    assertThatIOException().isThrownBy(writer::flush).withMessageContaining("failed before");
  }

  @Test
  void whatNoReaderCouldReadIsRefused() throws IOException {
    try (IntervalLogWriter writer =
        new IntervalLogWriter(OutputStream.nullOutputStream(), ANCHOR, ORIGIN)) {
      LatencyHistogram histogram = histogramOf(1);
      assertThatIllegalArgumentException()
          .isThrownBy(() -> writer.write("foo bar", ORIGIN, ORIGIN + 1, histogram));
      assertThatIllegalArgumentException()
          .isThrownBy(() -> writer.write("a", ORIGIN - 1, ORIGIN + 1, histogram));
      assertThatIllegalArgumentException()
          .isThrownBy(() -> writer.write("a", ORIGIN + 2, ORIGIN + 1, histogram));
      assertThatIllegalArgumentException().isThrownBy(() -> writer.comment("two\nlines"));
    }
  }

  /// A file on a disk with limited space.
  private static final class SmallDisk implements SeekableByteChannel {

    private final SeekableByteChannel file;
    long room = Long.MAX_VALUE;

    SmallDisk(SeekableByteChannel file) {
      this.file = file;
    }

    @Override
    public int write(ByteBuffer source) throws IOException {
      if (room == 0) {
        throw new IOException("No space left on device");
      }
      int part = (int) Math.min(room, source.remaining());
      ByteBuffer slice = source.slice(source.position(), part);
      int written = file.write(slice);
      source.position(source.position() + written);
      room -= written;
      return written;
    }

    @Override
    public int read(ByteBuffer target) throws IOException {
      return file.read(target);
    }

    @Override
    public long position() throws IOException {
      return file.position();
    }

    @Override
    public SeekableByteChannel position(long position) throws IOException {
      file.position(position);
      return this;
    }

    @Override
    public long size() throws IOException {
      return file.size();
    }

    @Override
    public SeekableByteChannel truncate(long size) throws IOException {
      file.truncate(size);
      return this;
    }

    @Override
    public boolean isOpen() {
      return file.isOpen();
    }

    @Override
    public void close() throws IOException {
      file.close();
    }
  }
}
