package dev.takt.faults.shop;

import dev.takt.http2.hpack.Decoder;
import dev.takt.http2.hpack.FieldBlock;
import dev.takt.http2.hpack.FieldList;
import java.io.DataInputStream;
import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.util.HashMap;
import java.util.Map;
import java.util.concurrent.Executor;
import java.util.concurrent.locks.ReentrantLock;

/// The server's side of an HTTP/2 connection (RFC 9113), for HTTP and gRPC. One thread reads, and
/// each request is handled by a thread of its own, so that requests of a connection do not wait for
/// each other. Requests have small bodies, and the client's windows are large enough for all
/// answers.
public final class ShopHttp2Session {

  /// The target of the first line that a client with HTTP/2 sends.
  public static final String PREFACE_TARGET = "*";

  private static final int REST_OF_PREFACE = "SM\r\n\r\n".length();
  private static final int HEADER_BYTES = 9;
  private static final int MAX_PAYLOAD = 1 << 14;
  private static final int MAX_FIELDS = 1 << 16;

  private static final int DATA = 0;
  private static final int HEADERS = 1;
  private static final int SETTINGS = 4;
  private static final int PING = 6;
  private static final int WINDOW_UPDATE = 8;
  private static final int ACK = 1;
  private static final int END_STREAM = 1;
  private static final int END_HEADERS = 4;

  private static final byte[] PATH = ":path".getBytes(StandardCharsets.US_ASCII);
  private static final byte[] CONTENT_TYPE = "content-type".getBytes(StandardCharsets.US_ASCII);
  private static final String GRPC = "application/grpc";
  private static final byte[] HEAD = encoded(FieldBlock.EMPTY.with(":status", "200"));
  private static final byte[] GRPC_HEAD =
      encoded(FieldBlock.EMPTY.with(":status", "200").with("content-type", GRPC));
  private static final byte[] GRPC_TRAILERS = encoded(FieldBlock.EMPTY.with("grpc-status", "0"));
  private static final byte[] BODY = "ok".getBytes(StandardCharsets.US_ASCII);

  /// A message without fields.
  private static final byte[] EMPTY_MESSAGE = new byte[5];

  /// A request whose body has not ended.
  private record Request(String path, boolean isGrpc) {}

  private final DataInputStream in;
  private final OutputStream out;
  private final PathHandler handler;
  private final Executor workers;
  private final ReentrantLock writing = new ReentrantLock();
  private final Decoder decoder = new Decoder(Decoder.DEFAULT_TABLE_SIZE);
  private final FieldList fields = new FieldList(MAX_FIELDS);
  private final Map<Integer, Request> open = new HashMap<>();

  private ShopHttp2Session(
      InputStream in, OutputStream out, PathHandler handler, Executor workers) {
    this.in = new DataInputStream(in);
    this.out = out;
    this.handler = handler;
    this.workers = workers;
  }

  /// Serves a connection until the client closes it.
  ///
  /// @param in after the client's first line and the empty line that follows it
  /// @param workers run the handler
  public static void serve(InputStream in, OutputStream out, PathHandler handler, Executor workers)
      throws IOException {
    ShopHttp2Session session = new ShopHttp2Session(in, out, handler, workers);
    session.in.readFully(new byte[REST_OF_PREFACE]);
    session.write(frame(SETTINGS, 0, 0, new byte[0]));
    while (true) {
      session.readFrame();
    }
  }

  private void readFrame() throws IOException {
    int first = in.readInt();
    int flags = in.readUnsignedByte();
    int stream = in.readInt() & Integer.MAX_VALUE;
    int length = first >>> Byte.SIZE;
    if (length > MAX_PAYLOAD) {
      throw new IOException("a frame is too large");
    }
    byte[] payload = new byte[length];
    in.readFully(payload);
    boolean isAck = (flags & ACK) != 0;
    switch (first & 0xFF) {
      case HEADERS -> begin(stream, flags, payload);
      case DATA -> take(stream, flags, payload.length);
      case SETTINGS -> answer(isAck, SETTINGS, new byte[0]);
      case PING -> answer(isAck, PING, payload);
      default -> {}
    }
  }

  private void answer(boolean isAck, int type, byte[] payload) throws IOException {
    if (!isAck) {
      write(frame(type, ACK, 0, payload));
    }
  }

  private void begin(int stream, int flags, byte[] payload) throws IOException {
    if ((flags & ~END_STREAM) != END_HEADERS) {
      throw new IOException("expected a whole header block without padding and priority");
    }
    fields.clear();
    decoder.decode(ByteBuffer.wrap(payload), fields);
    int path = fields.find(PATH);
    int type = fields.find(CONTENT_TYPE);
    if (path == FieldList.NONE) {
      throw new IOException("a request without a path");
    }
    boolean isGrpc = type != FieldList.NONE && fields.value(type).startsWith(GRPC);
    open.put(stream, new Request(fields.value(path), isGrpc));
    if ((flags & END_STREAM) != 0) {
      handle(stream);
    }
  }

  private void take(int stream, int flags, int length) throws IOException {
    if (length > 0) {
      byte[] more = ByteBuffer.allocate(Integer.BYTES).putInt(length).array();
      write(frame(WINDOW_UPDATE, 0, 0, more));
    }
    if ((flags & END_STREAM) != 0) {
      handle(stream);
    }
  }

  private void handle(int stream) {
    Request request = open.remove(stream);
    if (request != null) {
      workers.execute(() -> handle(stream, request));
    }
  }

  private void handle(int stream, Request request) {
    try {
      handler.handle(request.isGrpc ? methodOf(request.path) : request.path);
      write(request.isGrpc ? grpcAnswer(stream) : answer(stream));
    } catch (IOException e) {
      // The client has disconnected, which its reader sees as well.
    }
  }

  /// The last part of the path of a call, as a path.
  private static String methodOf(String path) {
    return path.substring(Math.max(0, path.lastIndexOf('/')));
  }

  private static byte[] answer(int stream) {
    return joined(frame(HEADERS, END_HEADERS, stream, HEAD), frame(DATA, END_STREAM, stream, BODY));
  }

  private static byte[] grpcAnswer(int stream) {
    return joined(
        frame(HEADERS, END_HEADERS, stream, GRPC_HEAD),
        frame(DATA, 0, stream, EMPTY_MESSAGE),
        frame(HEADERS, END_HEADERS | END_STREAM, stream, GRPC_TRAILERS));
  }

  private static byte[] encoded(FieldBlock fields) {
    ByteBuffer out = ByteBuffer.allocate(fields.length());
    fields.put(out);
    return out.array();
  }

  private static byte[] frame(int type, int flags, int stream, byte[] payload) {
    return ByteBuffer.allocate(HEADER_BYTES + payload.length)
        .putInt((payload.length << Byte.SIZE) | type)
        .put((byte) flags)
        .putInt(stream)
        .put(payload)
        .array();
  }

  private static byte[] joined(byte[]... parts) {
    int length = 0;
    for (byte[] each : parts) {
      length += each.length;
    }
    ByteBuffer all = ByteBuffer.allocate(length);
    for (byte[] each : parts) {
      all.put(each);
    }
    return all.array();
  }

  private void write(byte[] bytes) throws IOException {
    writing.lock();
    try {
      out.write(bytes);
    } finally {
      writing.unlock();
    }
  }
}
