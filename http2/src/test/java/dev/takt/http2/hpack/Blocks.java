package dev.takt.http2.hpack;

import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.HexFormat;
import java.util.List;

/// Header blocks as tests write them.
final class Blocks {

  static final int LIST_LIMIT = 64 * 1024;

  private Blocks() {}

  /// Bytes from hexadecimal digits, with spaces anywhere.
  static ByteBuffer hex(String digits) {
    return ByteBuffer.wrap(HexFormat.of().parseHex(digits.replaceAll("\\s", "")));
  }

  static String hex(ByteBuffer bytes) {
    byte[] copy = new byte[bytes.remaining()];
    bytes.get(bytes.position(), copy);
    return HexFormat.of().formatHex(copy);
  }

  static byte[] ascii(String text) {
    return text.getBytes(StandardCharsets.US_ASCII);
  }

  /// The fields of a block as lines `name: value`.
  static List<String> decode(Decoder decoder, String digits) {
    FieldList fields = new FieldList(LIST_LIMIT);
    decoder.decode(hex(digits), fields);
    return lines(fields);
  }

  static List<String> lines(FieldList fields) {
    List<String> lines = new ArrayList<>();
    for (int i = 0; i < fields.count(); i++) {
      lines.add(fields.name(i) + ": " + fields.value(i));
    }
    return lines;
  }

  /// The dynamic table, the newest entry first, read by indices.
  static List<String> table(Decoder decoder) {
    ByteBuffer indices = ByteBuffer.allocate(1024);
    for (int i = 0; i < decoder.tableCount(); i++) {
      Integers.put(0x80, 7, StaticTable.SIZE + 1 + i, indices);
    }
    FieldList fields = new FieldList(LIST_LIMIT);
    decoder.decode(indices.flip(), fields);
    return lines(fields);
  }
}
