package dev.takt.http2.hpack;

import static dev.takt.http2.hpack.Blocks.decode;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.nio.ByteBuffer;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Deque;
import java.util.List;
import java.util.Random;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/// What RFC 7541 says outside of its examples: limits, errors, the table's size.
class DecoderTest {

  private final Decoder decoder = new Decoder(Decoder.DEFAULT_TABLE_SIZE);

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        // index 0, and one behind the last entry of both tables
        "80 | an index that is in no table",
        "be | an index that is in no table",
        "7e 00 | an index that is in no table",
        // a name of index 62, in a literal without indexing
        "0f 2f 01 61 | an index that is in no table",
        // integers: cut off, 2^32 and more, with ten bytes of nothing
        "ff | cut off",
        "ff 80 | cut off",
        "ff ff ff ff ff 0f | an integer that is too large",
        "ff 80 80 80 80 80 80 80 80 80 00 | an integer that is too large",
        // strings: no length, longer than the block, longer than 2^31
        "40 | cut off",
        "40 0a 61 | cut off",
        "00 01 61 | cut off",
        "00 7f ff ff ff ff 07 61 | an integer that is too large",
        "00 7f 80 80 80 80 04 61 | cut off",
        // Huffman: padding of zeros, a whole byte of padding, the end of the string, a cut symbol
        "00 81 18 00 | a wrong Huffman code",
        "00 82 1f ff 00 | a wrong Huffman code",
        "00 82 f8 ff 00 | a wrong Huffman code",
        "00 84 ff ff ff ff 00 | a wrong Huffman code",
        "00 83 ff ff ff 00 | a wrong Huffman code",
        // the table's size: larger than allowed, after a field
        "3f e2 1f | larger than allowed",
        "82 20 | after a field"
      })
  void wrongBlockIsRefused(String block, String reason) {
    assertThatThrownBy(() -> decode(decoder, block))
        .isInstanceOf(HpackException.class)
        .hasMessageContaining(reason)
        .hasNoSuppressedExceptions();
  }

  /// A block that is cut anywhere within a field fails by name, and reads nothing outside of it.
  @Test
  void blockCutAtEachByte() {
    String[] fields = {
      "4883 640e ff", "1008 7061 7373 776f 7264 0673 6563 7265 74", "0f 21 03 612d62"
    };
    ByteBuffer whole = Blocks.hex(String.join("", fields));
    int[] ends = {0, 5, 22, 28};
    for (int length = 0; length <= whole.capacity(); length++) {
      Decoder fresh = new Decoder(Decoder.DEFAULT_TABLE_SIZE);
      FieldList read = new FieldList(Blocks.LIST_LIMIT);
      ByteBuffer cut = whole.duplicate().limit(length);
      int complete = Arrays.binarySearch(ends, length);
      if (complete >= 0) {
        fresh.decode(cut, read);
        assertThat(read.count()).isEqualTo(complete);
      } else {
        assertThatThrownBy(() -> fresh.decode(cut, read)).hasMessage("a header block is cut off");
      }
    }
  }

  @Test
  void paddingOfOnesIsValidUpToSevenBits() {
    // '0' and '1' have five bits, 'a' has five, ':' has seven, '&' has eight
    assertThat(decode(decoder, "00 81 07 81 1f")).containsExactly("0: a");
    assertThat(decode(decoder, "00 81 b9 81 f8")).containsExactly(":: &");
  }

  @Test
  void tableIsResizedAtTheStartOfABlockOnly() {
    decode(decoder, "40 01 61 01 62  40 01 63 01 64");
    assertThat(decoder.tableSize()).isEqualTo(68);
    // To 34 bytes: the newest stays. Then to 0 and back to 4096, within one block.
    assertThat(decode(decoder, "3f 03 be")).containsExactly("c: d");
    assertThat(decode(decoder, "20 3f e1 1f 40 01 65 01 66 be")).containsExactly("e: f", "e: f");
    assertThat(decoder.tableSize()).isEqualTo(34);
    decoder.reset();
    assertThat(decoder.tableCount()).isZero();
  }

  @Test
  void fieldLargerThanTheTableEmptiesIt() {
    Decoder small = new Decoder(64);
    decode(small, "40 01 61 01 62");
    assertThat(small.tableCount()).isEqualTo(1);
    assertThat(decode(small, "40 01 61 20" + "62".repeat(32))).hasSize(1);
    assertThat(small.tableCount()).isZero();
  }

  /// A name may be that of an entry that its own field evicts (RFC 7541, section 4.4).
  @Test
  void nameOfAnEvictedEntry() {
    Decoder small = new Decoder(64);
    decode(small, "40 01 61 01 62");
    assertThat(decode(small, "7e 02 63 64 be")).containsExactly("a: cd", "a: cd");
    assertThat(small.tableCount()).isEqualTo(1);
  }

  /// A few bytes that stand for many: what is beyond the limit is not kept.
  @Test
  void bombIsCutAtTheLimit() {
    FieldList fields = new FieldList(16 * 1024);
    ByteBuffer bomb = ByteBuffer.allocate(24 * 1024);
    bomb.put((byte) 0x40).put((byte) 1).put((byte) 'a');
    Integers.put(0, 7, 4000, bomb);
    bomb.put(new byte[4000]);
    while (bomb.hasRemaining()) {
      bomb.put((byte) 0xBE);
    }
    decoder.decode(bomb.flip(), fields);
    assertThat(fields.isTooLarge()).isTrue();
    assertThat(fields.count()).isEqualTo(4);
    assertThat(fields.bytes().length).isLessThan(64 * 1024);
    // The table is as the encoder has it, so that the next block can be decoded.
    assertThat(decoder.tableSize()).isEqualTo(4033);
  }

  @Test
  void limitCountsNamesValuesAnd32BytesForEachField() {
    FieldList fields = new FieldList(42 * 2);
    decoder.decode(Blocks.hex("8282"), fields);
    assertThat(fields.isTooLarge()).isFalse();
    fields.clear();
    new Decoder(0).decode(Blocks.hex("828282"), fields);
    assertThat(fields.isTooLarge()).isTrue();
    assertThat(fields.count()).isEqualTo(2);
  }

  /// Against a table made of objects: fields of random lengths, so that the ring wraps anywhere.
  @Test
  void tableEqualsItsModel() {
    Random random = new Random(36);
    for (int limit : new int[] {0, 31, 33, 64, 100, 257, 4096}) {
      Decoder tested = new Decoder(limit);
      Deque<String> model = new ArrayDeque<>();
      int size = 0;
      for (int i = 0; i < 2_000; i++) {
        String name = "n".repeat(1 + random.nextInt(4)) + i;
        String value = "v".repeat(random.nextInt(limit / 4 + 8)) + i;
        ByteBuffer block = ByteBuffer.allocate(4096);
        block.put((byte) 0x40).put((byte) name.length()).put(Blocks.ascii(name));
        Integers.put(0, 7, value.length(), block);
        block.put(Blocks.ascii(value));
        tested.decode(block.flip(), new FieldList(Blocks.LIST_LIMIT));
        model.addFirst(name + ": " + value);
        size += name.length() + value.length() + 32;
        while (size > limit) {
          size -= model.removeLast().length() - 2 + 32;
        }
        if (i % 50 == 0) {
          List<String> expected = new ArrayList<>(model);
          assertThat(Blocks.table(tested)).isEqualTo(expected);
          assertThat(tested.tableSize()).isEqualTo(size);
        }
      }
    }
  }

  /// Bytes of chance end in fields or in an exception with a name, never otherwise.
  @Test
  void garbage() {
    Random random = new Random(37);
    int failures = 0;
    for (int i = 0; i < 20_000; i++) {
      byte[] bytes = new byte[random.nextInt(60)];
      random.nextBytes(bytes);
      try {
        decoder.decode(ByteBuffer.wrap(bytes), new FieldList(200));
      } catch (HpackException e) {
        failures++;
        decoder.reset();
      }
    }
    assertThat(failures).isBetween(5_000, 19_900);
  }
}
