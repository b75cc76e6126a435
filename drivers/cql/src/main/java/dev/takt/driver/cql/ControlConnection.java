package dev.takt.driver.cql;

import dev.takt.driver.cql.protocol.ErrorCode;
import dev.takt.driver.cql.protocol.Opcode;
import dev.takt.driver.cql.protocol.Version;
import dev.takt.driver.cql.protocol.Wire;
import dev.takt.driver.cql.result.PreparedResult;
import dev.takt.driver.cql.result.Rows;
import dev.takt.driver.cql.workload.Database;
import dev.takt.load.driver.AsyncDriver;
import dev.takt.load.driver.DriverException;
import dev.takt.load.driver.Endpoint;
import dev.takt.load.driver.Outcome;
import dev.takt.load.driver.WireDriver;
import dev.takt.load.wire.WireTransport;
import java.net.InetSocketAddress;
import java.nio.ByteBuffer;
import java.time.Duration;
import java.util.HashSet;
import java.util.HexFormat;
import java.util.List;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/// A connection for what has to be known or done before a run: one request at a time, which blocks.
/// Must be used by the thread that opens it.
final class ControlConnection implements Database, AutoCloseable, AsyncDriver.Completions {

  /// A change of the schema can take long.
  private static final Duration TIMEOUT = Duration.ofMinutes(2);

  private static final Duration AGREEMENT_TIMEOUT = Duration.ofSeconds(10);
  private static final long AGREEMENT_POLL_MILLIS = 100;

  private static final short LOCAL_ONE = 0x0A;

  private final Requests driver;
  private final WireTransport transport;
  private @Nullable Outcome outcome;

  private ControlConnection(Requests driver, WireTransport transport) {
    this.driver = driver;
    this.transport = transport;
  }

  /// @param settings with the newest version to try
  /// @param mayUseOlder whether to use an older version if the server does not support that one
  /// @throws DriverException if the server cannot be reached, or refuses the connection
  static ControlConnection open(
      Endpoint endpoint, SessionSettings settings, boolean mayUseOlder, String name)
      throws DriverException {
    Requests driver = new Requests(endpoint, settings, name);
    try {
      return new ControlConnection(driver, WireTransport.connect(driver, 1));
    } catch (DriverException e) {
      if (!mayUseOlder || !driver.session.isRefusedBecause(ErrorCode.PROTOCOL_ERROR)) {
        throw e;
      }
      return open(endpoint, settings.withVersion(Version.V4), false, name);
    }
  }

  /// What the connection was set up with.
  SessionSettings settings() {
    return driver.settings;
  }

  Endpoint endpoint() {
    return driver.endpoint;
  }

  /// The node's address.
  InetSocketAddress address() {
    return (InetSocketAddress) driver.endpoint.address();
  }

  @Override
  public Rows query(String cql) throws DriverException {
    return Rows.read(call(Opcode.QUERY, cql));
  }

  @Override
  public PreparedResult prepare(String cql) throws DriverException {
    ByteBuffer body = call(Opcode.PREPARE, cql);
    body.getInt(); // the kind
    return PreparedResult.read(driver.settings.version(), body);
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
    driver.opcode = opcode;
    driver.cql = cql;
    outcome = null;
    long deadline = System.nanoTime() + TIMEOUT.toNanos();
    transport.send(0, 0, 0, this);
    while (outcome == null && System.nanoTime() - deadline < 0) {
      transport.poll(deadline, this);
    }
    if (outcome == null) {
      transport.cancel(0);
      throw new DriverException("no answer within 2 min to: " + cql);
    }
    if (!outcome.isOk()) {
      throw new DriverException(outcome.label());
    }
    return ByteBuffer.wrap(driver.result);
  }

  @Override
  public void completed(int slot, Outcome ended, long endNanos) {
    outcome = ended;
  }

  @Override
  public void close() {
    transport.close();
  }

  /// Its one operation is the request that is set.
  private static final class Requests implements WireDriver {

    private final Endpoint endpoint;
    private final SessionSettings settings;
    private final String name;
    private final CqlSession session;
    private byte opcode;
    private String cql = "";
    private byte[] result = {};

    Requests(Endpoint endpoint, SessionSettings settings, String name) {
      this.endpoint = endpoint;
      this.settings = settings;
      this.name = name;
      this.session =
          new CqlSession(settings, List.of(), List.of()) {
            @Override
            public Codec newCodec(int stream) {
              return new RequestCodec(Requests.this, this, stream);
            }
          };
    }

    @Override
    public Endpoint endpoint() {
      return endpoint;
    }

    @Override
    public Session newSession() {
      return session;
    }

    @Override
    public ByteBuffer sampleAnswer(int operation) {
      throw new UnsupportedOperationException("not for load");
    }

    @Override
    public String describe() {
      return name;
    }

    @Override
    public void close() {}
  }

  private record RequestCodec(Requests driver, CqlSession session, int stream)
      implements WireDriver.Codec {

    @Override
    public void encode(int operation, long n, ByteBuffer out) {
      ByteBuffer body = session.writer.begin(driver.opcode, stream, out);
      Wire.putLongString(driver.cql, body);
      if (driver.opcode == Opcode.QUERY) {
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
      driver.result = bytes;
      return Outcome.OK;
    }

    @Override
    public void reset() {}
  }
}
