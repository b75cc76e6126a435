package dev.takt.driver.cql.protocol;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Random;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.EnumSource;
import org.junit.jupiter.params.provider.ValueSource;

class FramesTest {

  private static byte[] random(int length) {
    byte[] bytes = new byte[length];
    new Random(length).nextBytes(bytes);
    return bytes;
  }

  private static byte[] frames(Version version, byte[]... bodies) {
    return frames(version, Compression.NONE, bodies);
  }

  private static byte[] frames(Version version, Compression compression, byte[]... bodies) {
    FrameWriter writer = FrameWriter.ofServer(version, compression);
    ByteBuffer out = ByteBuffer.allocate(4_000_000);
    for (int i = 0; i < bodies.length; i++) {
      writer.begin(Opcode.RESULT, i, out).put(bodies[i]);
      writer.end(out);
    }
    byte[] bytes = new byte[out.position()];
    out.get(0, bytes);
    return bytes;
  }

  /// Reads all frames from a buffer that grows by `piece` bytes.
  private static List<byte[]> read(FrameReader reader, byte[] all, int piece) {
    List<byte[]> bodies = new ArrayList<>();
    ByteBuffer in = ByteBuffer.allocate(all.length);
    for (int from = 0; from < all.length; from += piece) {
      in.put(all, from, Math.min(piece, all.length - from)).flip();
      while (reader.next(in)) {
        assertThat(reader.stream()).isEqualTo(bodies.size());
        assertThat(reader.opcode()).isEqualTo(Opcode.RESULT);
        byte[] body = new byte[reader.body().remaining()];
        reader.body().get(body);
        bodies.add(body);
      }
      in.compact();
    }
    return bodies;
  }

  @ParameterizedTest
  @CsvSource({"V4, 1", "V4, 7", "V4, 100000", "V5, 1", "V5, 7", "V5, 100000"})
  void framesOfAnySizeCutAnywhere(Version version, int piece) {
    byte[][] bodies = {
      {},
      random(1),
      random(5_000),
      random(131_000),
      random(131_071 - 9),
      random(131_071 - 8),
      random(400_000)
    };
    FrameReader reader = new FrameReader(version);
    assertThat(read(reader, frames(version, bodies), piece)).containsExactly(bodies);
    assertThat(reader.failure()).isNull();
  }

  /// Half of each body repeats, so that it is worth compressing.
  private static byte[] repeating(int length) {
    byte[] bytes = random(length);
    for (int i = length / 2; i < length; i++) {
      bytes[i] = bytes[i % 50];
    }
    return bytes;
  }

  @ParameterizedTest
  @CsvSource({"V4, 1", "V4, 7", "V4, 100000", "V5, 1", "V5, 7", "V5, 100000"})
  void compressedFramesOfAnySizeCutAnywhere(Version version, int piece) {
    byte[][] bodies = {
      {},
      random(1),
      random(5_000),
      repeating(200),
      repeating(5_000),
      new byte[131_071 - 9],
      repeating(131_071 - 8),
      random(131_071),
      repeating(400_000)
    };
    byte[] compressed = frames(version, Compression.LZ4, bodies);
    assertThat(compressed.length).isLessThan(frames(version, bodies).length * 3 / 4);
    FrameReader reader = new FrameReader(version, Compression.LZ4);
    assertThat(read(reader, compressed, piece)).containsExactly(bodies);
    assertThat(reader.failure()).isNull();
  }

  /// 64 bytes `a`: one literal, 58 times the byte before it, five literals.
  private static final byte[] BLOCK_OF_64 = {0x1F, 'a', 1, 0, 39, 0x50, 'a', 'a', 'a', 'a', 'a'};

  private static byte[] bytesOfA(int count) {
    byte[] bytes = new byte[count];
    Arrays.fill(bytes, (byte) 'a');
    return bytes;
  }

