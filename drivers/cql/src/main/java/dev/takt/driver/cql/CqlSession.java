package dev.takt.driver.cql;

import dev.takt.driver.cql.protocol.Compression;
import dev.takt.driver.cql.protocol.ErrorCode;
import dev.takt.driver.cql.protocol.FrameReader;
import dev.takt.driver.cql.protocol.FrameWriter;
import dev.takt.driver.cql.protocol.Opcode;
import dev.takt.driver.cql.protocol.Version;
import dev.takt.driver.cql.protocol.Wire;
import dev.takt.driver.cql.result.PreparedResult;
import dev.takt.driver.cql.result.ResultKind;
import dev.takt.load.driver.Outcome;
import dev.takt.load.driver.WireDriver;
import java.nio.ByteBuffer;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;

/// A connection: STARTUP, authentication, the keyspace, and the preparation of all statements; then
/// frames of operations in any order.
abstract class CqlSession implements WireDriver.Session {

  private enum Step {
    OPTIONS,
    STARTUP,
    AUTHENTICATE,
    USE,
    PREPARE,
    READY
  }

  private static final int NO_ERROR = -1;

  /// In what a server supports, and in STARTUP.
  private static final String COMPRESSION = "COMPRESSION";

  private final SessionSettings settings;
  private final List<String> statements;

  /// Writes requests on this connection.
  final FrameWriter writer;

  /// Has read the frame that a codec decodes.
  final FrameReader reader;

  private final PreparedResult[] prepared;
  private Step step = Step.OPTIONS;
  private int statement;
  private int errorCode = NO_ERROR;

  /// @param prepared the statements as another connection has prepared them; replaced by the
  ///   results of this connection's own preparation
  CqlSession(SessionSettings settings, List<String> statements, List<PreparedResult> prepared) {
    this.settings = settings;
    this.statements = statements;
    this.prepared = prepared.toArray(PreparedResult[]::new);
    this.writer = new FrameWriter(settings.version(), settings.compression());
    this.reader = new FrameReader(settings.version(), settings.compression());
  }

  private boolean compresses() {
    return settings.compression() != Compression.NONE;
  }

  final Version version() {
    return settings.version();
  }

  /// The statement of an operation, as this connection has prepared it.
  final PreparedResult prepared(int operation) {
    return prepared[operation];
  }

  final void prepared(int operation, PreparedResult result) {
    prepared[operation] = result;
  }

  /// Whether the server has answered the setup with this error.
  final boolean isRefusedBecause(ErrorCode error) {
    return errorCode == error.code();
  }

  @Override
  public final void reset() {
    reader.reset();
    step = compresses() ? Step.OPTIONS : Step.STARTUP;
    statement = 0;
    errorCode = NO_ERROR;
  }

  @Override
  public final boolean needsSetup() {
    return step != Step.READY;
  }

  @Override
  public final void encodeSetup(ByteBuffer out) {
    switch (step) {
      case OPTIONS -> {
        writer.begin(Opcode.OPTIONS, 0, out);
        writer.endUnframed(out);
      }
      case STARTUP -> {
        ByteBuffer body = writer.begin(Opcode.STARTUP, 0, out);
        Map<String, String> options = new TreeMap<>();
        options.put("CQL_VERSION", "3.0.0");
        options.put("DRIVER_NAME", "Takt");
        if (compresses()) {
          options.put(COMPRESSION, settings.compression().toString());
        }
        Wire.putStringMap(options, body);
        writer.endUnframed(out);
      }
      case AUTHENTICATE -> {
        byte[] token = Objects.requireNonNull(settings.credentials()).token();
        writer.begin(Opcode.AUTH_RESPONSE, 0, out).putInt(token.length).put(token);
        writer.end(out);
      }
      case USE -> {
        ByteBuffer body = writer.begin(Opcode.QUERY, 0, out);
        Wire.putLongString(
            "USE " + CqlText.quotedName(Objects.requireNonNull(settings.keyspace())), body);
        body.putShort((short) 1);
        putFlags(0, body);
        writer.end(out);
      }
      case PREPARE -> encodePrepare(statement, 0, out);
      case READY -> throw new IllegalStateException("the connection is set up");
    }
  }

  /// Appends a PREPARE of an operation's statement.
  final void encodePrepare(int operation, int stream, ByteBuffer out) {
    ByteBuffer body = writer.begin(Opcode.PREPARE, stream, out);
    Wire.putLongString(statements.get(operation), body);
    if (hasPrepareFlags()) {
      body.putInt(0);
    }
    writer.end(out);
  }

  /// Whether a PREPARE has flags.
  final boolean hasPrepareFlags() {
    return version() != Version.V4;
  }

  /// Appends the flags of a QUERY or EXECUTE.
  final void putFlags(int flags, ByteBuffer body) {
    if (version() == Version.V4) {
      body.put((byte) flags);
    } else {
      body.putInt(flags);
    }
  }

  @Override
  public final @Nullable Outcome decodeSetup(ByteBuffer in) {
    boolean isUnframed = step == Step.OPTIONS || step == Step.STARTUP;
    boolean isWhole = isUnframed ? reader.nextUnframed(in) : reader.next(in);
    if (!isWhole) {
      return reader.failure() == null ? null : failure();
    }
    ByteBuffer body = reader.body();
    switch (reader.opcode()) {
      case Opcode.SUPPORTED -> {
        List<String> algorithms = Wire.getStringMultimap(body).getOrDefault(COMPRESSION, List.of());
        if (!algorithms.contains(settings.compression().toString())) {
          return Outcome.failed(
              "the server has no compression " + settings.compression() + "; it has " + algorithms);
        }
        step = Step.STARTUP;
      }
      case Opcode.READY, Opcode.AUTH_SUCCESS -> step = afterAuthentication();
      case Opcode.AUTHENTICATE -> {
        if (settings.credentials() == null) {
          return Outcome.failed(
              "the server requires a user and a password; give --user and --password");
        }
        step = Step.AUTHENTICATE;
      }
      case Opcode.RESULT -> step = after(body);
      case Opcode.ERROR -> {
        return refusal(body);
      }
      default -> {
        return Outcome.failed("an unexpected answer of kind " + reader.opcode());
      }
    }
    return Outcome.OK;
  }

  private Step afterAuthentication() {
    return settings.keyspace() != null ? Step.USE : prepareFrom(0);
  }

  private Step after(ByteBuffer body) {
    if (body.getInt() != ResultKind.PREPARED) {
      return prepareFrom(0);
    }
    prepared[statement] = PreparedResult.read(version(), body);
    return prepareFrom(statement + 1);
  }

  private Step prepareFrom(int next) {
    statement = next;
    return next < statements.size() ? Step.PREPARE : Step.READY;
  }

  private Outcome refusal(ByteBuffer body) {
    int code = body.getInt();
    errorCode = code;
    String message = ErrorCode.nameOf(code) + ": " + Wire.getString(body);
    return Outcome.failed(
        step == Step.PREPARE ? "preparing " + statements.get(statement) + ": " + message : message);
  }

  @Override
  public final boolean hasStreams() {
    return true;
  }

  @Override
  public final int nextStream(ByteBuffer in) {
    if (!reader.next(in)) {
      return reader.failure() == null ? INCOMPLETE : BROKEN;
    }
    return reader.stream() < 0 ? OWN : reader.stream();
  }

  @Override
  public final ByteBuffer frame() {
    return reader.body();
  }

  @Override
  public final Outcome failure() {
    return Outcome.failed(Objects.requireNonNull(reader.failure()));
  }
}
