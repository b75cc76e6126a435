package dev.takt.http2.hpack;

import java.nio.ByteBuffer;

/// Decodes the header blocks of one connection, in their order (RFC 7541, section 3). Allocates
/// nothing in steady state.
public final class Decoder {

  /// The size of the dynamic table that both sides begin with.
  public static final int DEFAULT_TABLE_SIZE = 4096;

  private static final int INDEXED = 0x80;
  private static final int INDEXED_BITS = 7;
  private static final int ADDED = 0x40;
  private static final int ADDED_BITS = 6;
  private static final int RESIZED = 0x20;
  private static final int RESIZED_BITS = 5;
  private static final int LITERAL_BITS = 4;
  private static final int HUFFMAN = 0x80;
  private static final int LENGTH_BITS = 7;

  private final DynamicTable table;

  /// @param tableSize the largest dynamic table that the peer may use, as announced to it
  public Decoder(int tableSize) {
    this.table = new DynamicTable(tableSize);
  }

  /// Begins a new connection.
  public void reset() {
    table.clear();
  }

  /// The number of bytes in the dynamic table, as HPACK counts them.
  int tableSize() {
    return table.size();
  }

  /// The number of fields in the dynamic table.
  int tableCount() {
    return table.count();
  }

  /// Decodes a whole header block.
  ///
  /// @param block consumed
  /// @param out what it is added to
  /// @throws HpackException if it cannot be decoded; then nothing after it can be, either
  public void decode(ByteBuffer block, FieldList out) {
    boolean mayResize = true;
    while (block.hasRemaining()) {
      int first = block.get();
      if ((first & INDEXED) != 0) {
        indexed(Integers.get(first, INDEXED_BITS, block), out);
      } else if ((first & ADDED) != 0) {
        literal(Integers.get(first, ADDED_BITS, block), true, block, out);
      } else if ((first & RESIZED) != 0) {
        if (!mayResize) {
          throw HpackException.misplacedSize();
        }
        table.resize(Integers.get(first, RESIZED_BITS, block));
        continue;
      } else {
        literal(Integers.get(first, LITERAL_BITS, block), false, block, out);
      }
      mayResize = false;
    }
  }

  private void indexed(int index, FieldList out) {
    if (index == 0) {
      throw HpackException.noSuchIndex();
    }
    if (index <= StaticTable.SIZE) {
      byte[] name = StaticTable.name(index);
      byte[] value = StaticTable.value(index);
      int at = out.end();
      byte[] to = out.room(at, name.length + value.length);
      System.arraycopy(name, 0, to, at, name.length);
      System.arraycopy(value, 0, to, at + name.length, value.length);
      out.add(name.length, value.length);
      return;
    }
    int entry = entry(index);
    int nameLength = table.nameLength(entry);
    int valueLength = table.valueLength(entry);
    if (!out.isTooLarge()) {
      int at = out.end();
      table.copy(entry, nameLength + valueLength, out.room(at, nameLength + valueLength), at);
    }
    out.add(nameLength, valueLength);
  }

  private int entry(int index) {
    int entry = index - StaticTable.SIZE - 1;
    if (entry >= table.count()) {
      throw HpackException.noSuchIndex();
    }
    return entry;
  }

  private void literal(int nameIndex, boolean isAdded, ByteBuffer block, FieldList out) {
    int at = out.end();
    int nameLength = nameIndex == 0 ? string(block, out, at) : copyName(nameIndex, out, at);
    int valueLength = string(block, out, at + nameLength);
    if (isAdded) {
      table.add(out.bytes(), at, nameLength, valueLength);
    }
    out.add(nameLength, valueLength);
  }

  private int copyName(int index, FieldList out, int at) {
    if (index <= StaticTable.SIZE) {
      byte[] name = StaticTable.name(index);
      System.arraycopy(name, 0, out.room(at, name.length), at, name.length);
      return name.length;
    }
    int entry = entry(index);
    int length = table.nameLength(entry);
    table.copy(entry, length, out.room(at, length), at);
    return length;
  }

  /// Reads a string literal (RFC 7541, section 5.2).
  ///
  /// @return its length
  private static int string(ByteBuffer block, FieldList out, int at) {
    if (!block.hasRemaining()) {
      throw HpackException.cutOff();
    }
    int first = block.get();
    int length = Integers.get(first, LENGTH_BITS, block);
    if (length > block.remaining()) {
      throw HpackException.cutOff();
    }
    if ((first & HUFFMAN) == 0) {
      block.get(out.room(at, length), at, length);
      return length;
    }
    return Huffman.decode(block, length, out.room(at, Huffman.maxDecodedLength(length)), at);
  }
}
