package dev.takt.http2;

import dev.takt.http2.hpack.FieldList;
import dev.takt.http2.hpack.FieldRules;
import java.nio.charset.StandardCharsets;

/// Whether heads and trailers are well formed (RFC 9113, sections 8.1 to 8.3).
final class AnswerRules {

  private static final byte[] STATUS = ":status".getBytes(StandardCharsets.US_ASCII);
  private static final int STATUS_LENGTH = 3;
  private static final int MIN_STATUS = 100;

  private AnswerRules() {}

  /// Whether fields are a valid head: a status, and then no other pseudo-field. Sets their status.
  static boolean isHead(FieldList fields) {
    if (fields.count() == 0
        || !fields.hasName(0, STATUS)
        || fields.valueLength(0) != STATUS_LENGTH) {
      return false;
    }
    int status = fields.number(0);
    fields.setStatus(status);
    return status >= MIN_STATUS && areRegular(fields, 1);
  }

  /// Whether fields are valid trailers: no pseudo-field.
  static boolean areTrailers(FieldList fields) {
    return areRegular(fields, 0);
  }

  private static boolean areRegular(FieldList fields, int first) {
    byte[] bytes = fields.bytes();
    for (int i = first; i < fields.count(); i++) {
      int name = fields.nameStart(i);
      int length = fields.nameLength(i);
      if (FieldRules.isPseudo(bytes, name, length)
          || !FieldRules.isName(bytes, name, length)
          || !FieldRules.isValue(bytes, fields.valueStart(i), fields.valueLength(i))) {
        return false;
      }
    }
    return true;
  }
}
