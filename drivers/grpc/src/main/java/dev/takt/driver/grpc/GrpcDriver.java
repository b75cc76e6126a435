package dev.takt.driver.grpc;

import dev.takt.driver.grpc.schema.Reflection;
import dev.takt.driver.grpc.schema.Schema;
import dev.takt.http2.Http2Session;
import dev.takt.http2.SampleAnswer;
import dev.takt.http2.hpack.FieldBlock;
import dev.takt.load.driver.AsyncDriver.Viewer;
import dev.takt.load.driver.BodyBudget;
import dev.takt.load.driver.DriverException;
import dev.takt.load.driver.DriverRequest;
import dev.takt.load.driver.Endpoint;
import dev.takt.load.driver.FailedResponses;
import dev.takt.load.driver.WireDriver;
import dev.takt.load.tls.TlsOptions;
import java.nio.ByteBuffer;
import java.util.ArrayList;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.atomic.LongAdder;

/// Drives a gRPC server with unary calls.
final class GrpcDriver implements WireDriver {

  private static final String ALPN = "h2";

  /// An empty message.
  private static final byte[] SAMPLE_MESSAGE = new byte[5];

  private final GrpcTarget target;
  private final Endpoint endpoint;
  private final int streams;
  private final List<String> notes;
  private final List<Call> calls;
  private final Schema schema;
  private final FailedResponses failures;
  private final long seed;
  private final BodyBudget budget = BodyBudget.ofHeap(Runtime.getRuntime().maxMemory());
  private final LongAdder repeated = new LongAdder();

  private GrpcDriver(
      GrpcTarget target,
      Endpoint endpoint,
      int streams,
      List<String> notes,
      List<Call> calls,
      Schema schema,
      DriverRequest request) {
    this.target = target;
    this.endpoint = endpoint;
    this.streams = streams;
    this.notes = List.copyOf(notes);
    this.calls = List.copyOf(calls);
    this.schema = schema;
    this.failures = new FailedResponses(request.runDirectory());
    this.seed = request.workload().seed();
  }

  static GrpcDriver open(DriverRequest request) throws DriverException {
    GrpcOptions options = new GrpcOptions(request);
    GrpcTarget target = GrpcTarget.parse(request.target());
    Endpoint endpoint = endpoint(target, options.tls());
    List<String> notes = new ArrayList<>();
    int streams = options.streams();
    Schema schema;
    try (ControlConnection server = ControlConnection.open(target, endpoint)) {
      if (server.maxStreams() < streams) {
        streams = Math.max(1, server.maxStreams());
        notes.add("the server takes only " + streams + " calls on a connection at once");
      }
      schema =
          options.hasSchemaFiles()
              ? options.schema()
              : new Reflection(server).schema(services(options.methods(target)));
    } catch (IllegalArgumentException e) {
      throw new DriverException(String.valueOf(e.getMessage()), e);
    }
    List<Call> calls = new ArrayList<>();
    for (int i = 0; i < request.workload().operations().size(); i++) {
      try {
        calls.add(options.call(i, target, schema));
      } catch (IllegalArgumentException e) {
        String message = Reflection.printable(String.valueOf(e.getMessage()));
        throw new DriverException(
            request.workload().operations().get(i).name() + ": " + message, e);
      }
    }
    return new GrpcDriver(target, endpoint, streams, notes, calls, schema, request);
  }

  /// Where a target is.
  ///
  /// @throws DriverException if the host is unknown, or a file of TLS cannot be read
  static Endpoint endpoint(GrpcTarget target, TlsOptions tls) throws DriverException {
    return Endpoint.resolve(
        target.host(),
        target.port(),
        target.tls() ? tls.tls(target.certificateName()).offering(List.of(ALPN)) : null);
  }

  private static Set<String> services(List<MethodName> methods) {
    Set<String> services = new LinkedHashSet<>();
    methods.forEach(each -> services.add(each.service()));
    return services;
  }

  @Override
  public String describe() {
    return "gRPC at "
        + target
        + ", up to "
        + streams
        + (streams == 1 ? " call" : " calls")
        + " on a connection";
  }

  @Override
  public Endpoint endpoint() {
    return endpoint;
  }

  @Override
  public void requireReady() throws DriverException {
    try (ControlConnection server = ControlConnection.open(target, endpoint)) {
      Health.require(server);
    }
  }

  @Override
  public Session newSession() {
    return new Http2Session(this::newExchange);
  }

  @Override
  public Session warmupSession() {
    return Http2Session.forWarmup(this::newExchange);
  }

  @Override
  public Session shownSession(Viewer viewer) {
    MessageDecoder decoder = new MessageDecoder(schema);
    calls.forEach(each -> decoder.load(each.input()));
    return new Http2Session(() -> new ShownExchange(newExchange(), calls, decoder, viewer));
  }

  @Override
  public Message show(byte[] bytes) {
    return CallText.parse(bytes);
  }

  private GrpcExchange newExchange() {
    return new GrpcExchange(calls, failures, seed, schema, budget);
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
    StatusCode status = calls.get(operation).expectation().example();
    FieldBlock trailers = FieldBlock.EMPTY.with("grpc-status", String.valueOf(status.number()));
    FieldBlock head = FieldBlock.EMPTY.with("content-type", "application/grpc");
    SampleAnswer answer = SampleAnswer.onStream(stream).head(200, head);
    return (status == StatusCode.OK ? answer.data(SAMPLE_MESSAGE) : answer)
        .trailers(trailers)
        .end();
  }

  @Override
  public void repeated(int operation) {
    repeated.increment();
  }

  @Override
  public List<String> notes() {
    List<String> all = new ArrayList<>(notes);
    if (repeated.sum() > 0) {
      all.add(
          repeated.sum()
              + " calls were sent once more: the server closed their connection (GOAWAY) without"
              + " processing them");
    }
    return all;
  }

  @Override
  public Map<String, String> failureFiles() {
    return failures.files();
  }

  @Override
  public void close() {}
}
