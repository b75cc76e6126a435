package dev.takt.runs.trace;

import java.util.zip.CRC32;

/// A frame of `operations.bin`, in a reused buffer. Not thread-safe.
final class TraceFrame {

  private final CRC32 crc = new CRC32();
  byte[] payload = new byte[0];
  int length;
  int checksum;

  /// Prepares the buffer for a payload.
  void begin(int itsLength, int itsChecksum) {
    if (payload.length < itsLength) {
      payload = new byte[itsLength];
    }
    length = itsLength;
    checksum = itsChecksum;
  }

  /// The kind of its content; not to be trusted before [#isWhole] has returned true.
  byte kind() {
    return payload[0];
  }

  /// Whether the checksum of the payload is correct.
  boolean isWhole() {
    crc.reset();
    crc.update(payload, 0, length);
    return (int) crc.getValue() == checksum;
  }
}
