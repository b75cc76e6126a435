package dev.takt.fleet.coordinator;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

import dev.takt.fleet.protocol.Message.FileFacts;
import dev.takt.fleet.protocol.Message.Piece;
import dev.takt.fleet.protocol.Message.Pull;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
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
  private FileCollector collector;

  @BeforeEach
  void create() {
    collector = new FileCollector(folder.resolve("machine"));
  }

  private void add(String file, long offset, String text) throws IOException {
    var _ = collector.add(new Piece(file, offset, text.getBytes(StandardCharsets.UTF_8)));
  }

  @Test
  void continuesWhereAFileEndsHere() throws IOException {
    assertThat(collector.more("latency.hdr"))
        .isEqualTo(new Pull("latency.hdr", 0, FileCollector.PIECE));
    add("latency.hdr", 0, "01234");
    assertThat(collector.more("latency.hdr").offset()).isEqualTo(5);
    add("latency.hdr", 0, "01234"); // answered twice
    add("latency.hdr", 7, "89"); // would leave a gap
    assertThat(folder.resolve("machine/latency.hdr")).hasContent("01234");

    FileCollector later = new FileCollector(folder.resolve("machine"));
    assertThat(later.more("latency.hdr").offset()).isEqualTo(5);
  }

  @Test
  void completesFilesAndChecksThem() throws IOException {
    add("latency.hdr", 0, "01234");
    collector.collect(
        List.of(
            new FileFacts("a/empty", 0, SHA_OF_NOTHING),
            new FileFacts("latency.hdr", 10, SHA_OF_DIGITS)));
    assertThat(collector.next()).contains(new Pull("latency.hdr", 5, 5));
    add("latency.hdr", 5, "56789");
    assertThat(collector.next()).isEmpty();
    assertThat(collector.problem()).isNull();
    assertThat(folder.resolve("machine/a/empty")).isEmptyFile();
  }

  @Test
  void fetchesADamagedFileAgainAndThenSaysSo() throws IOException {
    collector.collect(List.of(new FileFacts("latency.hdr", 10, SHA_OF_DIGITS)));
    for (int i = 0; i < 3; i++) {
      assertThat(collector.next()).contains(new Pull("latency.hdr", 0, 10));
      add("latency.hdr", 0, "0123456780");
    }
    assertThat(collector.next()).isEmpty();
    assertThat(collector.problem()).isEqualTo("latency.hdr came damaged 3 times");
  }

  @ParameterizedTest
  @ValueSource(strings = {"../other/run.json", "/tmp/takt-hostile", "a/../../b", "a\0b", ""})
  void writesNothingOutsideOfItsDirectory(String name) {
    assertThatExceptionOfType(IOException.class).isThrownBy(() -> add(name, 0, "x"));
    assertThatExceptionOfType(IOException.class)
        .isThrownBy(() -> {
          collector.collect(List.of(new FileFacts(name, 1, "")));
          var _ = collector.next();
        });
    assertThat(folder.resolve("b")).doesNotExist();
    assertThat(folder.resolve("other")).doesNotExist();
  }
}
