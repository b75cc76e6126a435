package dev.takt.watch.bpf;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import org.junit.jupiter.api.Test;

/// Tests with types written by the test.
class KernelTypesTest {

  private static final int INT = 1;
  private static final int STRUCT = 4;
  private static final int TYPEDEF = 8;
  private static final String NAMES = "\0int\0task\0pid\0tgid\0mine\0";

  /// An `int`; `struct task { …; int pid; int tgid; }`; a `typedef` of it.
  private static byte[] types(boolean hasBitFields) {
    ByteBuffer types = ByteBuffer.allocate(100).order(ByteOrder.nativeOrder());
    types.putInt(NAMES.indexOf("int")).putInt(INT << 24).putInt(4).putInt(32);
    types
        .putInt(NAMES.indexOf("task"))
        .putInt((hasBitFields ? 1 << 31 : 0) | STRUCT << 24 | 2)
        .putInt(1272);
    types.putInt(NAMES.indexOf("pid")).putInt(1).putInt(1264 * 8);
    types.putInt(NAMES.indexOf("tgid")).putInt(1).putInt((hasBitFields ? 5 << 24 : 0) | 1268 * 8);
    types.putInt(NAMES.indexOf("mine")).putInt(TYPEDEF << 24).putInt(2);
    byte[] names = NAMES.getBytes(StandardCharsets.US_ASCII);
    ByteBuffer all = ByteBuffer.allocate(24 + types.position() + names.length);
    all.order(ByteOrder.nativeOrder())
        .putShort((short) 0xEB9F)
        .put((byte) 1)
        .put((byte) 0)
        .putInt(24)
        .putInt(0)
        .putInt(types.position())
        .putInt(types.position())
        .putInt(names.length)
        .put(types.flip())
        .put(names);
    return all.array();
  }

  @Test
  void memberOffsetsAndTypedefNumbersAreFound() throws BpfException {
    for (boolean hasBitFields : new boolean[] {false, true}) {
      KernelTypes types = KernelTypes.of(types(hasBitFields));
      assertThat(types.offset("task", "pid")).isEqualTo(1264);
      assertThat(types.offset("task", "tgid")).isEqualTo(1268);
      assertThat(types.typedef("mine")).isEqualTo(3);
    }
  }

  @Test
  void missingTypeOrMemberIsReported() throws BpfException {
    KernelTypes types = KernelTypes.of(types(false));
    assertThatThrownBy(() -> types.typedef("task")).hasMessage("this kernel has no task");
    assertThatThrownBy(() -> types.offset("task", "tid"))
        .hasMessage("this kernel's task has no tid");
    // A prefix of a name does not match.
    assertThatThrownBy(() -> types.typedef("min")).hasMessage("this kernel has no min");
  }

  @Test
  void truncatedDataIsReported() {
    byte[] whole = types(false);
    for (int length = 0; length < whole.length; length++) {
      byte[] part = Arrays.copyOf(whole, length);
      assertThatThrownBy(() -> KernelTypes.of(part).typedef("yours"))
          .isInstanceOf(BpfException.class);
    }
  }
}
