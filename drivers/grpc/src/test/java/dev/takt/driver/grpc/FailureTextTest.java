package dev.takt.driver.grpc;

import static org.assertj.core.api.Assertions.assertThat;

import dev.takt.http2.hpack.Decoder;
import dev.takt.http2.hpack.FieldBlock;
import dev.takt.http2.hpack.FieldList;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import org.junit.jupiter.api.Test;

class FailureTextTest {

  @Test
  void secretsAreMasked() throws Exception {
    FieldBlock block =
        FieldBlock.EMPTY
            .with("grpc-status", "5")
            .with("x-auth", "s3cret")
            .with("auth-ticket", "s3cret")
            .with("x-token", "s3cret")
            .with("x-shown", "yes");
    ByteBuffer bytes = ByteBuffer.allocate(1000);
    block.put(bytes);
    FieldList fields = new FieldList(10_000);
    new Decoder(Decoder.DEFAULT_TABLE_SIZE).decode(bytes.flip(), fields);
    assertThat(
            new String(
                FailureText.of("NOT_FOUND", fields, "{\"token\":\"s3cret\",\"id\":5}"),
                StandardCharsets.UTF_8))
        .doesNotContain("s3cret")
        .contains("x-shown: yes\n", "x-auth: ***\n", "{\"token\":\"***\",\"id\":5}");
  }
}
