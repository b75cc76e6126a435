package dev.takt.record.histogram;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

import dev.takt.record.Seeded;
import java.io.ByteArrayOutputStream;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import java.util.Random;
import java.util.zip.Deflater;
import org.junit.jupiter.api.Test;

class InflateTest {

  private static final int MOST = 1 << 20;
  private static final int[] STRATEGIES = {
    Deflater.DEFAULT_STRATEGY, Deflater.FILTERED, Deflater.HUFFMAN_ONLY
  };

  /// An inflater that leaves no stream to the JDK.
  private static Inflate own() {
    return new Inflate(0);
  }

  /// The length of the output, or -1 if the stream is damaged.
  private static int length(Inflate inflate, byte[] packed) {
    try {
      return inflate.inflate(packed, 0, packed.length, (output, length) -> MOST);
    } catch (MalformedException e) {
      return -1;
    }
  }

  private static byte[] deflate(byte[] plain, int level, int strategy) {
    Deflater deflater = new Deflater(level);
    try {
      deflater.setStrategy(strategy);
      deflater.setInput(plain);
      deflater.finish();
      ByteArrayOutputStream out = new ByteArrayOutputStream();
      byte[] buffer = new byte[1 << 13];
      while (!deflater.finished()) {
        out.write(buffer, 0, deflater.deflate(buffer));
      }
      return out.toByteArray();
    } finally {
      deflater.end();
    }
  }

  private static byte[] data(Random random) {
    byte[] data = new byte[(int) Seeded.logUniform(random, 17)];
    switch (random.nextInt(6)) {
      case 0 -> random.nextBytes(data);
      case 1 -> {
        byte[] text = "the latency of a request, 12.345 ms; ".getBytes(StandardCharsets.UTF_8);
        for (int i = 0; i < data.length; i++) {
          data[i] = text[(i + random.nextInt(3)) % text.length];
        }
      }
      case 2 -> {
        for (int i = 0; i < data.length; ) {
          int end = Math.min(data.length, i + 1 + random.nextInt(600));
          Arrays.fill(data, i, end, (byte) random.nextInt());
          i = end;
        }
      }
      case 3 -> {
        for (int i = 0; i < data.length; i++) {
          data[i] = (byte) (random.nextGaussian() * 3);
        }
      }
      case 4 -> {
        for (int i = 0; i < data.length; i++) {
          int back = 1 + random.nextInt(Math.max(1, Math.min(i, 32_768)));
          data[i] = i < 64 || random.nextInt(20) == 0 ? (byte) random.nextInt() : data[i - back];
        }
      }
      default -> {} // zeros
    }
    return data;
  }

  @Test
  void givesBackWhatTheJdkDeflated() {
    Inflate inflate = own();
    Seeded.repeat(
        400,
        random -> {
          byte[] plain = data(random);
          for (int strategy : STRATEGIES) {
            byte[] packed = deflate(plain, random.nextInt(10), strategy);
            byte[] placed = new byte[packed.length + 20];
            random.nextBytes(placed);
            System.arraycopy(packed, 0, placed, 7, packed.length);
            int length = inflate.inflate(placed, 7, 7 + packed.length, (output, filled) -> 1 << 20);
            assertThat(Arrays.copyOf(inflate.output(), length)).isEqualTo(plain);
          }
        });
  }

  @Test
  void eachCutIsFound() {
    for (Inflate inflate : new Inflate[] {new Inflate(Inflate.COLD), own()}) {
      Seeded.repeat(
          4,
          random -> {
            for (int level : new int[] {0, 1, 9}) {
              byte[] packed = deflate(Arrays.copyOf(data(random), 400), level, 0);
              for (int length = 0; length < packed.length; length++) {
                assertThat(length(inflate, Arrays.copyOf(packed, length)))
                    .as("%d of %d bytes, level %d", length, packed.length, level)
                    .isEqualTo(-1);
              }
            }
          });
    }
  }

  @Test
  void eachFlippedBitIsFoundOrOfNoConsequence() {
    Inflate inflate = own();
    Seeded.repeat(
        4,
        random -> {
          byte[] plain = Arrays.copyOf(data(random), 300);
          for (int level : new int[] {0, 1, 9}) {
            byte[] packed = deflate(plain, level, level == 1 ? Deflater.HUFFMAN_ONLY : 0);
            for (int bit = 0; bit < 8 * packed.length; bit++) {
              packed[bit >> 3] ^= (byte) (1 << (bit & 7));
              int length = length(inflate, packed);
              if (length >= 0) {
                assertThat(Arrays.copyOf(inflate.output(), length)).isEqualTo(plain);
              }
              packed[bit >> 3] ^= (byte) (1 << (bit & 7));
            }
          }
        });
  }

  @Test
  void garbageIsNoStream() {
    Inflate inflate = own();
    Seeded.repeat(
        20_000,
        random -> {
          byte[] garbage = new byte[2 + random.nextInt(200)];
          random.nextBytes(garbage);
          garbage[0] = 0x78;
          garbage[1] = 0x01;
          garbage[2 % garbage.length] = (byte) (random.nextInt(4) << 1 | 1);
          assertThat(length(inflate, garbage)).isEqualTo(-1);
        });
  }

  @Test
  void aWrongChecksumIsFound() {
    Inflate inflate = own();
    byte[] packed = deflate("latencies".getBytes(StandardCharsets.UTF_8), 9, 0);
    packed[packed.length - 1] ^= 1;
    assertThatExceptionOfType(MalformedException.class)
        .isThrownBy(() -> inflate.inflate(packed, 0, packed.length, (output, length) -> MOST))
        .withMessageContaining("checksum");
  }

  @Test
  void aBombGivesNoMoreThanWasAllowed() {
    byte[] bomb = deflate(new byte[20 << 20], 9, 0);
    for (Inflate inflate : new Inflate[] {new Inflate(Inflate.COLD), own()}) {
      assertThatExceptionOfType(MalformedException.class)
          .isThrownBy(() -> inflate.inflate(bomb, 0, bomb.length, (output, length) -> 100_000))
          .withMessageContaining("longer than the 100000 bytes");
      assertThat(inflate.output().length).isLessThan(110_000);
    }
  }

  /// If little more output is allowed, the buffer grows by less than a match can exceed it.
  @Test
  void aMatchThatGoesBeyondWhatIsAllowedIsRefused() {
    Random random = new Random(7);
    for (int allowed : new int[] {(1 << 14) + 1, (1 << 14) + 100, (1 << 14) + 258, 65_704}) {
      for (int before = 100; before < 400; before++) {
        byte[] data = new byte[before + 70_000];
        for (int i = 0; i < before; i++) {
          data[i] = (byte) random.nextInt();
        }
        Deflater deflater = new Deflater();
        deflater.setInput(data);
        deflater.finish();
        byte[] packed = new byte[2_000];
        int length = deflater.deflate(packed);
        deflater.end();
        assertThatExceptionOfType(MalformedException.class)
            .isThrownBy(
                () -> new Inflate(0).inflate(packed, 0, length, (output, filled) -> allowed));
      }
    }
  }
}