  /// By the specification of version 4: the flag 1, and the length before the block.
  @Test
  void aCompressedFrameOfVersion4() {
    assertThat(frames(Version.V4, Compression.LZ4, bytesOfA(64)))
        .containsExactly(
            ByteBuffer.allocate(9 + 4 + BLOCK_OF_64.length)
                .put(new byte[] {(byte) 0x84, 1, 0, 0, Opcode.RESULT})
                .putInt(4 + BLOCK_OF_64.length)
                .putInt(64)
                .put(BLOCK_OF_64)
                .array());
    assertThat(frames(Version.V4, Compression.LZ4, new byte[] {1, 2, 3}))
        .as("not worth it")
        .isEqualTo(frames(Version.V4, new byte[] {1, 2, 3}));
  }

  /// By the specification of version 5: 17 bits for each length, the flag, and a checksum.
  @Test
  void aCompressedSegmentOfVersion5() {
    byte[] bytes = frames(Version.V5, Compression.LZ4, bytesOfA(64));
    int length = bytes.length - 5 - 3 - 4;
    long header = length | (9L + 64) << 17 | 1L << 34;
    for (int i = 0; i < 5; i++) {
      assertThat(bytes[i]).as("byte " + i).isEqualTo((byte) (header >>> (8 * i)));
    }
    byte[] raw = frames(Version.V5, Compression.LZ4, new byte[] {1, 2, 3});
    assertThat(raw).as("not worth it").hasSize(5 + 3 + 9 + 3 + 4);
    assertThat(raw[0]).isEqualTo((byte) 12);
    assertThat((raw[2] & 0xFE) | raw[3] | (raw[4] & 0x03)).as("the decompressed length").isZero();
  }

  /// Any other byte anywhere in a segment is noticed.
  @Test
  void aWrongByteOfACompressedSegmentIsNoticed() {
    byte[] right = frames(Version.V5, Compression.LZ4, bytesOfA(64));
    for (int i = 0; i < right.length; i++) {
      byte[] wrong = right.clone();
      wrong[i] ^= 0x10;
      FrameReader reader = new FrameReader(Version.V5, Compression.LZ4);
      assertThat(reader.next(ByteBuffer.wrap(wrong))).isFalse();
      assertThat(reader.failure())
          .as("byte " + i)
          .isEqualTo(
              i < 8
                  ? "wrong checksum of a segment's header"
                  : "wrong checksum of a segment's payload");
    }
  }

  /// With right checksums.
  @ParameterizedTest
  @ValueSource(ints = {1, 63, 65, 131_071})
  void aSegmentOfAnotherLengthThanItClaims(int claimed) {
    long header = BLOCK_OF_64.length | (long) claimed << 17 | 1L << 34;
    ByteBuffer segment = ByteBuffer.allocate(100).order(ByteOrder.LITTLE_ENDIAN);
    segment.putLong(0, header | (long) Checksums.crc24(header, 5) << 40).position(8);
    segment.put(BLOCK_OF_64);
    segment.putInt(new Checksums().crc32(BLOCK_OF_64, 0, BLOCK_OF_64.length)).flip();
    FrameReader reader = new FrameReader(Version.V5, Compression.LZ4);
    assertThat(reader.next(segment)).isFalse();
    assertThat(reader.failure()).isEqualTo("a damaged compressed segment");
  }

  /// Nothing is allocated for a length that cannot be.
  @ParameterizedTest
  @CsvSource({
    "-1, a frame of 4294967295 bytes in 11 compressed ones",
    "2147483647, a frame of 2147483647 bytes in 11 compressed ones",
    "268435456, a frame of 268435456 bytes in 11 compressed ones",
    "2806, a frame of 2806 bytes in 11 compressed ones",
    "2805, a damaged compressed frame",
    "65, a damaged compressed frame",
    "63, a damaged compressed frame",
    "0, a damaged compressed frame"
  })
  void aFrameOfAnotherLengthThanItClaims(int claimed, String failure) {
    byte[] frame = frames(Version.V4, Compression.LZ4, bytesOfA(64));
    ByteBuffer.wrap(frame).putInt(9, claimed);
    FrameReader reader = new FrameReader(Version.V4, Compression.LZ4);
    assertThat(reader.next(ByteBuffer.wrap(frame))).isFalse();
    assertThat(reader.failure()).isEqualTo(failure);
  }

