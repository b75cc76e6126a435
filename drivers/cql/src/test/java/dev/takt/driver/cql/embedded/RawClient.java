package dev.takt.driver.cql.embedded;

import java.io.ByteArrayOutputStream;
import java.io.DataInputStream;
import java.io.DataOutputStream;
import java.io.IOException;
import java.net.InetSocketAddress;
import java.net.Socket;
import java.nio.charset.StandardCharsets;

/// A connection of version 4 that knows just enough of the protocol to ask for a row.
final class RawClient implements AutoCloseable {

  private static final int STARTUP = 1;
  private static final int READY = 2;
  private static final int OPTIONS = 5;
  private static final int SUPPORTED = 6;
  private static final int QUERY = 7;
  private static final int RESULT = 8;
  private static final int TIMEOUT_MILLIS = 20_000;

  private final Socket socket = new Socket();

  RawClient(InetSocketAddress address) throws IOException {
    socket.connect(address, TIMEOUT_MILLIS);
    socket.setSoTimeout(TIMEOUT_MILLIS);
  }

  /// What the server offers.
  String options() throws IOException {
    return new String(ask(OPTIONS, new byte[0], SUPPORTED), StandardCharsets.ISO_8859_1);
  }

  void startUp() throws IOException {
    ByteArrayOutputStream body = new ByteArrayOutputStream();
    DataOutputStream out = new DataOutputStream(body);
    out.writeShort(1);
    out.writeUTF("CQL_VERSION");
    out.writeUTF("3.4.5");
    ask(STARTUP, body.toByteArray(), READY);
  }

  /// The body of the result of a query with consistency ONE.
  String query(String cql) throws IOException {
    ByteArrayOutputStream body = new ByteArrayOutputStream();
    DataOutputStream out = new DataOutputStream(body);
    byte[] text = cql.getBytes(StandardCharsets.UTF_8);
    out.writeInt(text.length);
    out.write(text);
    out.writeShort(1);
    out.writeByte(0);
    return new String(ask(QUERY, body.toByteArray(), RESULT), StandardCharsets.ISO_8859_1);
  }

  private byte[] ask(int opcode, byte[] body, int expected) throws IOException {
    DataOutputStream out = new DataOutputStream(socket.getOutputStream());
    out.write(new byte[] {4, 0, 0, 0, (byte) opcode});
    out.writeInt(body.length);
    out.write(body);
    DataInputStream in = new DataInputStream(socket.getInputStream());
    byte[] header = in.readNBytes(5);
    byte[] answer = in.readNBytes(in.readInt());
    if (header[4] != expected) {
      throw new IOException(
          "opcode " + header[4] + ": " + new String(answer, StandardCharsets.ISO_8859_1));
    }
    return answer;
  }

  @Override
  public void close() throws IOException {
    socket.close();
  }
}
