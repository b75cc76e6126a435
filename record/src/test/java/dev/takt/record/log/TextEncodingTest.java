package dev.takt.record.log;

import static org.assertj.core.api.Assertions.assertThat;

import dev.takt.record.log.Problem.Severity;
import dev.takt.record.log.algebra.LogAlgebra;
import dev.takt.record.log.algebra.MadeLogs;
import dev.takt.record.log.read.IntervalLogReader;
import dev.takt.testing.Background;
import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.Charset;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.Arrays;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.zip.GZIPOutputStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/// The same log in other encodings and with other line breaks is the same log.
@Timeout(60)
class TextEncodingTest {

  @TempDir Path dir;

  private final Problems problems = new Problems();

  private static String text() throws IOException {
    try (InputStream in = MadeLogs.fixture("tag_utf8.hlog").open()) {
      return new String(in.readAllBytes(), StandardCharsets.UTF_8);
    }
  }

  private static byte[] encoded(String text, String charset) {
    return (charset.endsWith("+mark") ? "\uFEFF" + text : text)
        .getBytes(Charset.forName(charset.replace("+mark", "")));
  }

  private static byte[] gzip(byte[] bytes) throws IOException {
    ByteArrayOutputStream out = new ByteArrayOutputStream();
    try (GZIPOutputStream gzip = new GZIPOutputStream(out)) {
      gzip.write(bytes);
    }
    return out.toByteArray();
  }

  private List<String> read(LogSource source) throws IOException {
    try (IntervalLogReader reader = IntervalLogReader.open(source, Selection.ALL, problems)) {
      return reader.stream()
          .map(each -> each.tag() + " " + each.start() + " " + each.counts().max())
          .toList();
    }
  }

  private List<String> read(byte[] log) throws IOException {
    return read(MadeLogs.source(log));
  }

  private List<String> lost() {
    return problems.first().stream()
        .filter(each -> each.severity() == Severity.LOST)
        .map(Problem::reason)
        .toList();
  }

  /// A stream that returns one byte at a time.
  private static InputStream slow(byte[] bytes) {
    return new ByteArrayInputStream(bytes) {
      @Override
      public synchronized int read(byte[] into, int from, int length) {
        return super.read(into, from, Math.min(length, 1));
      }
    };
  }

  @Test
  void tagsThatAreNotUtf8StayDifferent() throws IOException {
    String[] tags = {"f\u00fcr", "f\u00e4r"};
    String log = text().replace("Tag=na\u00efve\u2713", "Tag=" + tags[0]) + text();
    byte[] latin1 =
        log.replace("Tag=na\u00efve\u2713", "Tag=" + tags[1]).getBytes(StandardCharsets.ISO_8859_1);

    List<String> read = read(latin1);

    assertThat(read).filteredOn(each -> each.startsWith("f\\xfcr ")).hasSize(2);
    assertThat(read).filteredOn(each -> each.startsWith("f\\xe4r ")).hasSize(2);
  }

  @ParameterizedTest
  @ValueSource(strings = {"UTF-16LE+mark", "UTF-16BE+mark", "UTF-8+mark"})
  void logsThatWereJoinedAreReadWithTheMarkBetweenThem(String charset) throws IOException {
    byte[] once = encoded(text(), charset);
    byte[] twice = Arrays.copyOf(once, 2 * once.length);
    System.arraycopy(once, 0, twice, once.length, once.length);

    assertThat(read(twice)).hasSize(2 * read(once).size());
    assertThat(lost()).isEmpty();
  }

  @ParameterizedTest
  @ValueSource(
      strings = {"UTF-16LE+mark", "UTF-16BE+mark", "UTF-16LE", "UTF-16BE", "UTF-8", "UTF-8+mark"})
  void eachEncodingIsRead(String charset) throws IOException {
    List<String> expected = read(text().getBytes(StandardCharsets.UTF_8));
    assertThat(expected).hasSize(8).anyMatch(each -> each.startsWith("naïve✓ "));
    for (String text : List.of(text(), text().replace("\n", "\r\n"), text().replace("\n", "\r"))) {
      byte[] bytes = encoded(text, charset);
      assertThat(read(bytes)).isEqualTo(expected);
      assertThat(read(gzip(bytes))).isEqualTo(expected);
      assertThat(read(LogSource.of("slow", slow(bytes)))).isEqualTo(expected);
      assertThat(read(LogSource.live("slow", slow(bytes)))).isEqualTo(expected);
    }
    assertThat(problems.faultsAndLosses()).isFalse();
    assertThat(problems.count(Severity.NOTE) > 0).isEqualTo(charset.startsWith("UTF-16"));
  }

