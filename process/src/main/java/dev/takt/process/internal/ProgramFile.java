package dev.takt.process.internal;

import java.io.IOException;
import java.io.InputStream;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/// The beginning of a file that could not be executed, parsed as the kernel parses it, to find the
/// reason. Used only after an error.
final class ProgramFile {

  /// The kernel reads a script's first line up to this length (BINPRM_BUF_SIZE).
  private static final int SCRIPT_BYTES = 256;

  private static final int READ_BYTES = 4096;

  private static final int ELF_MAGIC = 0x7F454C46;
  private static final int ELF_HEADER = 64;
  private static final int PT_INTERP = 3;

  private static final Map<Integer, String> MACHINES =
      Map.of(3, "x86", 40, "arm", 62, "x86-64", 183, "aarch64", 243, "riscv", 22, "s390x");

  private static final Map<String, Integer> ARCHITECTURES =
      Map.of("amd64", 62, "x86_64", 62, "aarch64", 183, "riscv64", 243, "s390x", 22);

  private final byte[] bytes;

  private ProgramFile(byte[] bytes) {
    this.bytes = bytes;
  }

  /// @return null if the file cannot be read
  static @Nullable ProgramFile read(Path file) {
    try (InputStream in = Files.newInputStream(file)) {
      return new ProgramFile(in.readNBytes(READ_BYTES));
    } catch (IOException _) {
      return null;
    }
  }

  /// The interpreter as the kernel takes it from the first line, including any carriage return;
  /// null if the file is not a script.
  @Nullable String interpreter() {
    if (!starts("#!")) {
      return null;
    }
    int end = firstLine();
    int from = 2;
    while (from < end && isBlank(bytes[from])) {
      from++;
    }
    int to = from;
    while (to < end && !isBlank(bytes[to]) && bytes[to] != 0) {
      to++;
    }
    return new String(bytes, from, to - from, StandardCharsets.UTF_8);
  }

  /// The loader of a dynamically linked program; null if there is none or the file is not a
  /// program.
  @Nullable String loader() {
    ByteBuffer elf = elf();
    if (elf == null || bytes[4] != 2) {
      return null;
    }
    long headers = elf.getLong(32);
    int size = elf.getShort(54) & 0xFFFF;
    int count = elf.getShort(56) & 0xFFFF;
    for (int i = 0; i < count; i++) {
      long at = headers + (long) i * size;
      if (at < 0 || at + 40 > bytes.length) {
        return null;
      }
      if (elf.getInt((int) at) == PT_INTERP) {
        return text(elf.getLong((int) at + 8), elf.getLong((int) at + 32));
      }
    }
    return null;
  }

  private @Nullable String text(long offset, long length) {
    return offset < 0 || length < 1 || offset + length > bytes.length
        ? null
        : new String(bytes, (int) offset, (int) length - 1, StandardCharsets.UTF_8);
  }

  /// Why the kernel does not accept it as a program (ENOEXEC).
  String whyNoProgram() {
    if (bytes.length == 0) {
      return "it is empty";
    }
    if (interpreter() != null) {
      return firstLine() == SCRIPT_BYTES
          ? "its first line is longer than " + SCRIPT_BYTES + " bytes"
          : "no interpreter follows the #! of its first line";
    }
    if (starts("\u00EF\u00BB\u00BF#!")) {
      return "a byte order mark comes before the #! of its first line";
    }
    if (elf() != null) {
      return foreign();
    }
    String kind = kind();
    if (!kind.isEmpty()) {
      return "it is " + kind;
    }
    return isText()
        ? "it is a script without a first line such as #!/bin/sh"
        : "it is not an executable format of this system";
  }

  private String foreign() {
    ByteBuffer elf = elf();
    int machine = elf == null ? 0 : elf.getShort(18) & 0xFFFF;
    String here = System.getProperty("os.arch", "");
    boolean isForeign = machine != ARCHITECTURES.getOrDefault(here, machine);
    return isForeign
        ? "it is a program for "
            + MACHINES.getOrDefault(machine, "machine " + machine)
            + ", and this machine is "
            + here
        : "it is a damaged program, or a library";
  }

  private String kind() {
    if (starts("MZ")) {
      return "a program for Windows";
    }
    if (starts("PK\3\4")) {
      return "an archive; a jar is started with java -jar";
    }
    if (starts("\u00CA\u00FE\u00BA\u00BE")) {
      return "a Java class or a program for macOS";
    }
    if (starts("\u00CF\u00FA\u00ED\u00FE") || starts("\u00CE\u00FA\u00ED\u00FE")) {
      return "a program for macOS";
    }
    return starts("\u001F\u008B") ? "compressed with gzip" : "";
  }

  private @Nullable ByteBuffer elf() {
    if (bytes.length < ELF_HEADER || ByteBuffer.wrap(bytes).getInt() != ELF_MAGIC) {
      return null;
    }
    return ByteBuffer.wrap(bytes)
        .order(bytes[5] == 2 ? ByteOrder.BIG_ENDIAN : ByteOrder.LITTLE_ENDIAN);
  }

  private boolean isText() {
    for (byte each : bytes) {
      if (each == 0) {
        return false;
      }
    }
    return true;
  }

  private int firstLine() {
    int limit = Math.min(SCRIPT_BYTES, bytes.length);
    for (int i = 0; i < limit; i++) {
      if (bytes[i] == '\n') {
        return i;
      }
    }
    return limit;
  }

  private static boolean isBlank(byte each) {
    return each == ' ' || each == '\t';
  }

  private boolean starts(String latin) {
    byte[] begin = latin.getBytes(StandardCharsets.ISO_8859_1);
    for (int i = 0; i < begin.length; i++) {
      if (i >= bytes.length || bytes[i] != begin[i]) {
        return false;
      }
    }
    return true;
  }
}
