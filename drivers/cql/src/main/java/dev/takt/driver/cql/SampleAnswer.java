package dev.takt.driver.cql;

import dev.takt.driver.cql.protocol.Compression;
import dev.takt.driver.cql.protocol.FrameReader;
import dev.takt.driver.cql.protocol.FrameWriter;
import dev.takt.driver.cql.protocol.Opcode;
import dev.takt.driver.cql.protocol.Version;
import dev.takt.driver.cql.result.ResultKind;
import java.nio.ByteBuffer;

/// Plausible answers, for warming up the generator without a server.
final class SampleAnswer {

  private static final int HEADER_BYTES = 64;
  private static final int NO_METADATA = 0x0004;

  private SampleAnswer() {}

  /// The same answer as it arrives on a connection with compression.
  static ByteBuffer compressed(ByteBuffer answer, Version version, Compression compression) {
    if (compression == Compression.NONE) {
      return answer;
    }
    ByteBuffer compressed = ByteBuffer.allocate(answer.capacity() + HEADER_BYTES);
    FrameReader reader = new FrameReader(version);
    FrameWriter writer = FrameWriter.ofServer(version, compression);
    while (reader.next(answer)) {
      writer.begin(reader.opcode(), reader.stream(), compressed).put(reader.body());
      writer.end(compressed);
    }
    return compressed.flip();
  }

  /// A result of rows whose values have `valueBytes` bytes of one; without rows, one of a statement
  /// that has none.
  static ByteBuffer rows(Version version, int stream, int rows, int columns, int valueBytes) {
    int bytes = rows * columns * (Integer.BYTES + valueBytes);
    ByteBuffer answer = ByteBuffer.allocate(HEADER_BYTES + bytes + bytes / 1024);
    FrameWriter writer = FrameWriter.ofServer(version);
    ByteBuffer body = writer.begin(Opcode.RESULT, stream, answer);
    if (rows == 0) {
      body.putInt(ResultKind.VOID);
    } else {
      body.putInt(ResultKind.ROWS).putInt(NO_METADATA).putInt(columns).putInt(rows);
      for (int i = 0; i < rows * columns; i++) {
        body.putInt(valueBytes);
        for (int left = valueBytes; left > 0; left--) {
          body.put((byte) 1);
        }
      }
    }
    writer.end(answer);
    return answer.flip();
  }
}
