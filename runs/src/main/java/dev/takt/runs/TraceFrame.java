package dev.takt.runs;

import java.util.zip.CRC32;

/// A frame of `operations.bin`, in a buffer that is used again. Not thread-safe.
final class TraceFrame {

  private final CRC32 crc = new CRC32();
  byte[] payload = new byte[0];
  int length;
  int checksum;

  /// Makes room for a payload.
  void begin(int itsLength, int itsChecksum) {
    if (payload.length < itsLength) {
      payload = new byte[itsLength];
    }
    length = itsLength;
    checksum = itsChecksum;
  }

  /// What is in it; not to be trusted before [#isComplete] was asked.
  byte kind() {
    return payload[0];
  }

  /// Whether it is what was written.
  boolean isWhole() {
    crc.reset();
    crc.update(payload, 0, length);
    return (int) crc.getValue() == checksum;
  }
}
