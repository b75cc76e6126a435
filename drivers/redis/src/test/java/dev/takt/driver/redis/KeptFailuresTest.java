package dev.takt.driver.redis;

import static org.assertj.core.api.Assertions.assertThat;

import dev.takt.load.driver.FailedResponses;
import dev.takt.load.driver.Outcome;
import dev.takt.load.driver.WireDriver.Codec;
import dev.takt.load.keyvalue.KeyValueKind;
import dev.takt.load.workload.Generators;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Map;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/// What is kept of failed replies.
class KeptFailuresTest {

  @TempDir private Path run;

  private Codec codec(FailedResponses failures, String expect) {
    RedisCommand only = RedisCommand.parse("GET k", Generators.NONE, Expectation.parse(expect));
    return new CommandCodec(new RedisCommand[] {only}, failures, 42);
  }

  private static @Nullable Outcome answer(Codec codec, String reply, int piece) {
    codec.encode(0, 0, ByteBuffer.allocate(4096));
    return read(codec, reply, piece);
  }

  private static @Nullable Outcome read(Codec codec, String reply, int piece) {
    byte[] bytes = reply.replace("_", "\r\n").getBytes(StandardCharsets.UTF_8);
    ByteBuffer in = ByteBuffer.allocate(bytes.length + 1);
    Outcome outcome = null;
    for (int from = 0; outcome == null && from < bytes.length; from += piece) {
      in.put(bytes, from, Math.min(piece, bytes.length - from)).flip();
      outcome = codec.decode(in);
      in.compact();
    }
    return outcome;
  }

  private String kept(FailedResponses failures, String label) throws IOException {
    Map<String, String> files = failures.files();
    assertThat(files).containsOnlyKeys(label);
    return Files.readString(run.resolve(files.get(label))).replace("\r\n", "_");
  }

  @ParameterizedTest
  @CsvSource({
    "-ERR unknown command 'GOT'_, ERR unknown command, any",
    "-MOVED 1234 10.0.0.1:6379_, MOVED, any",
    "$-1_, not found, found",
    "*2_$-1_$-1_, not found, found",
    "$2_no_, unexpected reply, =OK",
    "HTTP/1.1 400 Bad Request_, not a Redis reply, any",
  })
  void replyIsKeptTheSameHoweverItIsCut(String reply, String label, String expect)
      throws IOException {
    int length = reply.replace("_", "\r\n").length();
    for (int piece : label.startsWith("not a") ? new int[] {length} : new int[] {1, 3, length}) {
      FailedResponses failures = new FailedResponses(run);
      assertThat(answer(codec(failures, expect), reply, piece)).isEqualTo(Outcome.failed(label));
      assertThat(kept(failures, label))
          .as("in pieces of " + piece)
          .isEqualTo(
              "takt: the first reply of the kind \""
                  + label
                  + "\"\ntakt: "
                  + length
                  + " bytes\n\n"
                  + reply);
    }
  }

  @Test
  void successAndSecondFailureOfAKindAreNotKept() throws IOException {
    FailedResponses failures = new FailedResponses(run);
    Codec codec = codec(failures, "any");
    answer(codec, "+OK_", 4);
    answer(codec, "-ERR first, of all_", 100);
    answer(codec, "-ERR first, then more_", 100);
    assertThat(kept(failures, "ERR first")).endsWith("-ERR first, of all_");
  }

  @Test
  void beginningOfALongReplyIsKept() throws IOException {
    FailedResponses failures = new FailedResponses(run);
    answer(codec(failures, "=OK"), "$9000_" + "x".repeat(9000) + "_", 1000);
    assertThat(kept(failures, "unexpected reply"))
        .contains("takt: the first 4096 of 9009 bytes\n\n$9000_xxx");
  }

  @Test
  void replyThatIsCutOffIsKept() throws IOException {
    FailedResponses failures = new FailedResponses(run);
    Codec codec = codec(failures, "any");
    assertThat(answer(codec, "*2_$1_a_$5_bc", 100)).isNull();
    codec.failed(Outcome.TIMED_OUT, ByteBuffer.allocate(0));
    assertThat(kept(failures, "timed out")).endsWith("\n\n*2_$1_a_$5_bc");
  }

  @Test
  void replyToTheReadIsKeptWhereOnlyThatHasFailed() throws IOException {
    FailedResponses failures = new FailedResponses(run);
    Codec codec = new RecordCodec(new Records(new Notes()), failures);
    codec.encode(Notes.of(KeyValueKind.READ_MODIFY_WRITE), 1, ByteBuffer.allocate(4096));
    assertThat(read(codec, "-WRONGTYPE Operation against a key_", 100)).isNull();
    codec.encodeNext(ByteBuffer.allocate(4096));
    assertThat(read(codec, "+OK_", 100)).isEqualTo(Outcome.failed("WRONGTYPE"));
    assertThat(kept(failures, "WRONGTYPE")).endsWith("\n\n-WRONGTYPE Operation against a key_");
  }
}
