package dev.takt.driver.redis;

import static org.assertj.core.api.Assertions.assertThat;

import dev.takt.driver.redis.RespReader.Token;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/// Replies of all types, whole and split at every position, and bytes that are not replies.
class RespReaderTest {

  private final RespReader reader = new RespReader();

  /// All tokens of the bytes with their levels and texts, such as `1:STRING=abc`, and a dot at the
  /// end of each reply.
  private List<String> tokens(byte[] bytes, int... cuts) {
    reader.reset();
    List<String> tokens = new ArrayList<>();
    ByteBuffer in = ByteBuffer.allocate(bytes.length);
    int from = 0;
    for (int i = 0; i <= cuts.length; i++) {
      int to = i < cuts.length ? cuts[i] : bytes.length;
      in.put(bytes, from, to - from);
      from = to;
      in.flip();
      Token token = reader.next(in);
      while (token != Token.INCOMPLETE && token != Token.MALFORMED) {
        tokens.add(shown(token, in) + (reader.isComplete() ? "." : ""));
        token = reader.next(in);
      }
      if (token == Token.MALFORMED) {
        tokens.add("MALFORMED");
        return tokens;
      }
      in.compact();
    }
    if (in.position() > 0) {
      tokens.add("left over: " + in.position());
    }
    return tokens;
  }

  private String shown(Token token, ByteBuffer in) {
    String text =
        switch (token) {
          case ARRAY, MAP, SET -> "#" + reader.size();
          default -> "=" + text(in, reader.start(), reader.end());
        };
    return reader.level() + ":" + token + text;
  }

  private static String text(ByteBuffer in, int from, int to) {
    byte[] bytes = new byte[to - from];
    in.get(from, bytes);
    return new String(bytes, StandardCharsets.UTF_8);
  }

  private static byte[] bytes(String text) {
    return text.replace("_", "\r\n").getBytes(StandardCharsets.UTF_8);
  }

  private List<String> tokens(String text) {
    return tokens(bytes(text));
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = ';',
      value = {
        "+OK_;0:STRING=OK.",
        "+_;0:STRING=.",
        "-ERR no such thing_;0:ERROR=ERR no such thing.",
        ":42_;0:INTEGER=42.",
        ":-9223372036854775808_;0:INTEGER=-9223372036854775808.",
        ":+7_;0:INTEGER=+7.",
        "$5_hello_;0:STRING=hello.",
        "$0__;0:STRING=.",
        "$6_größ_;0:STRING=größ.",
        "$-1_;0:NULL=.",
        "*-1_;0:NULL=.",
        "*0_;0:ARRAY#0.",
        ",3.25_;0:DOUBLE=3.25.",
        ",-inf_;0:DOUBLE=-inf.",
        ",nan_;0:DOUBLE=nan.",
        ",1e-7_;0:DOUBLE=1e-7.",
        "#t_;0:BOOLEAN=t.",
        "#f_;0:BOOLEAN=f.",
        "(-3492890328409238509324850943850943825024385_;0:BIG_NUMBER=-3492890328409238509324850943850943825024385.",
        "!8_ERR oops_;0:ERROR=ERR oops.",
        "=8_txt:text_;0:STRING=text.",
        "%0_;0:MAP#0.",
        "~0_;0:SET#0."
      })
  void aValueOfEachType(String reply, String expected) {
    reader.keepStrings(true);
    assertThat(tokens(reply)).containsExactly(expected);
  }

  @Test
  void aStringMayHoldLineEnds() {
    assertThat(tokens("$2___")).containsExactly("0:STRING=\r\n.");
  }

  @Test
  void theNullOfThree() {
    assertThat(tokens("_\r\n".getBytes(StandardCharsets.US_ASCII))).containsExactly("0:NULL=.");
  }

  @Test
  void listsInLists() {
    assertThat(tokens("*3_:1_*2_+a_*0_%1_$1_k_~2_#t_:2_"))
        .containsExactly(
            "0:ARRAY#3",
            "1:INTEGER=1",
            "1:ARRAY#2",
            "2:STRING=a",
            "2:ARRAY#0",
            "1:MAP#1",
            "2:STRING=k",
            "2:SET#2",
            "3:BOOLEAN=t",
            "3:INTEGER=2.");
  }

  @Test
  void repliesThatFollowEachOther() {
    assertThat(tokens("+a_*1_$-1_:2_"))
        .containsExactly("0:STRING=a.", "0:ARRAY#1", "1:NULL=.", "0:INTEGER=2.");
  }

  @Test
  void attributesAndPushesAreSkipped() {
    assertThat(tokens("|1_+ttl_:3600_$1_x_")).containsExactly("0:STRING=x.");
    assertThat(tokens("*3_:1_|1_+a_*2_:7_|0_+b_:2_|0_:3_"))
        .containsExactly("0:ARRAY#3", "1:INTEGER=1", "1:INTEGER=2", "1:INTEGER=3.");
    assertThat(tokens(">2_+invalidate_*1_$1_k_+OK_")).containsExactly("0:STRING=OK.");
    assertThat(tokens(">0_+OK_")).containsExactly("0:STRING=OK.");
  }

  /// An attribute inside an attribute belongs to the value after it.
  @Test
  void anAttributeOfAnAttribute() {
    assertThat(tokens("|1_+a_|1_+b_+c_+d_:1_:2_")).containsExactly("0:INTEGER=1.", "0:INTEGER=2.");
  }

