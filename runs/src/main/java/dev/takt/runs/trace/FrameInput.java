package dev.takt.runs.trace;

import java.io.IOException;
import java.io.InputStream;
import java.util.Arrays;

/// Reads frames of `operations.bin`. Not thread-safe.
final class FrameInput implements AutoCloseable {

  private final InputStream stream;
  private final byte[] head = new byte[TraceFormat.FRAME_HEAD_LENGTH];

  FrameInput(InputStream stream) {
    this.stream = stream;
  }

  /// Reads magic and version.
  ///
  /// @return the version, or 0 if the file is not an operation trace
  int readPreamble() throws IOException {
    byte[] preamble = stream.readNBytes(TraceFormat.PREAMBLE_LENGTH);
    boolean whole = preamble.length == TraceFormat.PREAMBLE_LENGTH;
    int magic = TraceFormat.MAGIC.length;
    return whole && Arrays.equals(preamble, 0, magic, TraceFormat.MAGIC, 0, magic)
        ? intAt(preamble, magic)
        : 0;
  }

  /// Reads the next frame, without verifying its checksum.
  ///
  /// @return whether a complete frame was read; if not, nothing after it can be read either
  boolean read(TraceFrame into) throws IOException {
    if (stream.readNBytes(head, 0, head.length) < head.length) {
      return false;
    }
    int length = intAt(head, 0);
    if (length < 1 || length > TraceFormat.MAX_PAYLOAD) {
      return false;
    }
    into.begin(length, intAt(head, Integer.BYTES));
    return stream.readNBytes(into.payload, 0, length) == length;
  }

  private static int intAt(byte[] bytes, int at) {
    return bytes[at] << 24
        | (bytes[at + 1] & 0xFF) << 16
        | (bytes[at + 2] & 0xFF) << 8
        | (bytes[at + 3] & 0xFF);
  }

  @Override
  public void close() throws IOException {
    stream.close();
  }
}
