package dev.takt.driver.cql.protocol;

import java.util.zip.CRC32;

/// The checksums of segments of version 5: CRC-24 of the header, CRC-32 of the payload.
final class Checksums {

  private static final int CRC24_INIT = 0x875060;
  private static final int CRC24_POLYNOMIAL = 0x1974F0B;

  /// What the payload's checksum begins with.
  private static final byte[] CRC32_INIT = {(byte) 0xFA, 0x2D, 0x55, (byte) 0xCA};

  private final CRC32 crc32 = new CRC32();

  /// The checksum of the lowest `bytes` bytes of `header`, the lowest first.
  static int crc24(long header, int bytes) {
    int crc = CRC24_INIT;
    for (int i = 0; i < bytes; i++) {
      crc ^= (int) (header >>> (Byte.SIZE * i) & 0xFF) << 16;
      for (int bit = 0; bit < Byte.SIZE; bit++) {
        crc <<= 1;
        if ((crc & 0x1000000) != 0) {
          crc ^= CRC24_POLYNOMIAL;
        }
      }
    }
    return crc & 0xFFFFFF;
  }

  /// The checksum of a payload.
  int crc32(byte[] bytes, int from, int length) {
    crc32.reset();
    crc32.update(CRC32_INIT);
    crc32.update(bytes, from, length);
    return (int) crc32.getValue();
  }
}