  @Test
  void aFrameTooShortForItsLength() {
    byte[] frame = {(byte) 0x84, 1, 0, 0, Opcode.RESULT, 0, 0, 0, 3, 0, 0, 0};
    FrameReader reader = new FrameReader(Version.V4, Compression.LZ4);
    assertThat(reader.next(ByteBuffer.wrap(frame))).isFalse();
    assertThat(reader.failure()).isEqualTo("a damaged compressed frame");
  }

  @Test
  void aFrameThatIsCompressedUnasked() {
    byte[] frame = frames(Version.V4, Compression.LZ4, bytesOfA(64));
    FrameReader reader = new FrameReader(Version.V4);
    assertThat(reader.next(ByteBuffer.wrap(frame))).isFalse();
    assertThat(reader.failure()).isEqualTo("a frame is compressed unasked");
  }

  @Test
  void aSegmentOfVersion5() {
    byte[] bytes = frames(Version.V5, new byte[] {1, 2, 3});
    int payload = 9 + 3;
    assertThat(bytes).hasSize(3 + 3 + payload + 4);
    assertThat(bytes[0]).as("the length of the payload").isEqualTo((byte) payload);
    assertThat(bytes[1]).isZero();
    assertThat(bytes[2]).as("the flag of whole frames").isEqualTo((byte) 2);
  }

  /// Any other byte anywhere in a segment is noticed.
  @Test
  void aWrongByteIsNoticed() {
    byte[] right = frames(Version.V5, random(50));
    for (int i = 0; i < right.length; i++) {
      byte[] wrong = right.clone();
      wrong[i] ^= 0x10;
      FrameReader reader = new FrameReader(Version.V5);
      assertThat(reader.next(ByteBuffer.wrap(wrong))).isFalse();
      assertThat(reader.failure())
          .as("byte " + i)
          .isEqualTo(
              i < 6
                  ? "wrong checksum of a segment's header"
                  : "wrong checksum of a segment's payload");
    }
  }

  @ParameterizedTest
  @EnumSource
  void whatIsNotCql(Version version) {
    FrameReader reader = new FrameReader(version);
    assertThat(
            reader.next(
                ByteBuffer.wrap("HTTP/1.1 400 Bad Request".getBytes(StandardCharsets.US_ASCII))))
        .isFalse();
    assertThat(reader.failure()).isNotNull();
    reader.reset();
    assertThat(reader.failure()).isNull();
  }

  @Test
  void aLengthThatCannotBe() {
    FrameReader reader = new FrameReader(Version.V4);
    byte[] frame = {(byte) 0x84, 0, 0, 0, Opcode.RESULT, -1, -1, -1, -1};
    assertThat(reader.next(ByteBuffer.wrap(frame))).isFalse();
    assertThat(reader.failure()).isEqualTo("a frame of 4294967295 bytes");
  }

  /// A trace id, two warnings, and a payload of one entry.
  @Test
  void whatPrecedesTheMessageIsSkipped() {
    ByteBuffer body = ByteBuffer.allocate(100);
    body.putLong(1).putLong(2).putShort((short) 2);
    Wire.putString("first", body);
    Wire.putString("", body);
    body.putShort((short) 1);
    Wire.putString("key", body);
    body.putInt(2).putShort((short) 9);
    body.putInt(4711).flip();
    ByteBuffer frame =
        ByteBuffer.allocate(200)
            .put(new byte[] {(byte) 0x84, 0x02 | 0x04 | 0x08, 0, 3, Opcode.RESULT})
            .putInt(body.remaining())
            .put(body)
            .flip();
    FrameReader reader = new FrameReader(Version.V4);
    assertThat(reader.next(frame)).isTrue();
    assertThat(reader.body().remaining()).isEqualTo(4);
    assertThat(reader.body().getInt()).isEqualTo(4711);
  }

  @Test
  void aRefusalOfTheVersionIsReadFromAnotherVersion() {
    byte[] refusal = frames(Version.V4, new byte[] {0, 0, 0, 10});
    refusal[4] = Opcode.ERROR;
    FrameReader reader = new FrameReader(Version.V5);
    assertThat(reader.nextUnframed(ByteBuffer.wrap(refusal))).isTrue();
    assertThat(reader.opcode()).isEqualTo(Opcode.ERROR);
  }
}
