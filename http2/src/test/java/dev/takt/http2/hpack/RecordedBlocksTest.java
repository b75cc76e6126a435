package dev.takt.http2.hpack;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import org.junit.jupiter.api.Test;

/// Blocks that another encoder has made: with Huffman strings and the dynamic table, whose size the
/// client had set to 100 and back to 4,096 on the way.
class RecordedBlocksTest {

  @Test
  void blocksOfNghttpd() throws Exception {
    Decoder decoder = new Decoder(Decoder.DEFAULT_TABLE_SIZE);
    List<String> read = new ArrayList<>();
    List<String> expected = new ArrayList<>();
    int blocks = 0;
    try (InputStream file =
        Objects.requireNonNull(getClass().getResourceAsStream("/blocks/nghttpd.txt"))) {
      for (String line : new String(file.readAllBytes(), StandardCharsets.UTF_8).lines().toList()) {
        if (line.startsWith("  ")) {
          expected.add(line.strip());
        } else if (!line.startsWith("#")) {
          read.addAll(Blocks.decode(decoder, line));
          blocks++;
        }
      }
    }
    assertThat(blocks).isEqualTo(18);
    assertThat(read).isEqualTo(expected).hasSize(77);
  }
}
