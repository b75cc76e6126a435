package dev.takt.http2.hpack;

import static dev.takt.http2.hpack.Blocks.decode;
import static dev.takt.http2.hpack.Blocks.hex;
import static org.assertj.core.api.Assertions.assertThat;

import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/// The examples of RFC 7541, appendix C, byte for byte.
class AppendixTest {

  private static final String GET_1 =
      "8286 8441 0f77 7777 2e65 7861 6d70 6c65 2e63 6f6d|8286 84be 5808 6e6f 2d63 6163 6865"
          + "|8287 85bf 400a 6375 7374 6f6d 2d6b 6579 0c63 7573 746f 6d2d 7661 6c75 65";

  private static final String GET_1_HUFFMAN =
      "8286 8441 8cf1 e3c2 e5f2 3a6b a0ab 90f4 ff|8286 84be 5886 a8eb 1064 9cbf"
          + "|8287 85bf 4088 25a8 49e9 5ba9 7d7f 8925 a849 e95b b8e8 b4bf";

  private static final String ANSWERS =
      "4803 3330 3258 0770 7269 7661 7465 611d 4d6f 6e2c 2032 3120 4f63 7420 3230 3133"
          + "2032 303a 3133 3a32 3120 474d 546e 1768 7474 7073 3a2f 2f77 7777 2e65 7861 6d70"
          + "6c65 2e63 6f6d|4803 3330 37c1 c0bf"
          + "|88c1 611d 4d6f 6e2c 2032 3120 4f63 7420 3230 3133 2032 303a 3133 3a32 3220 474d"
          + "54c0 5a04 677a 6970 7738 666f 6f3d 4153 444a 4b48 514b 425a 584f 5157 454f 5049"
          + "5541 5851 5745 4f49 553b 206d 6178 2d61 6765 3d33 3630 303b 2076 6572 7369 6f6e"
          + "3d31";

  private static final String ANSWERS_HUFFMAN =
      "4882 6402 5885 aec3 771a 4b61 96d0 7abe 9410 54d4 44a8 2005 9504 0b81 66e0 82a6"
          + "2d1b ff6e 919d 29ad 1718 63c7 8f0b 97c8 e9ae 82ae 43d3|4883 640e ffc1 c0bf"
          + "|88c1 6196 d07a be94 1054 d444 a820 0595 040b 8166 e084 a62d 1bff c05a 839b d9ab"
          + "77ad 94e7 821d d7f2 e6c7 b335 dfdf cd5b 3960 d5af 2708 7f36 72c1 ab27 0fb5 291f"
          + "9587 3160 65c0 03ed 4ee5 b106 3d50 07";

  private static final String FIRST_DATE = "date: Mon, 21 Oct 2013 20:13:21 GMT";
  private static final String SECOND_DATE = "date: Mon, 21 Oct 2013 20:13:22 GMT";
  private static final String LOCATION = "location: https://www.example.com";
  private static final String COOKIE =
      "set-cookie: foo=ASDJKHQKBZXOQWEOPIUAXQWEOIU; max-age=3600; version=1";

  @ParameterizedTest
  @CsvSource({"10, 5, 0a", "1337, 5, 1f9a0a", "42, 8, 2a"})
  void integers(int value, int prefixBits, String expected) {
    ByteBuffer out = ByteBuffer.allocate(8);
    Integers.put(0, prefixBits, value, out);
    assertThat(hex(out.flip())).isEqualTo(expected);
    assertThat(Integers.length(prefixBits, value)).isEqualTo(expected.length() / 2);
    assertThat(Integers.get(out.get(), prefixBits, out)).isEqualTo(value);
    assertThat(out.hasRemaining()).isFalse();
  }

  @Test
  void literalWithIndexing() {
    Decoder decoder = new Decoder(Decoder.DEFAULT_TABLE_SIZE);
    assertThat(decode(decoder, "400a 6375 7374 6f6d 2d6b 6579 0d63 7573 746f 6d2d 6865 6164 6572"))
        .containsExactly("custom-key: custom-header");
    assertThat(decoder.tableSize()).isEqualTo(55);
    assertThat(Blocks.table(decoder)).containsExactly("custom-key: custom-header");
  }

