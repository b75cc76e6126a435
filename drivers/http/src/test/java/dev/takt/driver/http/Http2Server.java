package dev.takt.driver.http;

import dev.takt.http2.hpack.Decoder;
import dev.takt.http2.hpack.FieldBlock;
import dev.takt.http2.hpack.FieldList;
import java.io.ByteArrayOutputStream;
import java.io.Closeable;
import java.io.DataInputStream;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.net.Socket;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.stream.Collectors;
import javax.net.ssl.SSLContext;
import javax.net.ssl.SSLParameters;
import javax.net.ssl.SSLServerSocket;
import org.jspecify.annotations.Nullable;

/// A server of HTTP/2 on loopback with a thread for each connection, whose behaviour a test gives.
final class Http2Server implements Closeable {

  static final int DATA = 0;
  static final int HEADERS = 1;
  static final int RST_STREAM = 3;
  static final int SETTINGS = 4;
  static final int PING = 6;
  static final int GOAWAY = 7;
  static final int WINDOW_UPDATE = 8;
  static final int MAX_CONCURRENT_STREAMS = 3;
  static final int INITIAL_WINDOW_SIZE = 4;
  private static final int END_STREAM = 1;
  private static final int END_HEADERS = 4;
  private static final String PREFACE = "PRI * HTTP/2.0\r\n\r\nSM\r\n\r\n";

  /// What the server does with a connection, which is closed when it returns.
  @FunctionalInterface
  interface Behaviour {
    void serve(Peer peer) throws IOException, InterruptedException;
  }

  /// @param fields `:method=GET`, in their order
  record Request(int connection, int stream, List<String> fields, String body) {
    String field(String name) {
      return fields.stream()
          .filter(each -> each.startsWith(name + "="))
          .map(each -> each.substring(name.length() + 1))
          .collect(Collectors.joining(","));
    }
  }

  private final ServerSocket listener;
  private final Behaviour behaviour;
  private final Set<Socket> sockets = ConcurrentHashMap.newKeySet();
  final AtomicInteger connections = new AtomicInteger();
  final List<Request> requests = new CopyOnWriteArrayList<>();

  /// Streams that the client has reset.
  final List<Integer> resets = new CopyOnWriteArrayList<>();

  /// By number, what the server sends first.
  final Map<Integer, Integer> settings = new ConcurrentHashMap<>();

  /// The longest body of a DATA frame.
  final AtomicInteger longest = new AtomicInteger();

  Http2Server(Behaviour behaviour) {
    this(behaviour, null);
  }

