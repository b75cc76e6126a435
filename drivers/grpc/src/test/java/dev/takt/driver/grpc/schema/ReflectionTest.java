package dev.takt.driver.grpc.schema;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import com.google.protobuf.CodedOutputStream;
import com.google.protobuf.DescriptorProtos.FileDescriptorProto;
import dev.takt.load.driver.DriverException;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.util.List;
import org.junit.jupiter.api.Test;

/// Answers of hostile servers.
class ReflectionTest {

  private int asked;

  /// An answer with one field that has the values of field 1.
  private static UnaryCaller.Reply reply(int field, byte[]... values) {
    try {
      ByteArrayOutputStream inner = new ByteArrayOutputStream();
      CodedOutputStream out = CodedOutputStream.newInstance(inner);
      for (byte[] each : values) {
        out.writeByteArray(1, each);
      }
      out.flush();
      ByteArrayOutputStream whole = new ByteArrayOutputStream();
      out = CodedOutputStream.newInstance(whole);
      out.writeByteArray(field, inner.toByteArray());
      out.flush();
      return new UnaryCaller.Reply("OK", "", whole.toByteArray());
    } catch (IOException e) {
      throw new AssertionError(e);
    }
  }

  private UnaryCaller.Reply endless(int bytes) {
    asked++;
    return reply(
        4,
        FileDescriptorProto.newBuilder()
            .setName("f" + (asked - 1))
            .setPackage("p".repeat(bytes))
            .addDependency("f" + asked)
            .build()
            .toByteArray());
  }

  @Test
  void filesOfAServerAreBounded() {
    assertThatThrownBy(() -> new Reflection((_, _) -> endless(1)).schema(List.of("a.B")))
        .isInstanceOf(DriverException.class)
        .hasMessageStartingWith("the server's reflection has more than 10,000 files or 64 MiB");
    assertThat(asked).isEqualTo(10_001);
    asked = 0;
    assertThatThrownBy(() -> new Reflection((_, _) -> endless(8 << 20)).schema(List.of("a.B")))
        .hasMessageStartingWith("the server's reflection has more than 10,000 files or 64 MiB");
    assertThat(asked).isEqualTo(8);
  }

  @Test
  void textsOfAServerAreShownWithoutControlCharacters() throws Exception {
    byte[] name = "a.\u001b[31mB\u202e".getBytes(java.nio.charset.StandardCharsets.UTF_8);
    assertThat(new Reflection((_, _) -> reply(6, field(name))).services())
        .containsExactly("a.�[31mB�");
    assertThatThrownBy(() ->
            new Reflection((_, _) -> new UnaryCaller.Reply("INTERNAL", "\u001b[2J", new byte[0]))
                .services())
        .hasMessage("the server's reflection answers INTERNAL: �[2J");
    byte[] evil =
        FileDescriptorProto.newBuilder()
            .setName("\u001b")
            .addDependency("\u0007")
            .build()
            .toByteArray();
    assertThatThrownBy(() -> new Reflection((_, _) -> reply(4, evil)).schema(List.of("a.B")))
        .hasMessage("the server's reflection does not have the file �");
  }

  private static byte[] field(byte[] value) {
    try {
      ByteArrayOutputStream bytes = new ByteArrayOutputStream();
      CodedOutputStream out = CodedOutputStream.newInstance(bytes);
      out.writeByteArray(1, value);
      out.flush();
      return bytes.toByteArray();
    } catch (IOException e) {
      throw new AssertionError(e);
    }
  }
}
