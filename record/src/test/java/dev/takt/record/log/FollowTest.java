package dev.takt.record.log;

import static org.assertj.core.api.Assertions.assertThat;

import dev.takt.record.log.Problem.Severity;
import dev.takt.record.log.algebra.IntervalRow;
import dev.takt.record.log.algebra.LogAlgebra;
import dev.takt.record.log.algebra.Rows;
import dev.takt.testing.Background;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.function.Consumer;
import java.util.function.ToLongFunction;
import org.HdrHistogram.Histogram;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/// A log that is read while it is written.
@Timeout(60)
class FollowTest {

  private static final long SECOND = 1_000_000_000L;

  @TempDir Path dir;
  private Path file;
  private final AtomicBoolean stopped = new AtomicBoolean();
  private final Problems problems = new Problems();
  private final BlockingQueue<Long> seen = new LinkedBlockingQueue<>();

  @BeforeEach
  void makeFile() throws IOException {
    file = Files.createFile(dir.resolve("growing.hdr"));
  }

  private void append(String text) {
    try {
      Files.writeString(file, text, StandardOpenOption.APPEND);
    } catch (IOException e) {
      throw new AssertionError(e);
    }
  }

  private static String line(int second) {
    Histogram histogram = new Histogram(3);
    histogram.recordValueWithCount(1000, second + 1L);
    return second + ".000,1.000,0," + Tally.base64(histogram) + "\n";
  }

  private LogSource source() {
    return LogSource.following(file, stopped::get);
  }

  private CompletableFuture<Void> follow(Consumer<LogSource> work) {
    return Background.runAsync(() -> work.accept(source()));
  }

  private void intervals(LogSource source) {
    try {
      assertThat(
              LogAlgebra.intervals(
                  List.of(source),
                  Selection.ALL,
                  problems,
                  telling((IntervalRow row) -> row.figures().count())))
          .isNotNull();
    } catch (IOException e) {
      throw new AssertionError(e);
    }
  }

  private <R> Rows<R> telling(ToLongFunction<R> count) {
    return new Rows<>() {
      @Override
      public void begin(LogFacts facts) {}

      @Override
      public void row(R row) {
        seen.add(count.applyAsLong(row));
      }
    };
  }

  private void assertSeen(long count) throws InterruptedException {
    assertThat(seen.poll(20, TimeUnit.SECONDS)).isEqualTo(count);
  }

  private void stop(CompletableFuture<Void> reader) throws Exception {
    stopped.set(true);
    reader.get(20, TimeUnit.SECONDS);
  }

  @Test
  void eachLineArrivesAsItIsWritten() throws Exception {
    append("#[StartTime: 0.000]\n");
    CompletableFuture<Void> reader = follow(this::intervals);
    for (int i = 0; i < 12; i++) {
      append(line(i));
      assertSeen(i + 1);
    }
    stop(reader);
    assertThat(seen).isEmpty();
    assertThat(problems.first()).isEmpty();
  }

  @Test
  void halfALineWaitsForItsOtherHalf() throws Exception {
    CompletableFuture<Void> reader = follow(this::intervals);
    append(line(0));
    assertSeen(1);
    for (int i = 1; i < 5; i++) {
      String line = line(i);
      int half = line.length() * i / 5;
      append(line.substring(0, half));
      assertThat(seen.poll(150, TimeUnit.MILLISECONDS)).isNull();
      append(line.substring(half));
      assertSeen(i + 1);
    }
    stop(reader);
    assertThat(problems.first()).isEmpty();
  }

  @Test
  void stoppingLosesNothingThatWasWhole() throws Exception {
    CompletableFuture<Void> reader = follow(this::intervals);
    append(line(0));
    assertSeen(1);
    StringBuilder rest = new StringBuilder();
    for (int i = 1; i < 2000; i++) {
      rest.append(line(i));
    }
    append(rest + "2000.000,1.000,0,HISTF");
    stop(reader);
    List<Long> all = new ArrayList<>();
    seen.drainTo(all);
    assertThat(all).hasSize(1999).isSorted();
    assertThat(problems.first())
        .singleElement()
        .satisfies(each -> assertThat(each.severity()).isEqualTo(Severity.LOST))
        .satisfies(each -> assertThat(each.line()).isEqualTo(2001))
        .satisfies(each -> assertThat(each.reason()).startsWith("the log is cut off"));
  }

  @Test
  void windowIsReportedWhenNextWindowBegins() throws Exception {
    append("#[StartTime: 0.000]\n" + line(0));
    CompletableFuture<Void> reader =
        follow(source -> {
          try {
            assertThat(
                    LogAlgebra.windows(
                        List.of(source),
                        Selection.ALL,
                        2 * SECOND,
                        problems,
                        telling(window -> window.series().spectrum().total())))
                .isNotNull();
          } catch (IOException e) {
            throw new AssertionError(e);
          }
        });
    append(line(1));
    assertThat(seen.poll(250, TimeUnit.MILLISECONDS)).isNull();
    append(line(2));
    assertSeen(1 + 2);
    append(line(3));
    append(line(4));
    assertSeen(3 + 4);
    stop(reader);
    assertSeen(5);
    assertThat(seen).isEmpty();
  }

  @Test
  void aFileWithNothingInItYetCanBeFollowed() throws Exception {
    CompletableFuture<Void> reader = follow(this::intervals);
    assertThat(seen.poll(150, TimeUnit.MILLISECONDS)).isNull();
    append(line(0));
    assertSeen(1);
    stop(reader);
  }

  @Test
  void aFileThatNothingWasWrittenToCanBeStopped() throws Exception {
    CompletableFuture<Void> reader = follow(this::intervals);
    stop(reader);
    assertThat(problems.first()).extracting(Problem::reason).containsExactly("the file is empty");
  }

  @Test
  void aFileThatBecameShorterIsAnError() throws Exception {
    CompletableFuture<Void> reader = follow(this::intervals);
    append(line(0) + line(1));
    assertSeen(1);
    assertSeen(2);
    Files.writeString(file, line(0));
    assertThat(reader.handle((done, e) -> String.valueOf(e)).get(20, TimeUnit.SECONDS))
        .contains("shorter");
  }
}
