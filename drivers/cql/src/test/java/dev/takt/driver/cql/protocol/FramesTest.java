package dev.takt.driver.cql.protocol;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.EnumSource;

class FramesTest {

  private static byte[] random(int length) {
    byte[] bytes = new byte[length];
    new Random(length).nextBytes(bytes);
    return bytes;
  }

  private static byte[] frames(Version version, byte[]... bodies) {
    FrameWriter writer = FrameWriter.ofServer(version);
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
