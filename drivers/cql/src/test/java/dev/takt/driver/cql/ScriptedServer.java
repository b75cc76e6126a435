package dev.takt.driver.cql;

import dev.takt.driver.cql.protocol.FrameWriter;
import dev.takt.driver.cql.protocol.Opcode;
import dev.takt.driver.cql.protocol.Version;
import dev.takt.driver.cql.protocol.Wire;
import dev.takt.driver.cql.result.ResultKind;
import java.io.ByteArrayInputStream;
import java.io.Closeable;
import java.io.DataInputStream;
import java.io.IOException;
import java.io.SequenceInputStream;
import java.io.UncheckedIOException;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.net.Socket;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/// A server of CQL on loopback that answers requests as a test says. It prepares any statement:
/// each `?` is an `int`, and the statement's id is its text. It can be a node of a cluster of two.
final class ScriptedServer implements Closeable {

  /// A request after the setup.
  record Request(byte opcode, int stream, ByteBuffer body) {

    String statement() {
      return new String(Wire.getShortBytes(body.duplicate()), StandardCharsets.UTF_8);
    }
  }

  /// What the server does with an EXECUTE.
  @FunctionalInterface
  interface Behaviour {
    void execute(Peer peer, Request request) throws IOException, InterruptedException;
  }

  private final Version version;
  private final @Nullable String password;
  private final Behaviour behaviour;
  private final ServerSocket listener;
  private final Set<Socket> sockets = ConcurrentHashMap.newKeySet();

  /// What was prepared, in order.
  final List<String> prepared = new CopyOnWriteArrayList<>();

  /// The indexes of the parameters that are the partition key.
  volatile List<Integer> key = List.of();

  /// Where its part of the ring of tokens ends.
  volatile long token;

  /// The other node of the cluster.
  volatile @Nullable ScriptedServer peer;

  /// What was executed without being prepared, except for the questions about the cluster.
  final List<String> queries = new CopyOnWriteArrayList<>();