  @Test
  void charactersBeyondTheBasicPlaneSurviveAnyBoundary() throws IOException {
    String text = text().replace("naïve✓", "𝄞".repeat(5000));
    for (String charset : List.of("UTF-16LE+mark", "UTF-16BE+mark")) {
      assertThat(read(LogSource.of("slow", slow(encoded(text, charset)))))
          .anyMatch(each -> each.startsWith("𝄞".repeat(5000) + " "));
    }
  }

  @ParameterizedTest
  @ValueSource(strings = {"UTF-16LE+mark", "UTF-16BE+mark", "UTF-16LE", "UTF-16BE"})
  void aLogThatIsCutOffAnywhereLosesItsLastLineAtMost(String charset) throws IOException {
    byte[] all = encoded(text(), charset);
    int lines = (int) text().chars().filter(c -> c == '\n').count();
    int lastLine =
        encoded(text().substring(0, text().stripTrailing().lastIndexOf('\n') + 1), charset).length;
    for (int length = lastLine; length < all.length; length++) {
      Problems found = new Problems();
      try (IntervalLogReader reader =
          IntervalLogReader.open(
              MadeLogs.source(Arrays.copyOf(all, length)), Selection.ALL, found)) {
        long good = reader.stream().count();
        long lost = found.count(Severity.LOST);
        boolean anythingLeft = length >= lastLine + 2;
        assertThat(good + lost)
            .as("%d of %d bytes", length, all.length)
            .isEqualTo(anythingLeft ? 8 : 7);
        assertThat(good).isGreaterThanOrEqualTo(7);
      }
    }
    assertThat(lines).isGreaterThan(8);
  }

  @ParameterizedTest
  @ValueSource(strings = {"UTF-16LE+mark", "UTF-16BE+mark", "UTF-8+mark"})
  void fileWithOnlyByteOrderMarkIsEmpty(String charset) throws IOException {
    assertThat(read(encoded("", charset))).isEmpty();
    assertThat(lost()).containsExactly("the file is empty");
  }

  @Test
  void nulBytesOfACrashAreReportedInUtf16Too() throws IOException {
    byte[] log = encoded(text() + "\0".repeat(100), "UTF-16LE+mark");
    assertThat(read(log)).hasSize(8);
    assertThat(lost())
        .containsExactly(
            "the log is cut off in this line: 100 NUL bytes, as a power cut leaves them");
  }

  @Test
  void aLogInUtf16CanBeFollowed() throws Exception {
    Path file = Files.createFile(dir.resolve("growing.hlog"));
    AtomicBoolean stopped = new AtomicBoolean();
    LinkedBlockingQueue<String> seen = new LinkedBlockingQueue<>();
    CompletableFuture<Void> reader =
        Background.runAsync(() -> {
          try (IntervalLogReader in =
              IntervalLogReader.open(
                  LogSource.following(file, stopped::get), Selection.ALL, problems)) {
            in.stream().forEach(each -> seen.add(String.valueOf(each.line())));
          } catch (IOException e) {
            throw new AssertionError(e);
          }
        });
    byte[] all = encoded(text(), "UTF-16LE+mark");
    int step = 101; // odd, so that characters are split
    for (int at = 0; at < all.length; at += step) {
      Files.write(
          file,
          Arrays.copyOfRange(all, at, Math.min(all.length, at + step)),
          StandardOpenOption.APPEND);
    }
    for (int i = 0; i < 8; i++) {
      assertThat(seen.poll(20, TimeUnit.SECONDS)).isNotNull();
    }
    stopped.set(true);
    reader.get(20, TimeUnit.SECONDS);
    assertThat(problems.faultsAndLosses()).isFalse();
  }

  @Test
  void positionsAreThoseOfTheFileOrNone() throws IOException {
    assertThat(positions(encoded(text(), "UTF-8"))).doesNotContain(EncodedInterval.NO_POSITION);
    assertThat(positions(encoded(text(), "UTF-16LE+mark")))
        .containsOnly(EncodedInterval.NO_POSITION);
  }

  private List<Long> positions(byte[] log) throws IOException {
    List<Long> positions = new java.util.concurrent.CopyOnWriteArrayList<>();
    LogFacts unused =
        LogAlgebra.<List<Long>>batches(
            MadeLogs.source(log),
            problems,
            () -> (start, lines, found) -> lines.stream().map(EncodedInterval::position).toList(),
            positions::addAll);
    return positions;
  }
}
