package dev.takt.runs.trace;

import java.nio.charset.StandardCharsets;

/// The constants of `operations.bin`; `FORMAT.md` describes the format.
final class TraceFormat {

  static final byte[] MAGIC = "TAKTOPS\n".getBytes(StandardCharsets.US_ASCII);
  static final int VERSION = 1;

  /// Magic and version.
  static final int PREAMBLE_LENGTH = 12;

  /// A frame's length and checksum.
  static final int FRAME_HEAD_LENGTH = 8;

  /// The maximum length of a payload, to reject damaged lengths.
  static final int MAX_PAYLOAD = 1 << 20;

  static final byte HEADER = 1;
  static final byte RECORDS = 2;
  static final byte END = 3;

  /// Records with the numbers of their operations. Older readers skip them.
  static final byte NUMBERED_RECORDS = 4;

  /// Which steps of journeys the operations are. Older readers skip it.
  static final byte JOURNEYS = 5;

  /// How long operations waited for connections. Older readers skip it.
  static final byte CONNECTION_WAITS = 6;

  /// Two numbers of at most ten bytes.
  static final int MAX_WAIT = 20;

  // The first number of a record: operation << SHIFT | flags | code of the state.
  static final int SHIFT = 6;
  static final int STATE_MASK = 7;
  static final int HAS_INTENDED = 8;
  static final int HAS_START = 16;
  static final int HAS_END = 32;

  /// Five numbers of at most ten bytes.
  static final int MAX_RECORD = 50;

  private TraceFormat() {}
}