  /// @param tls null for prior knowledge
  Http2Server(Behaviour behaviour, @Nullable SSLContext tls, String... protocols) {
    this.behaviour = behaviour;
    try {
      listener =
          tls == null
              ? new ServerSocket(0, 100, InetAddress.getLoopbackAddress())
              : tls.getServerSocketFactory()
                  .createServerSocket(0, 100, InetAddress.getLoopbackAddress());
      if (listener instanceof SSLServerSocket secure) {
        SSLParameters parameters = secure.getSSLParameters();
        parameters.setApplicationProtocols(protocols);
        secure.setSSLParameters(parameters);
      }
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
    Thread.ofVirtual().start(this::accept);
  }

  /// Answers each request with its path.
  static void echo(Peer peer) throws IOException {
    while (true) {
      Request request = peer.next();
      peer.answer(request.stream, 200, request.field(":path"));
    }
  }

  int port() {
    return listener.getLocalPort();
  }

  String url(String path) {
    String scheme = listener instanceof SSLServerSocket ? "https" : "http";
    return scheme + "://127.0.0.1:" + port() + path;
  }

  private void accept() {
    while (!listener.isClosed()) {
      try {
        Socket socket = listener.accept();
        sockets.add(socket);
        Thread.ofVirtual().start(() -> serve(socket));
      } catch (IOException e) {
        return;
      }
    }
  }

  private void serve(Socket socket) {
    try (socket) {
      socket.setTcpNoDelay(true);
      Peer peer = new Peer(socket);
      peer.begin();
      behaviour.serve(peer);
    } catch (IOException | InterruptedException e) {
      // The client has closed the connection.
    } finally {
      sockets.remove(socket);
    }
  }

  @Override
  public void close() {
    try {
      listener.close();
      for (Socket socket : sockets) {
        socket.close();
      }
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  private static byte[] frame(int type, int flags, int stream, byte[] payload) {
    return ByteBuffer.allocate(9 + payload.length)
        .put((byte) (payload.length >> 16))
        .putShort((short) payload.length)
        .put((byte) type)
        .put((byte) flags)
        .putInt(stream)
        .put(payload)
        .array();
  }

  private static byte[] ints(int... values) {
    ByteBuffer out = ByteBuffer.allocate(values.length * Integer.BYTES);
    for (int value : values) {
      out.putInt(value);
    }
    return out.array();
  }

  /// The head of an answer.
  static byte[] head(int stream, int status, boolean isEnd, String... namesAndValues) {
    FieldBlock block = FieldBlock.EMPTY.with(":status", Integer.toString(status));
    for (int i = 0; i < namesAndValues.length; i += 2) {
      block = block.with(namesAndValues[i], namesAndValues[i + 1]);
    }
    ByteBuffer out = ByteBuffer.allocate(block.length());
    block.put(out);
    return frame(HEADERS, END_HEADERS | (isEnd ? END_STREAM : 0), stream, out.array());
  }

  static byte[] data(int stream, String text, boolean isEnd) {
    return frame(DATA, isEnd ? END_STREAM : 0, stream, text.getBytes(StandardCharsets.UTF_8));
  }

  static byte[] reset(int stream, int code) {
    return frame(RST_STREAM, 0, stream, ints(code));
  }

  /// Settings in the middle of a connection.
  static byte[] window(int initialWindow) {
    return frame(
        SETTINGS,
        0,
        0,
        ByteBuffer.allocate(6).putShort((short) INITIAL_WINDOW_SIZE).putInt(initialWindow).array());
  }

  static byte[] goaway(int lastStream, int code) {
    return frame(GOAWAY, 0, 0, ints(lastStream, code));
  }

  /// One connection, as the server sees it.
  final class Peer {
    private final Socket socket;
    private final DataInputStream in;
    private final Decoder decoder = new Decoder(Decoder.DEFAULT_TABLE_SIZE);
    private final Map<Integer, List<String>> heads = new HashMap<>();
    private final Map<Integer, ByteArrayOutputStream> bodies = new HashMap<>();
    int number;

    private Peer(Socket socket) throws IOException {
      this.socket = socket;
      this.in = new DataInputStream(socket.getInputStream());
    }

    private void begin() throws IOException {
      byte[] preface = in.readNBytes(PREFACE.length());
      if (!PREFACE.equals(new String(preface, StandardCharsets.US_ASCII))) {
        throw new IOException("no preface");
      }
      number = connections.getAndIncrement();
      ByteBuffer payload = ByteBuffer.allocate(settings.size() * 6);
      settings.forEach((id, value) -> payload.putShort(id.shortValue()).putInt(value));
      send(frame(SETTINGS, 0, 0, payload.array()));
    }

    void send(byte[]... frames) throws IOException {
      ByteArrayOutputStream all = new ByteArrayOutputStream();
      for (byte[] frame : frames) {
        all.writeBytes(frame);
      }
      socket.getOutputStream().write(all.toByteArray());
      socket.getOutputStream().flush();
    }

    void answer(int stream, int status, String body) throws IOException {
      String length = Integer.toString(body.length());
      send(head(stream, status, false, "content-length", length), data(stream, body, true));
    }

    /// Streams that the client has reset.
    List<Integer> resets() {
      return resets;
    }

    /// The next whole request.
    Request next() throws IOException {
      while (true) {
        int stream = readFrame();
        if (stream > 0) {
          ByteArrayOutputStream body = bodies.remove(stream);
          Request request =
              new Request(
                  number,
                  stream,
                  Objects.requireNonNull(heads.remove(stream)),
                  body == null ? "" : body.toString(StandardCharsets.UTF_8));
          requests.add(request);
          return request;
        }
      }
    }

    /// Waits for the head of a request.
    void awaitHead(int stream) throws IOException {
      while (!heads.containsKey(stream)) {
        var _ = readFrame();
      }
    }

    /// Reads a frame.
    ///
    /// @return the stream whose request is complete, or 0
    int readFrame() throws IOException {
      int length = in.readUnsignedByte() << 16 | in.readUnsignedShort();
      int type = in.readUnsignedByte();
      int flags = in.readUnsignedByte();
      int stream = in.readInt();
      byte[] payload = in.readNBytes(length);
      return read(type, flags, stream, payload) ? stream : 0;
    }

    /// @return whether a request is complete
    private boolean read(int type, int flags, int stream, byte[] payload) throws IOException {
      switch (type) {
        case HEADERS -> {
          FieldList fields = new FieldList(1 << 16);
          decoder.decode(ByteBuffer.wrap(payload), fields);
          List<String> head = new ArrayList<>();
          for (int i = 0; i < fields.count(); i++) {
            head.add(fields.name(i) + "=" + fields.value(i));
          }
          heads.put(stream, head);
        }
        case DATA -> {
          longest.accumulateAndGet(payload.length, Math::max);
          bodies.computeIfAbsent(stream, _ -> new ByteArrayOutputStream()).writeBytes(payload);
          if (payload.length > 0) {
            send(
                frame(WINDOW_UPDATE, 0, 0, ints(payload.length)),
                frame(WINDOW_UPDATE, 0, stream, ints(payload.length)));
          }
        }
        case RST_STREAM -> resets.add(stream);
        case PING -> send(frame(PING, flags | 1, 0, payload));
        case SETTINGS -> {
          if ((flags & 1) == 0) {
            send(frame(SETTINGS, 1, 0, new byte[0]));
          }
        }
        default -> {}
      }
      return (type == HEADERS || type == DATA) && (flags & END_STREAM) != 0;
    }
  }
}
