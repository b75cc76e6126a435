package dev.takt.driver.cql.protocol;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import java.util.List;
import java.util.Random;
import net.jpountz.lz4.LZ4Compressor;
import net.jpountz.lz4.LZ4Exception;
import net.jpountz.lz4.LZ4Factory;
import net.jpountz.lz4.LZ4SafeDecompressor;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/// With lz4-java as the oracle.
class Lz4Test {

  private static final LZ4Factory ORACLE = LZ4Factory.safeInstance();
  private static final LZ4SafeDecompressor DECOMPRESSOR = ORACLE.safeDecompressor();

  private final Lz4 lz4 = new Lz4();

  private byte[] compressed(byte[] bytes) {
    byte[] out = new byte[bytes.length + bytes.length / 255 + 16];
    return Arrays.copyOf(out, lz4.compress(bytes, 0, bytes.length, out, 0, out.length));
  }

  private static byte[] decompressed(byte[] block, int size) {
    byte[] bytes = new byte[size];
    assertThat(Lz4.decompress(block, 0, block.length, bytes, 0, size)).isTrue();
    return bytes;
  }

  /// Random bytes, of few kinds, and runs of a random length.
  private static List<byte[]> samples(int length) {
    Random random = new Random(length);
    byte[] any = new byte[length];
    random.nextBytes(any);
    byte[] few = new byte[length];
    byte[] runs = new byte[length];
    int left = 0;
    for (int i = 0; i < length; i++) {
      few[i] = (byte) random.nextInt(3);
      left = left == 0 ? random.nextInt(600) : left - 1;
      runs[i] = left == 0 || i == 0 ? (byte) random.nextInt() : runs[i - 1];
    }
    return List.of(any, few, runs, new byte[length]);
  }

  @ParameterizedTest
  @ValueSource(ints = {0, 1, 4, 5, 12, 13, 14, 15, 16, 17, 30, 100, 300, 5_000, 70_000, 131_071})
  void theOracleReadsWhatIsWrittenAndTheReverse(int length) {
    for (byte[] bytes : samples(length)) {
      byte[] block = compressed(bytes);
      assertThat(DECOMPRESSOR.decompress(block, length)).isEqualTo(bytes);
      assertThat(decompressed(block, length)).isEqualTo(bytes);
      for (LZ4Compressor compressor : List.of(ORACLE.fastCompressor(), ORACLE.highCompressor())) {
        assertThat(decompressed(compressor.compress(bytes), length)).isEqualTo(bytes);
      }
    }
  }

  @Test
  void allShortLengths() {
    for (int length = 0; length < 600; length++) {
      for (byte[] bytes : samples(length)) {
        assertThat(DECOMPRESSOR.decompress(compressed(bytes), length)).isEqualTo(bytes);
      }
    }
  }

  @Test
  void aKnownBlock() {
    byte[] block = {0x1F, 'a', 1, 0, 39, 0x50, 'a', 'a', 'a', 'a', 'a'};
    byte[] bytes = "a".repeat(64).getBytes(StandardCharsets.US_ASCII);
    assertThat(compressed(bytes)).containsExactly(block);
    assertThat(decompressed(block, 64)).isEqualTo(bytes);
  }

  /// A little longer than with the oracle, whose table of hashes is twice as large.
  @Test
  void theResultIsAboutAsShortAsTheOracles() {
    String text = "SELECT release_version, data_center, tokens FROM system.local; ".repeat(20);
    StringBuilder rows = new StringBuilder();
    for (int i = 0; i < 2_000; i++) {
      rows.append("user-").append(i * 7919 % 10_000).append(",name-").append(i).append(';');
    }
    for (String each : List.of(text, rows.toString())) {
      byte[] bytes = each.getBytes(StandardCharsets.US_ASCII);
      int oracle = ORACLE.fastCompressor().compress(bytes).length;
      assertThat(compressed(bytes).length).isLessThanOrEqualTo(oracle * 11 / 10);
    }
  }

  @Test
  void aResultThatDoesNotFit() {
    byte[] bytes = samples(1_000).get(1);
    int length = compressed(bytes).length;
    byte[] out = new byte[2_000];
    for (int room = 0; room < length; room++) {
      assertThat(lz4.compress(bytes, 0, bytes.length, out, 5, room)).isZero();
      assertThat(out[5 + room]).as("written beyond the room").isZero();
    }
    assertThat(lz4.compress(bytes, 0, bytes.length, out, 5, length + 8)).isEqualTo(length);
  }

  @Test
  void aBlockCutAnywhereIsRefused() {
    byte[] bytes = samples(500).get(2);
    byte[] block = compressed(bytes);
    for (int length = 0; length < block.length; length++) {
      assertThat(Lz4.decompress(block, 0, length, new byte[500], 0, 500)).isFalse();
    }
  }

  /// What the oracle reads is read the same, except for a distance of 0, which the format forbids.
  /// The oracle also refuses blocks whose last literals are too few, which compressors must not
  /// make. No byte is written beyond the end.
  @Test
  void damagedBlocks() {
    Random random = new Random(1);
    byte[] bytes = samples(300).get(1);
    for (int i = 0; i < bytes.length; i++) {
      bytes[i]++; // so that two zeros in the block are a distance
    }
    byte[] right = compressed(bytes);
    int accepted = 0;
    for (int round = 0; round < 100_000; round++) {
      byte[] block = right.clone();
      for (int i = random.nextInt(3); i >= 0; i--) {
        block[random.nextInt(block.length)] = (byte) random.nextInt();
      }
      byte[] out = new byte[310];
      boolean fits = Lz4.decompress(block, 0, block.length, out, 5, 300);
      assertThat(Arrays.copyOfRange(out, 305, 310)).containsOnly(0);
      byte[] expected = byOracle(block, 300);
      if (fits && expected != null) {
        accepted++;
        assertThat(Arrays.copyOfRange(out, 5, 305)).isEqualTo(expected);
      } else if (expected != null) {
        assertThat(hasTwoZeros(block)).isTrue();
      }
    }
    assertThat(accepted).isGreaterThan(1_000);
  }

  private static byte @Nullable [] byOracle(byte[] block, int size) {
    try {
      byte[] bytes = new byte[size];
      return DECOMPRESSOR.decompress(block, 0, block.length, bytes, 0, size) == size ? bytes : null;
    } catch (LZ4Exception e) {
      return null;
    }
  }

  private static boolean hasTwoZeros(byte[] block) {
    for (int i = 1; i < block.length; i++) {
      if (block[i - 1] == 0 && block[i] == 0) {
        return true;
      }
    }
    return false;
  }

  @Test
  void aDistanceOfZeroOrBeforeTheBeginning() {
    for (int distance : new int[] {0, 2, 3, 255}) {
      byte[] block = {0x1F, 'a', (byte) distance, 0, 39, 0x50, 'a', 'a', 'a', 'a', 'a'};
      assertThat(Lz4.decompress(block, 0, block.length, new byte[99], 9, 64)).isFalse();
    }
  }
}