  /// @param version the newest that it supports
  ScriptedServer(Version version, @Nullable String password, Behaviour behaviour) {
    this.version = version;
    this.password = password;
    this.behaviour = behaviour;
    try {
      listener = new ServerSocket(0, 100, InetAddress.getLoopbackAddress());
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
    Thread.ofVirtual().start(this::accept);
  }

  ScriptedServer(Version version, Behaviour behaviour) {
    this(version, null, behaviour);
  }

  String target() {
    return "cql://127.0.0.1:" + listener.getLocalPort();
  }

  private void accept() {
    try {
      while (true) {
        Socket socket = listener.accept();
        sockets.add(socket);
        Thread.ofVirtual().start(() -> serve(socket));
      }
    } catch (IOException e) {
      // The test has ended.
    }
  }

  private void serve(Socket socket) {
    try (socket) {
      socket.setTcpNoDelay(true);
      new Peer(socket).serve();
    } catch (IOException | InterruptedException e) {
      // The client has closed the connection.
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

  /// A column of a row of a system table.
  ///
  /// @param type 0x22 for a set of texts, 0x21 for a map of them
  private record Column(String name, int type, ByteBuffer value) {

    /// How many types follow its type.
    int texts() {
      return type == 0x21 ? 2 : type == 0x22 ? 1 : 0;
    }

    static Column text(String name, String value) {
      return new Column(name, 0x0D, ByteBuffer.wrap(value.getBytes(StandardCharsets.UTF_8)));
    }

    static Column tokens(long token) {
      byte[] text = Long.toString(token).getBytes(StandardCharsets.UTF_8);
      ByteBuffer set = ByteBuffer.allocate(8 + text.length).putInt(1).putInt(text.length).put(text);
      return new Column("tokens", 0x22, set.flip());
    }
  }

  /// A connection, as the server sees it.
  final class Peer {

    private final Socket socket;
    private final FrameWriter writer = FrameWriter.ofServer(version);
    private final ByteBuffer out = ByteBuffer.allocate(1_000_000);
    private DataInputStream in;

    Peer(Socket socket) throws IOException {
      this.socket = socket;
      this.in = new DataInputStream(socket.getInputStream());
    }

    void serve() throws IOException, InterruptedException {
      Request startup = frame();
      if (startup.opcode == Opcode.OPTIONS) {
        ByteBuffer body = writer.begin(Opcode.SUPPORTED, startup.stream, out).putShort((short) 1);
        Wire.putString("COMPRESSION", body);
        Wire.putString("snappy", body.putShort((short) 1));
        writer.endUnframed(out);
        flush();
        startup = frame();
      }
      if (startup.opcode != Opcode.STARTUP) {
        return;
      }
      writer.begin(password == null ? Opcode.READY : Opcode.AUTHENTICATE, 0, out);
      writer.endUnframed(out);
      flush();
      while (true) {
        Request request = version == Version.V4 ? frame() : framed();
        switch (request.opcode) {
          case Opcode.AUTH_RESPONSE -> authenticate(request);
          case Opcode.QUERY -> query(request);
          case Opcode.PREPARE -> prepare(request);
          default -> behaviour.execute(this, request);
        }
      }
    }

    private Request frame() throws IOException {
      byte first = in.readByte();
      in.readByte();
      int stream = in.readShort();
      byte opcode = in.readByte();
      byte[] body = new byte[in.readInt()];
      in.readFully(body);
      if (first > version.number()) {
        error(
            stream, 0x000A, "Invalid or unsupported protocol version (5); supported: (4/v4)", true);
        throw new IOException("unsupported version");
      }
      return new Request(opcode, stream, ByteBuffer.wrap(body));
    }

    /// Frames in segments whose checksums are not verified.
    private Request framed() throws IOException {
      byte[] header = new byte[6];
      in.readFully(header);
      byte[] payload = new byte[(header[0] & 0xFF) | (header[1] & 0xFF) << 8];
      in.readFully(payload);
      in.readInt();
      DataInputStream rest = in;
      in = new DataInputStream(new SequenceInputStream(new ByteArrayInputStream(payload), rest));
      Request request = frame();
      in = rest;
      return request;
    }

    private void authenticate(Request request) throws IOException {
      byte[] token = new byte[request.body.getInt()];
      request.body.get(token);
      if (new String(token, StandardCharsets.UTF_8).equals("\0me\0" + password)) {
        writer.begin(Opcode.AUTH_SUCCESS, request.stream, out).putInt(-1);
        writer.end(out);
        flush();
      } else {
        error(request.stream, 0x0100, "Provided username me and/or password are incorrect", false);
      }
    }

    private void query(Request request) throws IOException {
      byte[] text = new byte[request.body.getInt()];
      request.body.get(text);
      String cql = new String(text, StandardCharsets.UTF_8);
      if (cql.contains("* FROM system.local")) {
        local(request);
      } else if (cql.contains("system.peers_v2") && peer != null) {
        peers(request, peer);
      } else if (cql.contains("system_schema.keyspaces")) {
        keyspaces(request);
      } else {
        if (!cql.contains("system")) {
          queries.add(cql);
        }
        answer(request, body -> body.putInt(ResultKind.VOID));
      }
    }

    private void local(Request request) throws IOException {
      row(
          request,
          List.of(
              Column.text("release_version", "9.8.7"),
              Column.text("data_center", "dc1"),
              Column.text("partitioner", "Murmur3Partitioner"),
              Column.tokens(token)));
    }

    private void peers(Request request, ScriptedServer other) throws IOException {
      row(
          request,
          List.of(
              new Column("native_address", 0x10, ByteBuffer.wrap(new byte[] {127, 0, 0, 1})),
              new Column(
                  "native_port",
                  0x09,
                  ByteBuffer.allocate(4).putInt(other.listener.getLocalPort()).flip()),
              Column.text("data_center", "dc1"),
              Column.tokens(other.token)));
    }

    private void keyspaces(Request request) throws IOException {
      ByteBuffer map = ByteBuffer.allocate(200).putInt(2);
      for (String each : List.of("class", "SimpleStrategy", "replication_factor", "1")) {
        Wire.putLongString(each, map);
      }
      row(
          request,
          List.of(Column.text("keyspace_name", "ks"), new Column("replication", 0x21, map.flip())));
    }

    /// Answers with one row, whose columns are described.
    private void row(Request request, List<Column> columns) throws IOException {
      answer(
          request,
          body -> {
            body.putInt(ResultKind.ROWS).putInt(1).putInt(columns.size());
            Wire.putString("system", body);
            Wire.putString("t", body);
            for (Column each : columns) {
              Wire.putString(each.name, body);
              body.putShort((short) each.type);
              for (int texts = each.texts(); texts > 0; texts--) {
                body.putShort((short) 0x0D);
              }
            }
            body.putInt(1);
            columns.forEach(each -> body.putInt(each.value.remaining()).put(each.value));
          });
    }

    private void prepare(Request request) throws IOException {
      byte[] text = new byte[request.body.getInt()];
      request.body.get(text);
      String cql = new String(text, StandardCharsets.UTF_8);
      prepared.add(cql);
      int parameters = (int) cql.chars().filter(c -> c == '?').count();
      answer(
          request,
          body -> {
            body.putInt(ResultKind.PREPARED);
            Wire.putShortBytes(text, body);
            if (version == Version.V5) {
              Wire.putShortBytes(new byte[] {1}, body);
            }
            body.putInt(1).putInt(parameters).putInt(key.size());
            key.forEach(each -> body.putShort(each.shortValue()));
            Wire.putString("ks", body);
            Wire.putString("t", body);
            for (int i = 0; i < parameters; i++) {
              Wire.putString("c" + i, body);
              body.putShort((short) 0x09);
            }
            body.putInt(0x0004).putInt(0);
          });
    }

    /// Answers with a RESULT.
    void answer(Request request, Consumer<ByteBuffer> result) throws IOException {
      result.accept(writer.begin(Opcode.RESULT, request.stream, out));
      writer.end(out);
      flush();
    }

    /// Answers with rows of one column, and with the next page if there is one.
    void rows(Request request, int rows, byte @Nullable [] nextPage) throws IOException {
      answer(
          request,
          body -> {
            body.putInt(ResultKind.ROWS).putInt(0x0004 | (nextPage == null ? 0 : 0x0002)).putInt(1);
            if (nextPage != null) {
              body.putInt(nextPage.length).put(nextPage);
            }
            body.putInt(rows);
            for (int i = 0; i < rows; i++) {
              body.putInt(1).put((byte) 1);
            }
          });
    }

    void error(Request request, int code, String message) throws IOException {
      error(request.stream, code, message, false);
    }

    private void error(int stream, int code, String message, boolean unframed) throws IOException {
      ByteBuffer body = writer.begin(Opcode.ERROR, stream, out);
      body.putInt(code);
      Wire.putString(message, body);
      if (code == 0x2500) {
        Wire.putShortBytes(new byte[] {1}, body);
      }
      if (unframed) {
        writer.endUnframed(out);
      } else {
        writer.end(out);
      }
      flush();
    }

    private void flush() throws IOException {
      socket.getOutputStream().write(out.array(), 0, out.position());
      out.clear();
    }

    /// Sends bytes as they are.
    void raw(byte[] bytes) throws IOException {
      socket.getOutputStream().write(bytes);
    }
  }
}
