package dev.takt.driver.cql;

import dev.takt.driver.cql.protocol.FrameWriter;
import dev.takt.driver.cql.protocol.Opcode;
import dev.takt.driver.cql.protocol.ResultKind;
import dev.takt.driver.cql.protocol.Version;
import java.nio.ByteBuffer;

/// Plausible answers, for warming up the generator without a server.
final class SampleAnswer {

  private static final int MAX_BYTES = 64 * 1024;
  private static final int NO_METADATA = 0x0004;

  private SampleAnswer() {}

  /// A result that the expectation accepts.
  static ByteBuffer of(Version version, int stream, Expectation expectation) {
    ByteBuffer answer = ByteBuffer.allocate(MAX_BYTES);
    FrameWriter writer = FrameWriter.ofServer(version);
    ByteBuffer body = writer.begin(Opcode.RESULT, stream, answer);
    int rows = expectation.exampleRows();
    if (rows == 0) {
      body.putInt(ResultKind.VOID);
    } else {
      body.putInt(ResultKind.ROWS).putInt(NO_METADATA).putInt(1).putInt(rows);
      for (int i = 0; i < rows; i++) {
        body.putInt(1).put((byte) 1);
      }
    }
    writer.end(answer);
    return answer.flip();
  }
}
