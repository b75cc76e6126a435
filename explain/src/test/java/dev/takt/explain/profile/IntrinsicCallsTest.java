package dev.takt.explain.profile;

import static org.assertj.core.api.Assertions.assertThat;

import java.net.URI;
import java.nio.file.Path;
import java.util.List;
import java.util.zip.CRC32;
import org.junit.jupiter.api.Test;

class IntrinsicCallsTest {

  private static final String NAME = IntrinsicCallsTest.class.getName();

  /// What a method with known calls looks like.
  static long sum(byte[] bytes) {
    CRC32 crc = new CRC32();
    for (int i = 0; i < 9; i++) {
      crc.update(bytes, 0, bytes.length);
    }
    return crc.getValue();
  }

  /// Calls a default method of the interface Checksum, which calls one of CRC32.
  static long sumOfAll(byte[] bytes) {
    CRC32 crc = new CRC32();
    crc.update(bytes);
    return crc.getValue();
  }

  static void copy(Object from, Object to) {
    System.arraycopy(from, 0, to, 0, 9);
  }

  /// As a frame whose callee has returned at the next poll.
  static long outer(byte[] bytes) {
    return sum(bytes) + 1;
  }

  static int plain(int value) {
    return Integer.bitCount(value) + Math.max(value, 3);
  }

  private static List<String> of(String frame) throws Exception {
    URI classes =
        IntrinsicCallsTest.class.getProtectionDomain().getCodeSource().getLocation().toURI();
    return new IntrinsicCalls(List.of(Path.of(classes))).of(frame);
  }

  @Test
  void intrinsicsAreFoundThroughMethodsThatCallThem() throws Exception {
    assertThat(of(NAME + ".sum")).first().isEqualTo("CRC32.updateBytes0");
    assertThat(of(NAME + ".outer")).first().isEqualTo("CRC32.updateBytes0");
    assertThat(of(NAME + ".sumOfAll")).first().isEqualTo("CRC32.updateBytes0");
    assertThat(of(NAME + ".copy")).containsExactly("System.arraycopy");
    assertThat(of("java.util.Arrays.copyOf")).contains("System.arraycopy");
  }

  @Test
  void thoseThatTakeNoDataAreNoCandidates() throws Exception {
    assertThat(of(NAME + ".plain")).isEmpty();
  }

  @Test
  void whatCannotBeReadHasNone() throws Exception {
    assertThat(of(NAME + ".none")).isEmpty();
    assertThat(of("x.Y.z")).isEmpty();
    assertThat(of("nothing")).isEmpty();
    assertThat(of("")).isEmpty();
  }
}
