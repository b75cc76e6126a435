package dev.takt.driver.cql;

import dev.takt.driver.cql.protocol.ErrorCode;
import dev.takt.driver.cql.protocol.Opcode;
import dev.takt.driver.cql.protocol.Version;
import dev.takt.driver.cql.protocol.Wire;
import dev.takt.driver.cql.result.PreparedResult;
import dev.takt.driver.cql.result.Rows;
import dev.takt.driver.cql.workload.Database;
import dev.takt.load.driver.DriverException;
import dev.takt.load.driver.Endpoint;
import dev.takt.load.driver.Outcome;
import dev.takt.load.driver.WireDriver;
import dev.takt.load.wire.control.SingleConnection;
import java.net.InetSocketAddress;
import java.nio.ByteBuffer;
import java.time.Duration;
import java.util.HashSet;
import java.util.HexFormat;
import java.util.List;
import java.util.Set;

/// A connection for what has to be known or done before a run: one request at a time, which blocks.
/// Must be used by the thread that opens it.
final class ControlConnection implements Database, AutoCloseable {

  /// A change of the schema can take long.
  private static final Duration TIMEOUT = Duration.ofMinutes(2);

  private static final Duration AGREEMENT_TIMEOUT = Duration.ofSeconds(10);
  private static final long AGREEMENT_POLL_MILLIS = 100;

  private static final short LOCAL_ONE = 0x0A;

  private final Requests requests;
  private final Endpoint endpoint;
  private final SingleConnection connection;

  private ControlConnection(Requests requests, Endpoint endpoint, SingleConnection connection) {
    this.requests = requests;
    this.endpoint = endpoint;
    this.connection = connection;
  }

  /// @param settings with the newest version to try
  /// @param mayUseOlder whether to use an older version if the server does not support that one
  /// @throws DriverException if the server cannot be reached, or refuses the connection
  static ControlConnection open(
      Endpoint endpoint, SessionSettings settings, boolean mayUseOlder, String name)
      throws DriverException {
    Requests requests = new Requests(settings);
    try {
      return new ControlConnection(
          requests, endpoint, SingleConnection.open(endpoint, requests.session, name));
    } catch (DriverException e) {
      if (!mayUseOlder || !requests.session.isRefusedBecause(ErrorCode.PROTOCOL_ERROR)) {
        throw e;
      }
      return open(endpoint, settings.withVersion(Version.V4), false, name);
    }
  }

  /// What the connection was set up with.
  SessionSettings settings() {
    return requests.settings;
  }

  Endpoint endpoint() {
    return endpoint;
  }

  /// The node's address.
  InetSocketAddress address() {
    return (InetSocketAddress) endpoint.address();
  }

  @Override
  public Rows query(String cql) throws DriverException {
    return Rows.read(call(Opcode.QUERY, cql));
  }

  @Override
  public PreparedResult prepare(String cql) throws DriverException {
    ByteBuffer body = call(Opcode.PREPARE, cql);
    body.getInt(); // the kind
    return PreparedResult.read(requests.settings.version(), body);
  }

  @Override
  public void awaitSchemaAgreement() throws DriverException {
    long deadline = System.nanoTime() + AGREEMENT_TIMEOUT.toNanos();
    while (schemaVersions().size() > 1 && System.nanoTime() - deadline < 0) {
      try {
        Thread.sleep(AGREEMENT_POLL_MILLIS);
      } catch (InterruptedException e) {
        Thread.currentThread().interrupt();
        throw new DriverException("interrupted while the nodes agreed on the schema", e);
      }
    }
  }

  private Set<String> schemaVersions() throws DriverException {
    Set<String> versions = new HashSet<>();
    for (String table : List.of("local", "peers")) {
      for (Rows.Row row : query("SELECT schema_version FROM system." + table).rows()) {
        byte[] version = row.values().get("schema_version");
        if (version != null) {
          versions.add(HexFormat.of().formatHex(version));
        }
      }
    }
    return versions;
  }

  private ByteBuffer call(byte opcode, String cql) throws DriverException {
    requests.opcode = opcode;
    requests.cql = cql;
    Outcome outcome = connection.call(TIMEOUT);
    if (outcome == null) {
      throw new DriverException("no answer within 2 min to: " + cql);
    }
    if (!outcome.isOk()) {
      throw new DriverException(outcome.label());
    }
    return ByteBuffer.wrap(requests.result);
  }

  @Override
  public void close() {
    connection.close();
  }

  /// The request that is set, and its result.
  private static final class Requests {

    private final SessionSettings settings;
    private final CqlSession session;
    private byte opcode;
    private String cql = "";
    private byte[] result = {};

    Requests(SessionSettings settings) {
      this.settings = settings;
      this.session =
          new CqlSession(settings, List.of(), List.of()) {
            @Override
            public WireDriver.Codec newCodec(int stream) {
              return new RequestCodec(Requests.this, this, stream);
            }
          };
    }
  }

  private record RequestCodec(Requests requests, CqlSession session, int stream)
      implements WireDriver.Codec {

    @Override
    public void encode(int operation, long n, ByteBuffer out) {
      ByteBuffer body = session.writer.begin(requests.opcode, stream, out);
      Wire.putLongString(requests.cql, body);
      if (requests.opcode == Opcode.QUERY) {
        body.putShort(LOCAL_ONE);
        session.putFlags(0, body);
      } else if (session.hasPrepareFlags()) {
        body.putInt(0);
      }
      session.writer.end(out);
    }

    @Override
    public Outcome decode(ByteBuffer body) {
      if (session.reader.opcode() == Opcode.ERROR) {
        return Outcome.failed(ErrorCode.nameOf(body.getInt()) + ": " + Wire.getString(body));
      }
      byte[] bytes = new byte[body.remaining()];
      body.get(bytes);
      requests.result = bytes;
      return Outcome.OK;
    }

    @Override
    public void reset() {}
  }
}
