package dev.takt.driver.redis;

import static org.assertj.core.api.Assertions.assertThat;

import dev.takt.load.driver.FailedResponses;
import dev.takt.load.driver.Outcome;
import dev.takt.load.journey.Check;
import dev.takt.load.journey.Extraction;
import dev.takt.load.journey.Feeder;
import dev.takt.load.journey.JourneySpec;
import dev.takt.load.journey.Journeys;
import dev.takt.load.journey.JsonPath;
import dev.takt.load.journey.Part;
import dev.takt.load.journey.StepSpec;
import dev.takt.load.journey.Subject;
import dev.takt.load.journey.User;
import dev.takt.load.workload.Generators;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/// What steps of journeys read of replies, whole and split at every position.
class StepReplyTest {

  private static final FailedResponses UNKEPT = new FailedResponses(Path.of("none"));

  private static User user(List<Extraction> extractions, List<Check> checks) {
    StepSpec step = StepSpec.of("get", 0, extractions, checks);
    JourneySpec journey = new JourneySpec("j", 1, List.of(new Part.Step(step)));
    return new Journeys(7, List.of(journey), Feeder.NONE).arrive(0, 0);
  }

  private static User extracting(String path) {
    return user(
        List.of(new Extraction("v", 0, new Subject.Json(JsonPath.parse(path)), null)), List.of());
  }

  private static CommandCodec codec() {
    RedisCommand command =
        RedisCommand.parse("GET k", Generators.NONE, Expectation.parse(null), Map.of());
    return new CommandCodec(new RedisCommand[] {command}, UNKEPT, 42);
  }

  private static byte[] bytes(String reply) {
    return reply.replace("_", "\r\n").getBytes(StandardCharsets.UTF_8);
  }

  private static @Nullable Outcome answer(User user, byte[] reply, int piece) {
    CommandCodec codec = codec();
    codec.actFor(user);
    codec.encode(0, 0, ByteBuffer.allocate(100));
    ByteBuffer in = ByteBuffer.allocate(reply.length + 1);
    Outcome outcome = null;
    for (int from = 0; from < reply.length && outcome == null; from += piece) {
      in.put(reply, from, Math.min(reply.length, from + piece) - from);
      in.flip();
      outcome = codec.decode(in);
      in.compact();
    }
    return outcome;
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = ';',
      value = {
        "$5_hello_; $; hello",
        "+OK_; $; OK",
        "$0__; $; ''",
        "$6_größ_; $; größ",
        ":42_; $; 42",
        ":-7_; $; -7",
        ":9223372036854775807_; $; 9223372036854775807",
        "(123456789012345678901234567890_; $; 123456789012345678901234567890",
        ",1.5_; $; 1.5",
        ",inf_; $; inf",
        "#t_; $; true",
        "=7_txt:abc_; $; abc",
        "*2_$1_a_:7_; $[1]; 7",
        "*2_*0_*2_$1_x_$1_y_; $[1][-1]; y",
        "*2_%1_$1_k_~2_:1_:2_$1_z_; $[0].k[1]; 2",
        "*2_%1_$1_k_~2_:1_:2_$1_z_; $[1]; z",
        "%2_$4_name_$4_anna_:3_$1_c_; $.name; anna",
        "%2_$4_name_$4_anna_:3_$1_c_; $['3']; c",
        "*2_$-1_%0_; $.*; ",
        "|1_$1_a_$1_b_$3_abc_; $; abc",
        ">2_$1_m_$1_n_$3_abc_; $; abc",
      })
  void valueOfAReplyIsExtracted(String reply, String path, @Nullable String value) {
    byte[] bytes = bytes(reply);
    for (int piece = 1; piece <= bytes.length; piece++) {
      User user = extracting(path);
      Outcome outcome = answer(user, bytes, piece);
      if (value == null) {
        assertThat(outcome).isEqualTo(Outcome.failed("extract v: $.* matches several values"));
      } else {
        assertThat(outcome).as("pieces of %d", piece).isEqualTo(Outcome.OK);
        assertThat(new String(user.value(0), StandardCharsets.UTF_8)).isEqualTo(value);
      }
    }
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = ';',
      value = {
        "$-1_; $; extract v: $ is no text, number or boolean",
        "*1_$1_a_; $[1]; extract v: $[1] matches nothing",
        "$1_a_; $.name; extract v: $.name matches nothing",
        "-ERR no_; $; ERR no",
      })
  void whatIsNotThereIsAFailure(String reply, String path, String label) {
    assertThat(answer(extracting(path), bytes(reply), 100)).isEqualTo(Outcome.failed(label));
  }