  private static final String ALL =
      "*9_+simple_-ERR x_:12_$5_a_bc_$-1_,2.5_=7_txt:abc_|1_+k_+v_$3_xyz_%1_+f_(123_#t_"
          + ">2_+push_:1_$0__-MOVED 1 h:1_";

  @ParameterizedTest
  @ValueSource(booleans = {true, false})
  void theTokensAreTheSameHoweverTheBytesAreCut(boolean keep) {
    reader.keepStrings(keep);
    byte[] bytes = bytes(ALL);
    List<String> whole = kinds(tokens(bytes));
    assertThat(whole).hasSize(15).last().isEqualTo("0:ERROR.");
    for (int first = 0; first <= bytes.length; first++) {
      for (int second = first; second <= bytes.length; second++) {
        assertThat(kinds(tokens(bytes, first, second)))
            .as("cut at %d and %d", first, second)
            .isEqualTo(whole);
      }
    }
    int[] everywhere = new int[bytes.length];
    for (int i = 0; i < everywhere.length; i++) {
      everywhere[i] = i;
    }
    assertThat(kinds(tokens(bytes, everywhere))).isEqualTo(whole);
  }

  /// Texts exist only if strings are kept; this removes them all, for comparison.
  private static List<String> kinds(List<String> tokens) {
    return tokens.stream().map(each -> each.replaceAll("=[^.]*(?:\\.5)?", "")).toList();
  }

  @Test
  void keptTextsAreTheSameHoweverTheBytesAreCut() {
    reader.keepStrings(true);
    byte[] bytes = bytes(ALL);
    List<String> whole = tokens(bytes);
    assertThat(whole).contains("1:STRING=a\r\nbc", "1:STRING=abc", "1:STRING=xyz");
    for (int cut = 0; cut <= bytes.length; cut++) {
      assertThat(tokens(bytes, cut)).as("cut at %d", cut).isEqualTo(whole);
    }
  }

  @Test
  void whatIsNotKeptNeedsNoRoom() {
    reader.reset();
    ByteBuffer in = ByteBuffer.wrap(bytes("$1000000_"));
    assertThat(reader.next(in)).isEqualTo(Token.INCOMPLETE);
    for (int i = 0; i < 1000; i++) {
      ByteBuffer piece = ByteBuffer.allocate(1000);
      assertThat(reader.next(piece)).isEqualTo(Token.INCOMPLETE);
      assertThat(piece.hasRemaining()).isFalse();
    }
    assertThat(reader.next(ByteBuffer.wrap(bytes("_")))).isEqualTo(Token.STRING);
    assertThat(reader.isComplete()).isTrue();
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "HTTP/1.1 400 Bad Request_",
        "\u0015\u0003\u0001",
        "_",
        "OK_",
        ":_",
        ":-_",
        ":1x_",
        ":123456789012345678901_",
        ":99999999999999999999999999999999999999999999999999999999999999999999999",
        "$_",
        "$x_",
        "$-2_",
        "$1_ab_",
        "$1_ax",
        "$99999999999999999999_",
        "$536870913_",
        "*-2_",
        "*99999999999_",
        "*1_x",
        "%-1_",
        "~-1_",
        "$?_",
        "*?_",
        "#x_",
        "#_",
        "#tt_",
        ",_",
        ",abc_",
        "(_",
        "(1a_",
        "=3_txt_",
        "+a\rb_",
        "\u0000",
      })
  void whatIsNoReply(String text) {
    assertThat(tokens(text)).last().isEqualTo("MALFORMED");
    byte[] bytes = bytes(text);
    for (int cut = 0; cut <= bytes.length; cut++) {
      assertThat(tokens(bytes, cut)).as("cut at %d", cut).last().isEqualTo("MALFORMED");
    }
  }

  @Test
  void aNullWithAText() {
    assertThat(tokens("_x\r\n".getBytes(StandardCharsets.US_ASCII))).containsExactly("MALFORMED");
  }

  @Test
  void linesWithoutEnd() {
    assertThat(tokens("+" + "a".repeat(64 * 1024) + "_"))
        .hasSize(1)
        .last()
        .isNotEqualTo("MALFORMED");
    assertThat(tokens("+" + "a".repeat(64 * 1024 + 10))).containsExactly("MALFORMED");
    assertThat(tokens(":" + "0".repeat(70))).containsExactly("MALFORMED");
  }

  @Test
  void nestingWithoutEnd() {
    assertThat(tokens("*1_".repeat(RespReader.MAX_DEPTH) + ":1_"))
        .last()
        .isEqualTo("64:INTEGER=1.");
    assertThat(tokens("*1_".repeat(RespReader.MAX_DEPTH + 1))).last().isEqualTo("MALFORMED");
    assertThat(tokens("|1_".repeat(RespReader.MAX_DEPTH + 1))).last().isEqualTo("MALFORMED");
  }

  /// For any input the reader terminates: with tokens, with INCOMPLETE or with MALFORMED.
  @Test
  void anyBytes() {
    Random random = new Random(1);
    String likely = "+-:$*_,#!=(%~>|0123456789-\r\n\r\n\r\ntfinae.x";
    for (int round = 0; round < 20_000; round++) {
      byte[] bytes = new byte[random.nextInt(60)];
      for (int i = 0; i < bytes.length; i++) {
        bytes[i] = (byte) likely.charAt(random.nextInt(likely.length()));
      }
      reader.keepStrings(random.nextBoolean());
      List<String> tokens = tokens(bytes);
      assertThat(tokens.size()).isLessThanOrEqualTo(bytes.length + 1);
    }
  }
}
