package dev.takt.record.log.write;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIOException;

import dev.takt.record.ClockAnchor;
import dev.takt.record.LatencyHistogram;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.channels.WritableByteChannel;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.ArrayList;
import java.util.List;
import org.HdrHistogram.Histogram;
import org.HdrHistogram.HistogramLogReader;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

@Timeout(60)
class SharedLogTest {

  private static final long SECOND = 1_000_000_000L;
  private static final long EPOCH = 1_790_000_000_123_456_789L;

  @TempDir Path folder;

  private static LatencyHistogram one(long value) {
    LatencyHistogram histogram = new LatencyHistogram();
    histogram.record(value);
    return histogram;
  }

  private List<String> read(Path file) throws IOException {
    List<String> all = new ArrayList<>();
    try (HistogramLogReader reader = new HistogramLogReader(file.toFile())) {
      while (reader.hasNext()) {
        Histogram next = (Histogram) reader.nextIntervalHistogram();
        if (next != null) {
          long sinceAnchor = next.getStartTimeStamp() - EPOCH / 1_000_000;
          all.add(next.getTag() + " at " + sinceAnchor + " ms: " + next.getTotalCount());
        }
      }
    }
    return all;
  }

  @Test
  void processesWithOtherClocksWriteOnOneTimeline() throws IOException {
    Path file = folder.resolve("log.hdr");
    ClockAnchor first = new ClockAnchor(10 * SECOND, EPOCH, 0);
    ClockAnchor second = new ClockAnchor(777 * SECOND, EPOCH, 0); // the same moment
    try (IntervalLogWriter one = IntervalLogWriter.shared(file, first, 10 * SECOND);
        IntervalLogWriter other = IntervalLogWriter.shared(file, second, 778 * SECOND)) {
      one.write("one", 12 * SECOND, 13 * SECOND, one(1));
      other.write("other", 779 * SECOND, 780 * SECOND, one(1));
      other.flush();
      one.flush();
      other.write("other", 780 * SECOND, 781 * SECOND, one(1));
    }

    assertThat(read(file))
        .containsExactly("other at 2000 ms: 1", "one at 2000 ms: 1", "other at 3000 ms: 1");
  }

  @Test
  void aLineThatWasCutOffIsEnded() throws IOException {
    Path file = folder.resolve("log.hdr");
    ClockAnchor anchor = new ClockAnchor(0, EPOCH, 0);
    IntervalLogWriter.shared(file, anchor, 0).close();
    Files.writeString(file, "#half a com", StandardOpenOption.APPEND);
    try (IntervalLogWriter again = IntervalLogWriter.shared(file, anchor, SECOND)) {
      again.write("a", SECOND, 2 * SECOND, one(1));
    }

    assertThat(read(file)).containsExactly("a at 1000 ms: 1");
  }

  @Test
  void anEmptyFileIsBegun() throws IOException {
    Path file = Files.createFile(folder.resolve("log.hdr"));
    try (IntervalLogWriter log =
        IntervalLogWriter.shared(file, new ClockAnchor(0, EPOCH, 0), SECOND)) {
      log.write("a", SECOND, 2 * SECOND, one(1));
    }

    assertThat(read(file)).containsExactly("a at 1000 ms: 1");
  }

  @Test
  void foreignFileIsRejectedUnchanged() throws IOException {
    Path file = Files.writeString(folder.resolve("x"), "#[StartTime: 1 (seconds since epoch)]\n");

    assertThatIOException()
        .isThrownBy(() -> IntervalLogWriter.shared(file, ClockAnchor.now(), System.nanoTime()))
        .withMessageContaining(file + " exists and is not an interval log of Takt");
    assertThat(file).hasContent("#[StartTime: 1 (seconds since epoch)]\n");
    assertThatIOException()
        .isThrownBy(() -> IntervalLogWriter.shared(folder, ClockAnchor.now(), System.nanoTime()))
        .withMessageContaining(folder + " is not a file");
  }

  @Test
  void aLogOfTheFutureIsRefused() throws IOException {
    Path file = folder.resolve("log.hdr");
    IntervalLogWriter.shared(file, new ClockAnchor(0, EPOCH, 0), 0).close();

    assertThatIOException()
        .isThrownBy(
            () -> IntervalLogWriter.shared(file, new ClockAnchor(0, EPOCH - 60 * SECOND, 0), 0))
        .withMessageContaining("was the clock set back?");
  }

  /// A disk that accepts some bytes and then is full.
  private static final class Full implements WritableByteChannel {
    final StringBuilder written = new StringBuilder();
    int room;

    @Override
    public int write(ByteBuffer bytes) throws IOException {
      if (room == 0) {
        throw new IOException("No space left on device");
      }
      int taken = Math.min(room, bytes.remaining());
      for (int i = 0; i < taken; i++) {
        written.append((char) bytes.get());
      }
      room -= taken;
      return taken;
    }

    @Override
    public boolean isOpen() {
      return true;
    }

    @Override
    public void close() {}
  }

  @Test
  void halfALineIsEndedBeforeTheNext() throws IOException {
    Full disk = new Full();
    LineSink.ToSharedFile sink = new LineSink.ToSharedFile(disk, false);
    byte[] line = "line\n".getBytes(java.nio.charset.StandardCharsets.US_ASCII);
    disk.room = 7;
    sink.write(line);
    assertThatIOException().isThrownBy(() -> sink.write(line));
    assertThatIOException().isThrownBy(() -> sink.write(line));
    disk.room = 100;
    sink.write(line);
    sink.write(line);

    assertThat(disk.written.toString()).isEqualTo("line\nli\nline\nline\n");
  }
}
