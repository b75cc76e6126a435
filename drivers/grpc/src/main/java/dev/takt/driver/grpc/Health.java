package dev.takt.driver.grpc;

import com.google.protobuf.CodedInputStream;
import com.google.protobuf.WireFormat;
import dev.takt.driver.grpc.schema.UnaryCaller;
import dev.takt.load.driver.DriverException;
import java.io.IOException;

/// The health of a server, by the service `grpc.health.v1`.
final class Health {

  private static final String CHECK = "/grpc.health.v1.Health/Check";
  private static final byte[] WHOLE_SERVER = {};
  private static final int SERVING = 1;

  private Health() {}

  /// Asks a server for the health of the whole of it. One that does not have this service, or does
  /// not say, counts as ready.
  ///
  /// @throws DriverException if it does not serve yet
  static void require(UnaryCaller server) throws DriverException {
    UnaryCaller.Reply reply = server.call(CHECK, WHOLE_SERVER);
    if (reply.status().equals(StatusCode.UNAVAILABLE.name())) {
      throw new DriverException(
          "the server is UNAVAILABLE" + (reply.detail().isEmpty() ? "" : ": " + reply.detail()));
    }
    if (reply.isOk() && status(reply.message()) != SERVING) {
      throw new DriverException("the server's health (grpc.health.v1) is not SERVING");
    }
  }

  /// The number of the status in an answer.
  private static int status(byte[] message) throws DriverException {
    try {
      int status = 0;
      CodedInputStream in = CodedInputStream.newInstance(message);
      for (int tag = in.readTag(); tag != 0; tag = in.readTag()) {
        if (tag == (1 << 3 | WireFormat.WIRETYPE_VARINT)) {
          status = in.readEnum();
        } else {
          in.skipField(tag);
        }
      }
      return status;
    } catch (IOException e) {
      throw new DriverException("the server's health has a malformed message", e);
    }
  }
}
