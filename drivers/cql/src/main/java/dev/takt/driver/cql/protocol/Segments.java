package dev.takt.driver.cql.protocol;

/// The layout of segments of version 5: a header and its checksum, a payload and its checksum, all
/// numbers with the lowest byte first.
final class Segments {

  /// 17 bits for the length of the payload, then the flag [#SELF_CONTAINED].
  static final int HEADER_BYTES = 3;

  /// With compression: 17 bits for the length of the payload, 17 bits for its length when it is
  /// decompressed (0: it is not compressed), then the flag.
  static final int COMPRESSED_HEADER_BYTES = 5;

  static final int LENGTH_BITS = 17;

  static final int HEADER_CHECKSUM_BYTES = 3;
  static final int CHECKSUM_BYTES = 4;
  static final int MAX_PAYLOAD = (1 << LENGTH_BITS) - 1;

  /// Marks a segment of whole frames, as opposed to a part of one.
  static final long SELF_CONTAINED = 1L << LENGTH_BITS;

  private Segments() {}
}
