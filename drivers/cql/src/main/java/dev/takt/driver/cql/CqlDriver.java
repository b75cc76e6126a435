package dev.takt.driver.cql;

import dev.takt.driver.cql.protocol.PreparedResult;
import dev.takt.load.driver.DriverException;
import dev.takt.load.driver.DriverRequest;
import dev.takt.load.driver.Endpoint;
import dev.takt.load.driver.FailedResponses;
import dev.takt.load.driver.WireDriver;
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
  private final Execution execution;
  private final List<PreparedResult> prepared;
  private final @Nullable TokenRouting routing;
  private final boolean[] repeatable;

  private CqlDriver(
      Cluster cluster,
      SessionSettings settings,
      int streams,
      Execution execution,
      List<PreparedResult> prepared,
      @Nullable TokenRouting routing) {
    this.cluster = cluster;
    this.settings = settings;
    this.streams = streams;
    this.execution = execution;
    this.prepared = prepared;
    this.routing = routing;
    this.repeatable = new boolean[execution.statements().size()];
    for (int i = 0; i < repeatable.length; i++) {
      repeatable[i] = execution.statements().get(i).isQuery();
    }
  }

  static CqlDriver open(DriverRequest request) throws DriverException {
    CqlOptions options = new CqlOptions(request);
    CqlTarget target = CqlTarget.parse(request.target());
    try (ControlConnection control = Cluster.connect(target, options)) {
      for (String cql : options.initStatements()) {
        initialise(control, cql, request);
      }
      Cluster cluster = Cluster.describe(control, target, options);
      List<PreparedResult> prepared = new ArrayList<>();
      List<Statement> statements = new ArrayList<>();
      List<CqlText> texts = options.statements();
      for (int i = 0; i < texts.size(); i++) {
        PreparedResult result = prepare(control, texts.get(i).text());
        prepared.add(result);
        statements.add(Statement.of(texts.get(i), result, options.expectation(i)));
      }
      Execution execution =
          new Execution(
              List.copyOf(statements),
              options.consistency(),
              options.serialConsistency(),
              options.pageSize(),
              request.workload().seed(),
              new FailedResponses(request.runDirectory()),
              new LongAdder());
      return new CqlDriver(
          cluster,
          control.settings(),
          options.streams(),
          execution,
          List.copyOf(prepared),
          TokenRouting.of(control, cluster, execution, prepared));
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

  private static PreparedResult prepare(ControlConnection control, String cql)
      throws DriverException {
    try {
      return control.prepare(cql);
    } catch (DriverException e) {
      throw new DriverException("the server cannot prepare: " + cql + "\n  " + e.getMessage(), e);
    }
  }

  @Override
  public String describe() {
    return cluster.description();
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
    return routing == null ? ANY_ENDPOINT : routing.endpoint(operation, n);
  }

  @Override
  public Session newSession() {
    List<String> texts = execution.statements().stream().map(Statement::text).toList();
    return new CqlSession(settings, texts, prepared) {
      @Override
      public Codec newCodec(int stream) {
        return new CqlCodec(this, stream, execution);
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
    return SampleAnswer.of(
        settings.version(), stream, execution.statements().get(operation).expectation());
  }

  @Override
  public boolean isRepeatable(int operation) {
    return repeatable[operation];
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
  public void close() {}
}
