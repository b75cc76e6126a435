package dev.takt.driver.http;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.takt.load.driver.DriverProvider.PropertyProblem;
import dev.takt.load.driver.WireDriver.Codec;
import java.io.RandomAccessFile;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/// Request bodies from files.
class FileBodyTest {

  @TempDir Path folder;

  private static Codec codec(String body) throws Exception {
    return HttpDriver.open(Requests.of("http://127.0.0.1/", Map.of("body", body)))
        .newSession()
        .newCodec(0);
  }

  private static String head(Codec codec) {
    ByteBuffer out = ByteBuffer.allocate(4096);
    codec.encode(0, 7, out);
    return new String(out.array(), 0, out.position(), StandardCharsets.UTF_8);
  }

  private static List<String> problems(String body) {
    return new HttpDriverProvider()
        .check(Requests.of("http://127.0.0.1/", Map.of("body", body))).stream()
            .map(PropertyProblem::message)
            .toList();
  }

  @Test
  void fileIsSentAsItIsWithItsLength() throws Exception {
    Path file = Files.writeString(folder.resolve("ü {seq}"), "größe {seq}{nothing}\0");
    Codec codec = codec("@" + file);
    assertThat(head(codec))
        .startsWith("POST / HTTP/1.1\r\n")
        .endsWith("Content-Length: " + Files.size(file) + "\r\n\r\n");
    assertThat(
            Objects.requireNonNull(codec.attachment())
                .toArray(java.lang.foreign.ValueLayout.JAVA_BYTE))
        .isEqualTo(Files.readAllBytes(file));
  }

  @Test
  void emptyFileIsABodyOfNoBytes() throws Exception {
    Codec codec = codec("@" + Files.createFile(folder.resolve("empty")));
    assertThat(head(codec)).endsWith("Content-Length: 0\r\n\r\n");
    assertThat(codec.attachment()).isNull();
  }

  @Test
  void twoAtSignsAreOneAndNoFile() throws Exception {
    Codec codec = codec("@@name {seq}");
    assertThat(head(codec)).endsWith("Content-Length: 7\r\n\r\n@name 7");
    assertThat(codec.attachment()).isNull();
    assertThat(head(codec("a@b"))).endsWith("\r\n\r\na@b");
  }

  @Test
  void fileOfMoreThanTwoGibibytesIsMapped() throws Exception {
    long size = (2L << 30) + 5;
    Path file = folder.resolve("large");
    try (RandomAccessFile sparse = new RandomAccessFile(file.toFile(), "rw")) {
      sparse.setLength(size);
    }
    Codec codec = codec("@" + file);
    assertThat(head(codec)).endsWith("Content-Length: " + size + "\r\n\r\n");
    assertThat(Objects.requireNonNull(codec.attachment()).byteSize()).isEqualTo(size);
  }

  @Test
  void fileThatBecomesShorterFailsOperationsAndOneThatGrowsDoesNot() throws Exception {
    Path file = Files.write(folder.resolve("mapped"), new byte[3 << 20]);
    Codec codec = codec("@" + file);
    try (RandomAccessFile open = new RandomAccessFile(file.toFile(), "rw")) {
      open.setLength(4 << 20);
      Thread.sleep(110); // the file is checked ten times a second
      assertThat(head(codec)).contains("Content-Length: " + (3 << 20) + "\r\n");
      open.setLength(1 << 20);
      Thread.sleep(110);
      assertThatThrownBy(() -> head(codec))
          .isInstanceOf(IllegalStateException.class)
          .hasMessage(file + " has become shorter during the run");
    }
  }

  @Test
  void smallFileIsReadOnceSoThatItsEndDoesNotMatter() throws Exception {
    Path file = Files.writeString(folder.resolve("small"), "hello");
    Codec codec = codec("@" + file);
    Files.delete(file);
    assertThat(head(codec)).contains("Content-Length: 5\r\n");
  }

  @Test
  void fileThatCannotBeSentIsRefused() {
    assertThat(problems("@")).singleElement().asString().contains("@@ stands for");
    assertThat(problems("@" + folder.resolve("none")))
        .singleElement()
        .asString()
        .contains("there is no file " + folder.resolve("none"));
    assertThat(problems("@" + folder)).singleElement().asString().contains("is a directory");
    assertThat(problems("@/dev/zero")).singleElement().asString().contains("not a regular file");
    assertThat(problems("@/proc/self/status")).singleElement().asString().contains("its size");
  }
}
