package dev.takt.watch.bpf;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.takt.watch.bpf.Assembler.Condition;
import dev.takt.watch.bpf.Assembler.Register;
import dev.takt.watch.bpf.Assembler.Width;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import org.junit.jupiter.api.Test;

/// Compares instructions with the encodings of RFC 9669.
class AssemblerTest {

  private static ByteBuffer bytes(Assembler of) {
    return ByteBuffer.wrap(of.bytes()).order(ByteOrder.nativeOrder());
  }

  @Test
  void instructionsAreEncoded() {
    Assembler to = new Assembler();
    to.load(Register.R2, Width.WORD, Register.R8, 1264);
    to.store(Register.FP, -40, Width.LONG, Register.R7);
    ByteBuffer bytes = bytes(to);

    assertThat(bytes.get(0)).isEqualTo((byte) 0x61);
    assertThat(bytes.get(1)).isEqualTo((byte) 0x82);
    assertThat(bytes.getShort(2)).isEqualTo((short) 1264);
    assertThat(bytes.getInt(4)).isZero();
    assertThat(bytes.get(8)).isEqualTo((byte) 0x7B);
    assertThat(bytes.get(9)).isEqualTo((byte) 0x7A);
    assertThat(bytes.getShort(10)).isEqualTo((short) -40);
  }

  @Test
  void jumpOffsetCountsSkippedInstructions() {
    Assembler to = new Assembler();
    to.jump(Condition.BELOW, Register.R4, 250_000, "end");
    to.map(Register.R1, 7);
    to.jump("end");
    to.label("end");
    to.exit();
    ByteBuffer bytes = bytes(to);

    assertThat(to.size()).isEqualTo(5);
    assertThat(bytes.get(0)).isEqualTo((byte) 0xA5);
    assertThat(bytes.getShort(2)).isEqualTo((short) 3);
    assertThat(bytes.getInt(4)).isEqualTo(250_000);
    assertThat(bytes.get(9)).isEqualTo((byte) 0x11);
    assertThat(bytes.getInt(12)).isEqualTo(7);
    assertThat(bytes.getShort(26)).isZero();
    assertThat(bytes.get(32)).isEqualTo((byte) 0x95);
  }

  @Test
  void registersAreAddedAndComparedSigned() {
    Assembler to = new Assembler();
    to.add(Register.R4, Register.R7);
    to.jump(Condition.SIGNED_BELOW, Register.R4, -1, "end");
    to.label("end");
    ByteBuffer bytes = bytes(to);

    assertThat(bytes.get(0)).isEqualTo((byte) 0x0F);
    assertThat(bytes.get(1)).isEqualTo((byte) 0x74);
    assertThat(bytes.get(8)).isEqualTo((byte) 0xC5);
    assertThat(bytes.getInt(12)).isEqualTo(-1);
  }

  @Test
  void longConstantIsTwoInstructions() {
    Assembler to = new Assembler();
    to.moveLong(Register.R3, 0x1234_5678_9ABC_DEF0L);
    ByteBuffer bytes = bytes(to);

    assertThat(bytes.get(0)).isEqualTo((byte) 0x18);
    assertThat(bytes.getInt(4)).isEqualTo(0x9ABC_DEF0);
    assertThat(bytes.getInt(12)).isEqualTo(0x1234_5678);
  }

  @Test
  void undefinedLabelIsRejected() {
    Assembler to = new Assembler();
    to.jump("nowhere");
    assertThatThrownBy(to::bytes).hasMessage("no label nowhere");
  }
}
