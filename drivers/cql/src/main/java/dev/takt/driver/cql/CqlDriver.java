package dev.takt.driver.cql;

import dev.takt.driver.cql.embedded.CassandraServer;
import dev.takt.driver.cql.result.PreparedResult;
import dev.takt.driver.cql.workload.Workload;
import dev.takt.load.driver.DriverException;
import dev.takt.load.driver.DriverRequest;
import dev.takt.load.driver.Endpoint;
import dev.takt.load.driver.FailedResponses;
import dev.takt.load.driver.RowCount;
import dev.takt.load.driver.WireDriver;
import dev.takt.load.keyvalue.KeyValues;
import dev.takt.load.wire.BulkLoad;
import dev.takt.runs.text.Units;
import java.nio.ByteBuffer;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
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
  private final PreparedOperations prepared;
  private final Execution execution;

  /// A server that was started for the run, or null.
  private final @Nullable CassandraServer server;

  private CqlDriver(
      Cluster cluster,
      SessionSettings settings,
      int streams,
      PreparedOperations prepared,
      Execution execution,
      @Nullable CassandraServer server) {
    this.cluster = cluster;
    this.settings = settings;
    this.streams = streams;
    this.operations = prepared.operations();
    this.prepared = prepared;
    this.execution = execution;
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
      initialise(control, options.initStatements(), request);
      Cluster cluster = Cluster.describe(control, target, options);
      Execution execution =
          new Execution(
              options.serialConsistency(),
              options.pageSize(),
              new FailedResponses(request.runDirectory()),
              new LongAdder());
      PreparedOperations operations = operations(control, cluster, options, request);
      CqlDriver driver =
          new CqlDriver(
              cluster, control.settings(), options.streams(), operations, execution, server);
      if (operations.operations() instanceof ProvidedOperations(var workload, _, _)) {
        driver.warmUp(workload, request);
      }
      return driver;
    }
  }

  /// Carries out the operations that warm the server up.
  private void warmUp(Workload workload, DriverRequest request) throws DriverException {
    PreparedOperations rehearsal =
        new PreparedOperations(operations.forWarmup(), prepared.statements());
    CqlDriver driver = new CqlDriver(cluster, settings, streams, rehearsal, execution, null);
    for (int i = 0; i < request.workload().operations().size(); i++) {
      long count = workload.warmUps(i);
      if (count > 0) {
        String name = request.workload().operations().get(i).name();
        request.progress().accept("warming up with " + Units.count(count) + " of " + name + " …");
        BulkLoad.repeat(driver, i, count);
      }
    }
  }

  private static PreparedOperations operations(
      ControlConnection control, Cluster cluster, CqlOptions options, DriverRequest request)
      throws DriverException {
    KeyValues keyValues = request.workload().keyValues();
    if (keyValues != null) {
      RecordOperations records = options.recordOperations(keyValues);
      if (options.createsTable()) {
        initialise(control, records.definitions(), request);
      }
      return PreparedOperations.of(control, records, "; --create-table makes it");
    }
    if (options.hasStressCommand()) {
      Workload workload = options.stressWorkload(control);
      List<PreparedResult> prepared =
          PreparedOperations.prepare(control, workload.statements(), "");
      TokenRouting routing = TokenRouting.of(control, cluster, prepared);
      return new PreparedOperations(ProvidedOperations.of(workload, routing), prepared);
    }
    List<CqlText> texts = options.statements();
    List<PreparedResult> prepared =
        PreparedOperations.prepare(control, texts.stream().map(CqlText::text).toList(), "");
    return new PreparedOperations(planned(control, cluster, options, texts, prepared), prepared);
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
        TokenRouting.of(control, cluster, prepared));
  }

  private static void initialise(
      ControlConnection control, List<String> statements, DriverRequest request)
      throws DriverException {
    for (String cql : statements) {
      initialise(control, cql, request);
    }
    if (!statements.isEmpty()) {
      control.awaitSchemaAgreement();
    }
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
    return newSession(operations);
  }

  @Override
  public Session warmupSession() {
    return newSession(operations.forWarmup());
  }

  private Session newSession(Operations carriedOut) {
    return new CqlSession(settings, carriedOut.statements(), prepared.statements()) {
      @Override
      public Codec newCodec(int stream) {
        return carriedOut.newCodec(this, stream, execution);
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
    return SampleAnswer.compressed(
        operations.sampleAnswer(settings.version(), operation, step, stream),
        settings.version(),
        settings.compression());
  }

  @Override
  public boolean isRepeatable(int operation) {
    return operations.isRepeatable(operation);
  }

  @Override
  public Optional<RowCount> rowCount(int operation) {
    return operations instanceof ProvidedOperations(Workload workload, _, _)
        ? workload.rowCount(operation)
        : Optional.empty();
  }

  @Override
  public void whenDone(Runnable end) {
    if (operations instanceof ProvidedOperations(Workload workload, _, _)) {
      workload.whenDone(end);
    }
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
