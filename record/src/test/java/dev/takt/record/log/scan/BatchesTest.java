package dev.takt.record.log.scan;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.takt.record.ClockAnchor;
import dev.takt.record.LatencyHistogram;
import dev.takt.record.log.LogFacts;
import dev.takt.record.log.LogSource;
import dev.takt.record.log.Problem;
import dev.takt.record.log.Problems;
import dev.takt.record.log.algebra.LogAlgebra;
import dev.takt.record.log.parse.BlockReader;
import dev.takt.record.log.write.IntervalLogWriter;
import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.io.InputStream;
import java.io.SequenceInputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import java.util.stream.LongStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class BatchesTest {

  private static final long SECOND = 1_000_000_000L;
  private static final int LINES = 2_500;

  @TempDir Path folder;

  /// A log of several blocks with a damaged last block.
  private LogSource log() throws IOException {
    Path log = folder.resolve("long.hdr");
    Random random = new Random(3);
    try (IntervalLogWriter writer =
        IntervalLogWriter.create(log, new ClockAnchor(0, SECOND, 0), 0)) {
      LatencyHistogram histogram = new LatencyHistogram();
      for (int i = 0; i < LINES; i++) {
        histogram.reset();
        for (int value = 0; value < 300; value++) {
          histogram.record((long) (200_000 * Math.exp(random.nextGaussian())));
        }
        writer.write("tag", i * SECOND, (i + 1) * SECOND, histogram);
      }
    }
    assertThat(Files.size(log)).isGreaterThan(5L * BlockReader.DEFAULT_BLOCK_BYTES);
    Files.writeString(log, Files.readString(log) + "no interval\n");
    return LogSource.of(log);
  }

  @Test
  void largerPartsHaveTheSameLinesInTheSameOrder() throws IOException {
    LogSource log = log();
    List<Integer> parts = new ArrayList<>();
    for (int blocks : new int[] {1, 3, 1000}) {
      List<long[]> starts = new ArrayList<>();
      Problems problems = new Problems();
      LogFacts facts =
          LogAlgebra.<long[]>batches(
              log,
              blocks,
              problems,
              () ->
                  (start, lines, problem) ->
                      lines.stream().mapToLong(each -> each.start() - start).toArray(),
              starts::add);
      assertThat(facts.tags()).containsExactly("tag");
      assertThat(problems.count(Problem.Severity.LOST)).isEqualTo(1);
      assertThat(starts.stream().flatMapToLong(LongStream::of))
          .containsExactlyElementsOf(
              LongStream.range(0, LINES).map(i -> i * SECOND).boxed().toList());
      parts.add(starts.size());
    }
    assertThat(parts.get(0)).isGreaterThan(2 * parts.get(1));
    assertThat(parts.get(2)).isEqualTo(1);
  }

  /// A disk that fails after the third block.
  @Test
  void whatWasReadBeforeAFailureIsHandedOnHoweverLargeThePartsAre() throws IOException {
    byte[] bytes = Files.readAllBytes(Path.of(log().name()));
    List<Integer> counts = new ArrayList<>();
    for (int blocks : new int[] {1, 2, 3, 4, 1000}) {
      List<Integer> lines = new ArrayList<>();
      InputStream failing =
          new SequenceInputStream(
              new ByteArrayInputStream(bytes, 0, 3 * BlockReader.DEFAULT_BLOCK_BYTES + 1_000),
              new InputStream() {
                @Override
                public int read() throws IOException {
                  throw new IOException("the disk is broken");
                }

                @Override
                public int read(byte[] to, int from, int length) throws IOException {
                  throw new IOException("the disk is broken");
                }
              });
      assertThatThrownBy(() ->
              LogAlgebra.<Integer>batches(
                  LogSource.of("broken", failing),
                  blocks,
                  new Problems(),
                  () -> (start, some, problems) -> some.size(),
                  lines::add))
          .isInstanceOf(IOException.class)
          .hasMessage("broken: the disk is broken");
      counts.add(lines.stream().mapToInt(each -> each).sum());
    }
    assertThat(counts.get(0)).isGreaterThan(100);
    assertThat(counts).containsOnly(counts.get(0));
  }
}
