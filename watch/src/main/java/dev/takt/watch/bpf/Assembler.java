package dev.takt.watch.bpf;

import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/// An assembler for BPF instructions, of eight bytes each (RFC 9669). Jumps go to labels, which may
/// be defined later and are resolved in [#bytes]. Not thread-safe.
final class Assembler {

  /// A register. Calls take arguments in `R1` to `R5`, return their result in `R0` and preserve
  /// `R6` to `R9`. `FP` is the upper end of a stack of 512 bytes.
  enum Register {
    R0(0),
    R1(1),
    R2(2),
    R3(3),
    R4(4),
    R5(5),
    R6(6),
    R7(7),
    R8(8),
    R9(9),
    FP(10);

    private final int number;

    Register(int number) {
      this.number = number;
    }
  }

  /// The width of a load or store, with its bits in an instruction.
  enum Width {
    WORD(0x00),
    LONG(0x18);

    private final int bits;

    Width(int bits) {
      this.bits = bits;
    }
  }

  /// The condition of a jump, with its bits in an instruction. Comparisons have 64 bits and are
  /// unsigned unless their name says otherwise.
  enum Condition {
    EQUAL(0x10),
    NOT_EQUAL(0x50),
    BELOW(0xA0),
    NOT_BELOW(0x30),
    SIGNED_BELOW(0xC0),
    SIGNED_NOT_BELOW(0x70),
    ANY_BIT(0x40);

    private final int bits;

    Condition(int bits) {
      this.bits = bits;
    }
  }

  private static final int LDX_MEM = 0x61;
  private static final int STX_MEM = 0x63;
  private static final int ST_MEM = 0x62;
  private static final int MOV_REGISTER = 0xBF;
  private static final int MOV_NUMBER = 0xB7;
  private static final int ADD_NUMBER = 0x07;
  private static final int ADD_REGISTER = 0x0F;
  private static final int SUBTRACT_REGISTER = 0x1F;
  private static final int AND_NUMBER = 0x57;
  private static final int LOAD_LONG = 0x18;
  private static final int FROM_MAP = 1;
  private static final int JUMP = 0x05;
  private static final int CALL = 0x85;
  private static final int EXIT = 0x95;

  private final List<Instruction> instructions = new ArrayList<>();
  private final Map<String, Integer> labels = new HashMap<>();

  /// @param target the label that a jump goes to; empty for other instructions
  private record Instruction(int code, int to, int from, int offset, int number, String target) {}

  void load(Register to, Width width, Register base, int offset) {
    add(LDX_MEM | width.bits, to, base, offset, 0);
  }

  void store(Register base, int offset, Width width, Register from) {
    add(STX_MEM | width.bits, base, from, offset, 0);
  }

  void store(Register base, int offset, Width width, int number) {
    add(ST_MEM | width.bits, base, Register.R0, offset, number);
  }

  void move(Register to, Register from) {
    add(MOV_REGISTER, to, from, 0, 0);
  }

  void move(Register to, int number) {
    add(MOV_NUMBER, to, Register.R0, 0, number);
  }

  void add(Register to, int number) {
    add(ADD_NUMBER, to, Register.R0, 0, number);
  }

  void add(Register to, Register what) {
    add(ADD_REGISTER, to, what, 0, 0);
  }

  void subtract(Register to, Register what) {
    add(SUBTRACT_REGISTER, to, what, 0, 0);
  }

  void and(Register to, int number) {
    add(AND_NUMBER, to, Register.R0, 0, number);
  }

  /// Loads a number of 64 bits, by two instructions.
  void moveLong(Register to, long number) {
    add(LOAD_LONG, to, Register.R0, 0, (int) number);
    add(0, Register.R0, Register.R0, 0, (int) (number >>> Integer.SIZE));
  }

  /// Loads the address of a map, given by its descriptor, by two instructions.
  void map(Register to, int descriptor) {
    instructions.add(new Instruction(LOAD_LONG, to.number, FROM_MAP, 0, descriptor, ""));
    add(0, Register.R0, Register.R0, 0, 0);
  }

  void jump(String label) {
    instructions.add(new Instruction(JUMP, 0, 0, 0, 0, label));
  }

  void jump(Condition when, Register what, int number, String label) {
    instructions.add(new Instruction(JUMP | when.bits, what.number, 0, 0, number, label));
  }

  void jump(Condition when, Register what, Register other, String label) {
    instructions.add(
        new Instruction(JUMP | when.bits | 0x08, what.number, other.number, 0, 0, label));
  }

  /// Calls a BPF helper function, by its number in `linux/bpf.h`.
  void call(int helper) {
    add(CALL, Register.R0, Register.R0, 0, helper);
  }

  void exit() {
    add(EXIT, Register.R0, Register.R0, 0, 0);
  }

  /// Defines a label at the next instruction.
  void label(String name) {
    if (labels.putIfAbsent(name, instructions.size()) != null) {
      throw new IllegalStateException("two labels " + name);
    }
  }

  /// The number of instructions so far.
  int size() {
    return instructions.size();
  }

  /// The instructions in the kernel's format.
  ///
  /// @throws IllegalStateException if a label is not defined
  byte[] bytes() {
    ByteBuffer bytes = ByteBuffer.allocate(size() * Long.BYTES).order(ByteOrder.nativeOrder());
    for (int i = 0; i < instructions.size(); i++) {
      Instruction each = instructions.get(i);
      bytes
          .put((byte) each.code)
          .put((byte) (each.to | each.from << 4))
          .putShort((short) (each.target.isEmpty() ? each.offset : distance(i, each.target)))
          .putInt(each.number);
    }
    return bytes.array();
  }

  private int distance(int from, String label) {
    Integer to = labels.get(label);
    if (to == null) {
      throw new IllegalStateException("no label " + label);
    }
    return to - from - 1;
  }

  private void add(int code, Register to, Register from, int offset, int number) {
    instructions.add(new Instruction(code, to.number, from.number, offset, number, ""));
  }
}
