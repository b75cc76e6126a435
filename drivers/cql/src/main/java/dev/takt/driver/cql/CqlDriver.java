package dev.takt.driver.cql;

import dev.takt.driver.cql.embedded.CassandraServer;
import dev.takt.driver.cql.result.PreparedResult;
import dev.takt.load.driver.DriverException;
import dev.takt.load.driver.DriverRequest;
import dev.takt.load.driver.Endpoint;
import dev.takt.load.driver.FailedResponses;
import dev.takt.load.driver.WireDriver;
import dev.takt.load.keyvalue.KeyValues;
import java.nio.ByteBuffer;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.atomic.LongAdder;
import org.jspecify.annotations.Nullable;

/// Drives Cassandra, or another database that speaks CQL. Each statement is prepared on each
/// connection before the run. Nothing is retried, delayed or limited: what a server answers is the
/// outcome of the operation.
final class CqlDriver implements WireDriver {

  private final Cluster cluster;
  private final SessionSettings settings;
  private final int streams;
  private final Operations operations;
  private final Execution execution;
  private final List<PreparedResult> prepared;

  /// A server that was started for the run, or null.
  private final @Nullable CassandraServer server;

  private CqlDriver(
      Cluster cluster,
      SessionSettings settings,
      int streams,
      Operations operations,
      Execution execution,
      List<PreparedResult> prepared,
      @Nullable CassandraServer server) {
    this.cluster = cluster;
    this.settings = settings;
    this.streams = streams;
    this.operations = operations;
    this.execution = execution;
    this.prepared = prepared;
    this.server = server;
  }

  static CqlDriver open(DriverRequest request) throws DriverException {
    return request.target().equals(CqlTarget.EMBEDDED)
        ? EmbeddedTarget.open(request)
        : open(request, null);
  }

  /// @param server one that was started for the run, which the driver then owns; null for none
  static CqlDriver open(DriverRequest request, @Nullable CassandraServer server)
      throws DriverException {
    CqlOptions options = new CqlOptions(request);
    CqlTarget target = CqlTarget.parse(request.target());
    try (ControlConnection control = Cluster.connect(target, options)) {
      for (String cql : options.initStatements()) {
        initialise(control, cql, request);
      }
      Cluster cluster = Cluster.describe(control, target, options);
      KeyValues keyValues = request.workload().keyValues();
      List<PreparedResult> prepared;
      Operations operations;
      if (keyValues == null) {
        List<CqlText> texts = options.statements();
        prepared = prepareAll(control, texts.stream().map(CqlText::text).toList(), "");
        operations = planned(control, cluster, options, texts, prepared);
      } else {
        RecordOperations records = options.recordOperations(keyValues);
        if (options.createsTable()) {
          for (String cql : records.definitions()) {
            initialise(control, cql, request);
          }
        }
        prepared = prepareAll(control, records.statements(), "; --create-table makes it");
        operations = records;
      }
      return new CqlDriver(
          cluster,
          control.settings(),
          options.streams(),
          operations,
          new Execution(
              options.serialConsistency(),
              options.pageSize(),
              new FailedResponses(request.runDirectory()),
              new LongAdder()),
          prepared,
          server);
    }
  }

  private static PlannedOperations planned(
      ControlConnection control,
      Cluster cluster,
      CqlOptions options,
      List<CqlText> texts,
      List<PreparedResult> prepared)
      throws DriverException {
    List<Statement> statements = new ArrayList<>();
    for (int i = 0; i < texts.size(); i++) {
      statements.add(Statement.of(texts.get(i), prepared.get(i), options.expectation(i)));
    }
    return new PlannedOperations(
        List.copyOf(statements),
        options.consistency(),
        options.seed(),
        TokenRouting.of(control, cluster, statements, options.seed(), prepared));
  }

  private static List<PreparedResult> prepareAll(
      ControlConnection control, List<String> statements, String advice) throws DriverException {
    List<PreparedResult> prepared = new ArrayList<>();
    for (String cql : statements) {
      try {
        prepared.add(control.prepare(cql));
      } catch (DriverException e) {
        throw new DriverException(
            "the server cannot prepare: " + cql + "\n  " + e.getMessage() + advice, e);
      }
    }
    return List.copyOf(prepared);
  }

  private static void initialise(ControlConnection control, String cql, DriverRequest request)
      throws DriverException {
    String line = cql.strip().replaceAll("\\s+", " ");
    String shown = line.length() <= 80 ? line : line.substring(0, 79) + "…";
    request.progress().accept("init: " + shown + " …");
    try {
      control.query(cql);
    } catch (DriverException e) {
      throw new DriverException("init statement failed: " + shown + ": " + e.getMessage(), e);
    }
  }

  @Override
  public String describe() {
    return server == null
        ? cluster.description()
        : cluster.description() + ", started for this run (" + server.describe() + ")";
  }

  @Override
  public Endpoint endpoint() {
    return cluster.endpoints().getFirst();
  }

  @Override
  public List<Endpoint> endpoints() {
    return cluster.endpoints();
  }

  @Override
  public int preferredEndpoint(int operation, long n) {
    return operations.preferredEndpoint(operation, n);
  }

  @Override
  public Session newSession() {
    return new CqlSession(settings, operations.statements(), prepared) {
      @Override
      public Codec newCodec(int stream) {
        return operations.newCodec(this, stream, execution);
      }
    };
  }

  @Override
  public int pipelining() {
    return streams;
  }

  @Override
  public ByteBuffer sampleAnswer(int operation) {
    return sampleAnswer(operation, 0, 0);
  }

  @Override
  public ByteBuffer sampleAnswer(int operation, int step, int stream) {
    return operations.sampleAnswer(settings.version(), operation, step, stream);
  }

  @Override
  public boolean isRepeatable(int operation) {
    return operations.isRepeatable(operation);
  }

  @Override
  public List<String> advice(Map<String, Long> errors) {
    long count = execution.preparedAgain().sum();
    return count == 0
        ? List.of()
        : List.of(
            "Servers had forgotten statements, which were prepared again within "
                + count
                + (count == 1 ? " operation." : " operations."));
  }

  @Override
  public Map<String, String> failureFiles() {
    return execution.failures().files();
  }

  @Override
  public void close() {
    if (server != null) {
      server.close();
    }
  }
}
