package dev.takt.fleet.agent;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

import dev.takt.fleet.protocol.Message.FileFacts;
import dev.takt.fleet.protocol.Message.Piece;
import dev.takt.fleet.protocol.Message.Pull;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class ServedFilesTest {

  @TempDir Path folder;
  private Path run;

  @BeforeEach
  void writeFiles() throws IOException {
    run = folder.resolve("run");
    Files.createDirectories(run.resolve("failures"));
    Files.writeString(run.resolve("latency.hdr"), "0123456789");
    Files.writeString(run.resolve("failures/a"), "");
    Files.writeString(folder.resolve("secret"), "secret");
    Files.createSymbolicLink(run.resolve("link"), folder.resolve("secret"));
  }

  private Piece piece(String file, long offset, int length) throws IOException {
    return new ServedFiles(run).piece(new Pull(file, offset, length));
  }

  @Test
  void servesPieces() throws IOException {
    assertThat(piece("latency.hdr", 0, 4).bytes()).asString().isEqualTo("0123");
    assertThat(piece("latency.hdr", 8, 4).bytes()).asString().isEqualTo("89");
    assertThat(piece("latency.hdr", 10, 4).bytes()).isEmpty();
    assertThat(piece("latency.hdr", 1L << 60, 4).bytes()).isEmpty();
    assertThat(piece("latency.hdr", 0, Integer.MAX_VALUE).bytes()).hasSize(10);
    assertThat(piece("latency.hdr", -5, -1).bytes()).isEmpty();
    assertThat(piece("not-yet", 0, 4).bytes()).isEmpty();
  }

  @ParameterizedTest
  @ValueSource(strings = {"../secret", "failures/../../secret", "a/b/../../../secret"})
  void servesNothingOutsideOfTheRun(String name) {
    assertThatExceptionOfType(IOException.class)
        .isThrownBy(() -> piece(name, 0, 10))
        .withMessageContaining("is not a file of the run");
  }

  @Test
  void servesNoAbsolutePathAndNoLink() {
    String secret = folder.resolve("secret").toString();
    assertThatExceptionOfType(IOException.class).isThrownBy(() -> piece(secret, 0, 10));
    assertThatExceptionOfType(IOException.class).isThrownBy(() -> piece("link", 0, 10));
    assertThatExceptionOfType(IOException.class).isThrownBy(() -> piece("a\0b", 0, 10));
  }

  @Test
  void listsFilesWithTheirChecksums() throws IOException {
    assertThat(new ServedFiles(run).list().files())
        .containsExactly(
            new FileFacts(
                "failures/a",
                0,
                "e3b0c44298fc1c149afbf4c8996fb92427ae41e4649b934ca495991b7852b855"),
            new FileFacts(
                "latency.hdr",
                10,
                "84d89877f0d4041efb6bf91a16f0248f2fd573e6af05c19f96bedb9f882f7882"));
  }

  @Test
  void listsNothingOfARunThatNeverBegan() throws IOException {
    assertThat(new ServedFiles(folder.resolve("absent")).list().files()).isEmpty();
  }
}
