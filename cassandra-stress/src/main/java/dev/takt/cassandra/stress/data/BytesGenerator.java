package dev.takt.cassandra.stress.data;

import dev.takt.cassandra.stress.random.XorShift;
import java.lang.invoke.MethodHandles;
import java.lang.invoke.VarHandle;
import java.nio.ByteOrder;

/// Texts and blobs. Characters are of 7 bits, so that each is one byte of UTF-8.
final class BytesGenerator extends ByteArrayGenerator {

  private static final long SEVEN_BITS = 0x7F7F_7F7F_7F7F_7F7FL;
  private static final long BLANKS = 0x2020_2020_2020_2020L;
  private static final VarHandle LONG =
      MethodHandles.byteArrayViewVarHandle(long[].class, ByteOrder.LITTLE_ENDIAN);

  private final boolean isText;
  private final XorShift random = new XorShift();

  BytesGenerator(ColumnSpec column) {
    super(column, Long.BYTES);
    this.isText = column.type().element() != NativeType.BLOB;
  }

  @Override
  void draw() {
    long value = population.next();
    sizes.setSeed(value);
    random.setSeed(~value);
    size = (int) sizes.next();
    for (int i = 0; i < size; i += Long.BYTES) {
      long eight = random.nextLong();
      LONG.set(bytes, i, isText ? characters(eight) : eight);
    }
  }

  /// Eight characters at a time: `((byte & 127) + 32) & 127`, which carries nothing over to the
  /// next byte.
  private static long characters(long eight) {
    return ((eight & SEVEN_BITS) + BLANKS) & SEVEN_BITS;
  }
}
