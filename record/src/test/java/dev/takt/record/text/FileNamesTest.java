package dev.takt.record.text;

import static org.assertj.core.api.Assertions.assertThat;

import java.net.URI;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;

class FileNamesTest {

  @Test
  void bytesThatAreNoUtf8AreShownAsSuch() {
    assertThat(FileNames.text(new byte[] {'r', (byte) 0xfc, '-', (byte) 0xc3}))
        .isEqualTo("r\\xfc-\\xc3");
    assertThat(FileNames.text("rü 😀".getBytes(StandardCharsets.UTF_8))).isEqualTo("rü 😀");
    assertThat(FileNames.text(new byte[0])).isEmpty();
  }

  @Test
  void fileNamesShowTheirBytes() {
    Path file = Path.of(URI.create("file:///nowhere/a%25b/r%FC%20x.hlog"));

    assertThat(FileNames.text(file)).isEqualTo("/nowhere/a%b/r\\xfc x.hlog");
    assertThat(FileNames.text(Path.of("/nowhere").relativize(file))).isEqualTo("a%b/r\\xfc x.hlog");
    assertThat(FileNames.text(Path.of("a%FCb.hlog"))).isEqualTo("a%FCb.hlog");
  }
}