  @Test
  void literalsThatAreNotIndexed() {
    Decoder decoder = new Decoder(Decoder.DEFAULT_TABLE_SIZE);
    assertThat(decode(decoder, "040c 2f73 616d 706c 652f 7061 7468"))
        .containsExactly(":path: /sample/path");
    assertThat(decode(decoder, "1008 7061 7373 776f 7264 0673 6563 7265 74"))
        .containsExactly("password: secret");
    assertThat(decode(decoder, "82")).containsExactly(":method: GET");
    assertThat(decoder.tableSize()).isZero();
  }

  /// The same three examples, as the encoder writes them.
  @Test
  void encoderWritesWhatTheAppendixHas() {
    assertThat(hex(encoded(":path", "/sample/path"))).isEqualTo("040c2f73616d706c652f70617468");
    assertThat(hex(encoded("password", "secret"))).isEqualTo("100870617373776f726406736563726574");
    assertThat(hex(encoded(":method", "GET"))).isEqualTo("82");
  }

  private static ByteBuffer encoded(String name, String value) {
    ByteBuffer out = ByteBuffer.allocate(100);
    FieldName.of(name).put(value.getBytes(StandardCharsets.US_ASCII), out);
    return out.flip();
  }

  @ParameterizedTest
  @ValueSource(strings = {GET_1, GET_1_HUFFMAN})
  void requests(String blocks) {
    String[] block = blocks.split("\\|", -1);
    Decoder decoder = new Decoder(Decoder.DEFAULT_TABLE_SIZE);
    List<String> start =
        List.of(":method: GET", ":scheme: http", ":path: /", ":authority: www.example.com");

    assertThat(decode(decoder, block[0])).isEqualTo(start);
    assertThat(decoder.tableSize()).isEqualTo(57);

    assertThat(decode(decoder, block[1]))
        .startsWith(start.toArray(String[]::new))
        .endsWith("cache-control: no-cache")
        .hasSize(5);
    assertThat(decoder.tableSize()).isEqualTo(110);

    assertThat(decode(decoder, block[2]))
        .containsExactly(
            ":method: GET",
            ":scheme: https",
            ":path: /index.html",
            ":authority: www.example.com",
            "custom-key: custom-value");
    assertThat(decoder.tableSize()).isEqualTo(164);
    assertThat(Blocks.table(decoder))
        .containsExactly(
            "custom-key: custom-value", "cache-control: no-cache", ":authority: www.example.com");
  }

  /// With a table of 256 bytes, so that entries are evicted.
  @ParameterizedTest
  @ValueSource(strings = {ANSWERS, ANSWERS_HUFFMAN})
  void answers(String blocks) {
    String[] block = blocks.split("\\|", -1);
    Decoder decoder = new Decoder(256);

    assertThat(decode(decoder, block[0]))
        .containsExactly(":status: 302", "cache-control: private", FIRST_DATE, LOCATION);
    assertThat(decoder.tableSize()).isEqualTo(222);
    assertThat(Blocks.table(decoder))
        .containsExactly(LOCATION, FIRST_DATE, "cache-control: private", ":status: 302");

    assertThat(decode(decoder, block[1]))
        .containsExactly(":status: 307", "cache-control: private", FIRST_DATE, LOCATION);
    assertThat(decoder.tableSize()).isEqualTo(222);
    assertThat(Blocks.table(decoder))
        .containsExactly(":status: 307", LOCATION, FIRST_DATE, "cache-control: private");

    assertThat(decode(decoder, block[2]))
        .containsExactly(
            ":status: 200",
            "cache-control: private",
            SECOND_DATE,
            LOCATION,
            "content-encoding: gzip",
            COOKIE);
    assertThat(decoder.tableSize()).isEqualTo(215);
    assertThat(Blocks.table(decoder))
        .containsExactly(COOKIE, "content-encoding: gzip", SECOND_DATE);
  }
}
