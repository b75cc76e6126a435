package dev.takt.watch.bpf;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;

/// Reads the types of the running kernel from its BTF (BPF Type Format), so that programs use the
/// structure offsets of just this kernel. Immutable.
final class KernelTypes {

  private static final Path FILE = Path.of("/sys/kernel/btf/vmlinux");

  private static final int MAGIC = 0xEB9F;
  private static final int TYPE_BYTES = 12;
  private static final int MEMBER_BYTES = 12;

  private static final int STRUCT = 4;
  private static final int TYPEDEF = 8;

  /// Bytes after a type's header, indexed by BTF kind (`BTF_KIND_*` in linux/btf.h, 0 to 19):
  /// fixed, and per member (`vlen`).
  private static final int[] EXTRA_BYTES = {
    0, 4, 0, 12, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 4, 0, 0, 4, 0, 0
  };

  private static final int[] EXTRA_BYTES_PER_MEMBER = {
    0, 0, 0, 0, 12, 12, 8, 0, 0, 0, 0, 0, 0, 8, 0, 12, 0, 0, 0, 12
  };

  private final ByteBuffer bytes;
  private final int types;
  private final int typesEnd;
  private final int strings;

  private KernelTypes(ByteBuffer bytes) throws BpfException {
    this.bytes = bytes;
    if (bytes.limit() < 24 || (bytes.getShort(0) & 0xFFFF) != MAGIC) {
      throw new BpfException(FILE + " is not in a known format");
    }
    int header = bytes.getInt(4);
    types = header + bytes.getInt(8);
    typesEnd = types + bytes.getInt(12);
    strings = header + bytes.getInt(16);
    if (types < 0
        || typesEnd < types
        || strings < 0
        || strings + bytes.getInt(20) > bytes.limit()) {
      throw new BpfException(FILE + " is cut off");
    }
  }

  /// Reads `/sys/kernel/btf/vmlinux`.
  ///
  /// @throws BpfException if the kernel has no BTF
  static KernelTypes read() throws BpfException {
    try {
      return of(Files.readAllBytes(FILE));
    } catch (IOException e) {
      throw new BpfException("this kernel has no BTF (" + FILE + ")");
    }
  }

  static KernelTypes of(byte[] bytes) throws BpfException {
    return new KernelTypes(ByteBuffer.wrap(bytes).order(ByteOrder.nativeOrder()));
  }

  /// The BTF type id of a `typedef`.
  ///
  /// @throws BpfException if there is none
  int typedef(String name) throws BpfException {
    return find(TYPEDEF, name).id;
  }

  /// The offset of a member of a `struct`, in bytes.
  ///
  /// @throws BpfException if there is none
  int offset(String struct, String member) throws BpfException {
    TypeEntry found = find(STRUCT, struct);
    byte[] wanted = member.getBytes(StandardCharsets.UTF_8);
    int info = bytes.getInt(found.at + 4);
    boolean hasBitFields = info < 0;
    for (int i = 0; i < (info & 0xFFFF); i++) {
      int at = found.at + TYPE_BYTES + i * MEMBER_BYTES;
      if (isNamed(bytes.getInt(at), wanted)) {
        int bits = bytes.getInt(at + 8);
        return (hasBitFields ? bits & 0xFFFFFF : bits) / Byte.SIZE;
      }
    }
    throw new BpfException("this kernel's " + struct + " has no " + member);
  }

  private record TypeEntry(int id, int at) {}

  private TypeEntry find(int kind, String name) throws BpfException {
    byte[] wanted = name.getBytes(StandardCharsets.UTF_8);
    int at = types;
    try {
      for (int id = 1; at < typesEnd; id++) {
        int info = bytes.getInt(at + 4);
        int typeKind = info >>> 24 & 0x1F;
        if (typeKind == kind && isNamed(bytes.getInt(at), wanted)) {
          return new TypeEntry(id, at);
        }
        if (typeKind >= EXTRA_BYTES.length) {
          throw new BpfException(
              "this kernel has types of kind " + typeKind + ", which are not known");
        }
        at +=
            TYPE_BYTES + EXTRA_BYTES[typeKind] + EXTRA_BYTES_PER_MEMBER[typeKind] * (info & 0xFFFF);
      }
    } catch (IndexOutOfBoundsException e) {
      throw new BpfException(FILE + " is cut off");
    }
    throw new BpfException("this kernel has no " + name);
  }

  private boolean isNamed(int name, byte[] wanted) {
    int at = strings + name;
    for (byte each : wanted) {
      if (bytes.get(at++) != each) {
        return false;
      }
    }
    return bytes.get(at) == 0;
  }
}
