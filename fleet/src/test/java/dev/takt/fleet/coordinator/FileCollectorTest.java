package dev.takt.fleet.coordinator;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

import dev.takt.fleet.protocol.Message.FileFacts;
import dev.takt.fleet.protocol.Message.Piece;
import dev.takt.fleet.protocol.Message.Pull;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class FileCollectorTest {

  private static final String SHA_OF_DIGITS =
      "84d89877f0d4041efb6bf91a16f0248f2fd573e6af05c19f96bedb9f882f7882";
  private static final String SHA_OF_NOTHING =
      "e3b0c44298fc1c149afbf4c8996fb92427ae41e4649b934ca495991b7852b855";

  @TempDir Path folder;
  private final List<Pull> asked = new ArrayList<>();
  private FileCollector collector;

  @BeforeEach
  void create() {
    collector = new FileCollector(folder.resolve("machine"), asked::add);
  }

  /// Answers the request that is not answered yet.
  private int answer(String text) throws IOException {
    Pull pull = asked.removeFirst();
    return add(pull.file(), pull.offset(), text);
  }

  private int add(String file, long offset, String text) throws IOException {
    return collector.add(new Piece(file, offset, text.getBytes(StandardCharsets.UTF_8)));
  }

  @Test
  void followsAFileFromWhereItEndsHere() throws IOException {
    collector.follow("latency.hdr");
    collector.follow("latency.hdr"); // the answer is still to come
    assertThat(asked).containsExactly(new Pull("latency.hdr", 0, FileCollector.PIECE));
    assertThat(answer("01234")).isEqualTo(5);
    assertThat(asked).as("it ended there").isEmpty();
    collector.follow("latency.hdr");
    assertThat(asked).containsExactly(new Pull("latency.hdr", 5, FileCollector.PIECE));

    List<Pull> later = new ArrayList<>();
    new FileCollector(folder.resolve("machine"), later::add).follow("latency.hdr");
    assertThat(later).containsExactly(new Pull("latency.hdr", 5, FileCollector.PIECE));
  }

  @Test
  void asksForMoreAtOnceAfterAFullPiece() throws IOException {
    collector.follow("latency.hdr");
    assertThat(answer("x".repeat(FileCollector.PIECE))).isEqualTo(FileCollector.PIECE);
    assertThat(asked)
        .containsExactly(new Pull("latency.hdr", FileCollector.PIECE, FileCollector.PIECE));
  }

  @Test
  void ignoresWhatWasNotAskedFor() throws IOException {
    assertThat(add("latency.hdr", 0, "01234")).isZero();
    collector.follow("latency.hdr");
    assertThat(add("latency.hdr", 7, "89")).as("another place").isZero();
    assertThat(add("run.json", 0, "{}")).as("another file").isZero();
    assertThat(add("latency.hdr", 0, "x".repeat(FileCollector.PIECE + 1))).as("more").isZero();
    assertThat(add("latency.hdr", 0, "01234")).isEqualTo(5);
    assertThat(add("latency.hdr", 0, "01234")).as("once more").isZero();
    assertThat(folder.resolve("machine/latency.hdr")).hasContent("01234");
    assertThat(folder.resolve("machine/run.json")).doesNotExist();
  }

  @Test
  void completesFilesAndChecksThem() throws IOException {
    collector.follow("latency.hdr");
    answer("01234");
    assertThat(collector.isDone()).isFalse();
    collector.collect(
        List.of(
            new FileFacts("a/empty", 0, SHA_OF_NOTHING),
            new FileFacts("latency.hdr", 10, SHA_OF_DIGITS)));
    assertThat(asked).containsExactly(new Pull("latency.hdr", 5, 5));
    assertThat(collector.isDone()).isFalse();
    answer("56789");
    assertThat(collector.isDone()).isTrue();
    assertThat(collector.problem()).isNull();
    assertThat(folder.resolve("machine/a/empty")).isEmptyFile();
    assertThat(folder.resolve("machine/latency.hdr")).hasContent("0123456789");
  }

  @Test
  void asksForSeveralPiecesAtATime() throws IOException {
    long size = 20L * FileCollector.PIECE + 1;
    collector.collect(
        List.of(new FileFacts("big", size, "?"), new FileFacts("latency.hdr", 10, SHA_OF_DIGITS)));
    assertThat(asked).hasSize(FileCollector.WINDOW);
    List<Pull> all = new ArrayList<>();
    while (!asked.getFirst().file().equals("latency.hdr")) {
      all.add(asked.getFirst());
      answer("x".repeat(asked.getFirst().length()));
    }
    assertThat(all.stream().mapToLong(Pull::length).sum()).isEqualTo(size);
    assertThat(all.getLast()).isEqualTo(new Pull("big", size - 1, 1));
    assertThat(asked.get(1))
        .as("once more, because its checksum is wrong")
        .isEqualTo(new Pull("big", 0, FileCollector.PIECE));
    answer("0123456789");
    assertThat(folder.resolve("machine/latency.hdr")).hasContent("0123456789");
  }

  @Test
  void continuesAfterALostConnection() throws IOException {
    List<FileFacts> files = List.of(new FileFacts("latency.hdr", 10, SHA_OF_DIGITS));
    collector.collect(files);
    assertThat(add("latency.hdr", 0, "01234")).isEqualTo(5);
    collector.collect(files);
    collector.forget();
    asked.clear();
    assertThat(collector.isDone()).isFalse();
    collector.collect(files);
    answer("0123456789".substring(Math.toIntExact(asked.getFirst().offset())));
    assertThat(collector.isDone()).isTrue();
    assertThat(collector.problem()).isNull();
  }

  @Test
  void fetchesADamagedFileAgainAndThenSaysSo() throws IOException {
    collector.collect(List.of(new FileFacts("latency.hdr", 10, SHA_OF_DIGITS)));
    for (String damaged : List.of("0123456780", "01234", "")) {
      assertThat(asked).containsExactly(new Pull("latency.hdr", 0, 10));
      answer(damaged);
    }
    assertThat(asked).isEmpty();
    assertThat(collector.problem()).isEqualTo("latency.hdr came damaged 3 times");
  }

  @Test
  void refusesMoreThanThereIsRoomFor() {
    assertThatExceptionOfType(IOException.class)
        .isThrownBy(() ->
            collector.collect(
                List.of(new FileFacts("small", 1, "?"), new FileFacts("big", Long.MAX_VALUE, "?"))))
        .withMessage("big has 9223372036854775807 bytes, for which there is no room here");
    assertThatExceptionOfType(IOException.class)
        .isThrownBy(() -> collector.collect(List.of(new FileFacts("big", -1, "?"))));
    assertThat(asked).isEmpty();
  }

  @ParameterizedTest
  @ValueSource(strings = {"../other/run.json", "/tmp/takt-hostile", "a/../../b", "a\0b", ""})
  void writesNothingOutsideOfItsDirectory(String name) {
    assertThatExceptionOfType(IOException.class).isThrownBy(() -> collector.follow(name));
    assertThatExceptionOfType(IOException.class)
        .isThrownBy(() -> collector.collect(List.of(new FileFacts(name, 1, ""))));
    assertThat(asked).isEmpty();
    assertThat(folder.resolve("b")).doesNotExist();
    assertThat(folder.resolve("other")).doesNotExist();
  }
}