  @Test
  void replyThatIsNoTextIsAFailure() {
    byte[] binary = bytes("$2_ab_");
    binary[4] = (byte) 0xC3;
    binary[5] = (byte) 0x28;
    assertThat(answer(extracting("$"), binary, 100))
        .isEqualTo(Outcome.failed("extract v: the reply is not text in UTF-8"));
  }

  /// Neither a long string nor many short ones are kept.
  @Test
  void replyThatIsTooLargeIsAFailure() {
    int limit = StepReply.MAX_BYTES;
    String tooLarge = "extract v: the reply is over 1 MiB, too large to be read";
    String one = "$" + limit + "_" + "x".repeat(limit) + "_";
    assertThat(answer(extracting("$"), bytes(one), 1 << 14)).isEqualTo(Outcome.failed(tooLarge));
    String many = "*300001_$1_a_" + ":1_".repeat(300_000);
    assertThat(answer(extracting("$[0]"), bytes(many), 1 << 14))
        .isEqualTo(Outcome.failed(tooLarge));
    String enough = "*200001_$1_a_" + ":1_".repeat(200_000);
    assertThat(answer(extracting("$[0]"), bytes(enough), 1 << 14)).isEqualTo(Outcome.OK);
    User user = user(List.of(), List.of(Check.parse("size > 1MB")));
    assertThat(answer(user, bytes(one), 1 << 14)).as("only counted").isEqualTo(Outcome.OK);
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = ';',
      value = {
        "+OK_; $ == \"OK\"; true",
        "$2_NO_; $ == \"OK\"; false",
        ":5_; $ > 4; true",
        ":4_; $ > 4; false",
        ",4.5_; $ > 4; true",
        "$-1_; $ == null; true",
        "$1_x_; $ == null; false",
        "$3_abc_; body contains \"b\"; true",
        ":123_; body matches \"[0-9]+\"; true",
        "$3_abc_; size == 9; true",
        "$3_abc_; size == 3; false",
      })
  void checksAreAboutTheReply(String reply, String check, boolean holds) {
    byte[] bytes = bytes(reply);
    for (int piece = 1; piece <= bytes.length; piece++) {
      assertThat(answer(user(List.of(), List.of(Check.parse(check))), bytes, piece))
          .as("pieces of %d", piece)
          .isEqualTo(holds ? Outcome.OK : Outcome.failed(check));
    }
  }

  @Test
  void anArrayIsNoText() {
    User user = user(List.of(), List.of(Check.parse("body contains \"b\"")));
    assertThat(answer(user, bytes("*1_$1_b_"), 100))
        .isEqualTo(Outcome.failed("body contains \"b\": the answer is no text"));
  }

  /// With a pipeline, a late reply must not change a user who has gone on, or has ended.
  @Test
  void theReplyToAnAbandonedStepIsNotRead() {
    User user = extracting("$");
    CommandCodec codec = codec();
    codec.actFor(user);
    codec.encode(0, 0, ByteBuffer.allocate(100));
    codec.abandoned();
    assertThat(codec.decode(ByteBuffer.wrap(bytes("$-1_")))).isEqualTo(Outcome.OK);
  }
}
