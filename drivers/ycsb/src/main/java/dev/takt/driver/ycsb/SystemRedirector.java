package dev.takt.driver.ycsb;

import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.io.DataInputStream;
import java.io.DataOutputStream;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.util.Map;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/// Redirects a class's uses of the standard streams and `System.exit` to
/// [dev.takt.driver.ycsb.inside.Console]: a binding's output must not mix with Takt's results, and
/// its exit must not end the run.
///
/// Only the constant pool is changed (chapter 4.4 of the Java Virtual Machine Specification): field
/// and method references get another class, which has members of the same names and types.
final class SystemRedirector {

  private static final String SYSTEM = "java/lang/System";
  private static final String CONSOLE = "dev/takt/driver/ycsb/inside/Console";

  private static final Set<String> MEMBERS =
      Set.of(
          "out Ljava/io/PrintStream;",
          "err Ljava/io/PrintStream;",
          "setOut (Ljava/io/PrintStream;)V",
          "setErr (Ljava/io/PrintStream;)V",
          "exit (I)V");

  private static final byte[] SYSTEM_BYTES = SYSTEM.getBytes(StandardCharsets.US_ASCII);

  private static final int UTF8 = 1;
  private static final int CLASS = 7;
  private static final int FIELD = 9;
  private static final int METHOD = 10;
  private static final int NAME_AND_TYPE = 12;

  /// The number of bytes after the tag of a constant; an [#UTF8] contains its own length.
  private static final Map<Integer, Integer> LENGTHS =
      Map.ofEntries(
          Map.entry(3, 4),
          Map.entry(4, 4),
          Map.entry(5, 8),
          Map.entry(6, 8),
          Map.entry(CLASS, 2),
          Map.entry(8, 2),
          Map.entry(FIELD, 4),
          Map.entry(METHOD, 4),
          Map.entry(11, 4),
          Map.entry(NAME_AND_TYPE, 4),
          Map.entry(15, 3),
          Map.entry(16, 2),
          Map.entry(17, 4),
          Map.entry(18, 4),
          Map.entry(19, 2),
          Map.entry(20, 2));

  private static final int MAX_POOL_SIZE = 65_535;

  private final byte[] bytes;
  private final int[] offsets;
  private final int count;
  private final int end;

  private SystemRedirector(byte[] bytes, int[] offsets, int end) {
    this.bytes = bytes;
    this.offsets = offsets;
    this.count = offsets.length;
    this.end = end;
  }

  /// The class with its calls redirected; the same bytes if it has none or cannot be parsed.
  ///
  /// @param full runs if there are such calls and the constant pool is full
  static byte[] redirect(byte[] bytes, Runnable full) {
    if (!mentionsSystem(bytes)) {
      return bytes;
    }
    try {
      SystemRedirector pool = read(bytes);
      return pool == null ? bytes : pool.patch(full);
    } catch (IOException | IndexOutOfBoundsException e) {
      return bytes; // the JVM reports what is wrong with it
    }
  }

  private static boolean mentionsSystem(byte[] bytes) {
    for (int i = 0; i + SYSTEM_BYTES.length <= bytes.length; i++) {
      int matched = 0;
      while (matched < SYSTEM_BYTES.length && bytes[i + matched] == SYSTEM_BYTES[matched]) {
        matched++;
      }
      if (matched == SYSTEM_BYTES.length) {
        return true;
      }
    }
    return false;
  }

  private static @Nullable SystemRedirector read(byte[] bytes) throws IOException {
    DataInputStream in = new DataInputStream(new ByteArrayInputStream(bytes));
    if (in.readInt() != 0xCAFEBABE) {
      return null;
    }
    in.readInt(); // the version
    int[] offsets = new int[in.readUnsignedShort()];
    int at = 10;
    for (int i = 1; i < offsets.length; i++) {
      offsets[i] = at;
      int tag = bytes[at];
      Integer length =
          tag == UTF8 ? Integer.valueOf(2 + unsigned(bytes, at + 1)) : LENGTHS.get(tag);
      if (length == null) {
        return null; // of a later version of the format
      }
      at += 1 + length;
      if (tag == 5 || tag == 6) {
        i++; // a long and a double count twice
      }
    }
    return new SystemRedirector(bytes, offsets, at);
  }

  private byte[] patch(Runnable full) throws IOException {
    byte[] copy = bytes.clone();
    boolean changed = false;
    for (int i = 1; i < count; i++) {
      if (isRedirected(i)) {
        copy[offsets[i] + 1] = (byte) ((count + 1) >> 8);
        copy[offsets[i] + 2] = (byte) (count + 1);
        changed = true;
      }
    }
    if (!changed) {
      return bytes;
    }
    if (count + 2 > MAX_POOL_SIZE) {
      full.run();
      return bytes;
    }
    return withConsole(copy);
  }

  /// Appends the name and the class constant of [dev.takt.driver.ycsb.inside.Console] to the pool.
  private byte[] withConsole(byte[] copy) throws IOException {
    ByteArrayOutputStream whole = new ByteArrayOutputStream(copy.length + 64);
    DataOutputStream out = new DataOutputStream(whole);
    out.write(copy, 0, 8);
    out.writeShort(count + 2);
    out.write(copy, 10, end - 10);
    out.writeByte(UTF8);
    out.writeUTF(CONSOLE);
    out.writeByte(CLASS);
    out.writeShort(count);
    out.write(copy, end, copy.length - end);
    return whole.toByteArray();
  }

  private boolean isRedirected(int constant) {
    int tag = tag(constant);
    if (tag != FIELD && tag != METHOD) {
      return false;
    }
    int owner = unsigned(bytes, offsets[constant] + 1);
    int nameAndType = unsigned(bytes, offsets[constant] + 3);
    return SYSTEM.equals(text(unsigned(bytes, offsets[owner] + 1)))
        && MEMBERS.contains(
            text(unsigned(bytes, offsets[nameAndType] + 1))
                + " "
                + text(unsigned(bytes, offsets[nameAndType] + 3)));
  }

  /// 0 for the second half of a constant that counts twice.
  private int tag(int constant) {
    return offsets[constant] == 0 ? 0 : bytes[offsets[constant]];
  }

  private String text(int constant) {
    int at = offsets[constant];
    return new String(bytes, at + 3, unsigned(bytes, at + 1), StandardCharsets.UTF_8);
  }

  private static int unsigned(byte[] bytes, int at) {
    return (bytes[at] & 0xff) << 8 | (bytes[at + 1] & 0xff);
  }
}
