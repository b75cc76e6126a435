package dev.takt.it.targets;

import java.io.BufferedInputStream;
import java.io.ByteArrayOutputStream;
import java.io.DataInputStream;
import java.io.DataOutputStream;
import java.io.IOException;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.net.Socket;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.List;

/// A server of CQL (version 4 of the protocol) as a process of its own, so that it can be stopped.
/// It prepares any statement, with blobs as parameters, and executes it at once, without a result.
public final class CqlServer implements AutoCloseable {

  private static final byte OPTIONS = 0x05;
  private static final byte STARTUP = 0x01;
  private static final byte QUERY = 0x07;
  private static final byte PREPARE = 0x09;

  private static final byte READY = 0x02;
  private static final byte SUPPORTED = 0x06;
  private static final byte RESULT = 0x08;

  private static final int VOID = 1;
  private static final int ROWS = 2;
  private static final int PREPARED = 4;

  private static final int GLOBAL_TABLE = 0x0001;
  private static final int NO_METADATA = 0x0004;
  private static final short BLOB = 0x03;
  private static final short TEXT = 0x0D;

  private final Process process;
  private final int port;

  /// Starts the process.
  public CqlServer() throws IOException {
    process =
        new ProcessBuilder(
                Path.of(System.getProperty("java.home"), "bin", "java").toString(),
                "-XX:+UseSerialGC",
                "-Xmx64m",
                "-cp",
                System.getProperty("java.class.path"),
                CqlServer.class.getName())
            .redirectError(ProcessBuilder.Redirect.INHERIT)
            .start();
    port = Integer.parseInt(process.inputReader(StandardCharsets.US_ASCII).readLine());
  }

  public int port() {
    return port;
  }

  public Process process() {
    return process;
  }

  @Override
  public void close() {
    process.destroyForcibly();
  }

  /// Prints its port, and serves until standard input ends.
  public static void main(String[] arguments) throws IOException {
    ServerSocket listener = new ServerSocket(0, 100, InetAddress.getLoopbackAddress());
    Thread.ofPlatform().daemon().start(() -> accept(listener));
    System.out.println(listener.getLocalPort());
    while (System.in.read() >= 0) {}
  }

  private static void accept(ServerSocket listener) {
    try {
      while (true) {
        Socket socket = listener.accept();
        Thread.ofPlatform().daemon().start(() -> serve(socket));
      }
    } catch (IOException _) {
      // The process ends.
    }
  }

  private static void serve(Socket socket) {
    try (socket) {
      socket.setTcpNoDelay(true);
      DataInputStream in = new DataInputStream(new BufferedInputStream(socket.getInputStream()));
      while (true) {
        in.skipNBytes(2);
        short stream = in.readShort();
        byte opcode = in.readByte();
        byte[] body = in.readNBytes(in.readInt());
        socket.getOutputStream().write(answer(opcode, stream, body));
      }
    } catch (IOException _) {
      // The client has closed the connection.
    }
  }

  private static byte[] answer(byte opcode, short stream, byte[] request) throws IOException {
    byte[] body =
        switch (opcode) {
          case OPTIONS -> new byte[Short.BYTES]; // no options
          case STARTUP -> new byte[0];
          case QUERY -> longText(request).contains("system.local") ? local() : nothing();
          case PREPARE -> prepared(longText(request));
          default -> nothing();
        };
    ByteArrayOutputStream bytes = new ByteArrayOutputStream();
    DataOutputStream out = new DataOutputStream(bytes);
    out.writeShort(0x8400);
    out.writeShort(stream);
    out.writeByte(opcode == OPTIONS ? SUPPORTED : opcode == STARTUP ? READY : RESULT);
    out.writeInt(body.length);
    out.write(body);
    return bytes.toByteArray();
  }

  private static String longText(byte[] body) {
    return new String(body, Integer.BYTES, body.length - Integer.BYTES, StandardCharsets.UTF_8);
  }

  private static byte[] nothing() {
    return new byte[] {0, 0, 0, VOID};
  }

  private static byte[] local() throws IOException {
    ByteArrayOutputStream bytes = new ByteArrayOutputStream();
    DataOutputStream out = new DataOutputStream(bytes);
    out.writeInt(ROWS);
    out.writeInt(GLOBAL_TABLE);
    out.writeInt(2);
    out.writeUTF("system");
    out.writeUTF("local");
    out.writeUTF("release_version");
    out.writeShort(TEXT);
    out.writeUTF("data_center");
    out.writeShort(TEXT);
    out.writeInt(1);
    for (String value : List.of("5.0.0", "dc1")) {
      out.writeInt(value.length());
      out.writeBytes(value);
    }
    return bytes.toByteArray();
  }

  private static byte[] prepared(String statement) throws IOException {
    int parameters = (int) statement.chars().filter(c -> c == '?').count();
    ByteArrayOutputStream bytes = new ByteArrayOutputStream();
    DataOutputStream out = new DataOutputStream(bytes);
    out.writeInt(PREPARED);
    out.writeUTF("id");
    out.writeInt(GLOBAL_TABLE);
    out.writeInt(parameters);
    out.writeInt(0); // no partition key
    out.writeUTF("keyspace");
    out.writeUTF("table");
    for (int i = 0; i < parameters; i++) {
      out.writeUTF("c" + i);
      out.writeShort(BLOB);
    }
    out.writeInt(NO_METADATA);
    out.writeInt(0);
    return bytes.toByteArray();
  }
}
