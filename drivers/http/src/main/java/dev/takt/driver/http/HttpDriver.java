package dev.takt.driver.http;

import dev.takt.driver.http.h2.Http2Probe;
import dev.takt.driver.http.h2.Http2Streams;
import dev.takt.driver.http.h2.HttpVersion;
import dev.takt.driver.http.h2.TextCodec;
import dev.takt.load.driver.BodyBudget;
import dev.takt.load.driver.DriverException;
import dev.takt.load.driver.DriverRequest;
import dev.takt.load.driver.Endpoint;
import dev.takt.load.driver.FailedResponses;
import dev.takt.load.driver.WireDriver;
import dev.takt.load.keyvalue.KeyValues;
import dev.takt.load.tls.TlsOptions;
import java.io.UncheckedIOException;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Set;
import java.util.function.UnaryOperator;
import java.util.stream.IntStream;
import org.jspecify.annotations.Nullable;

/// HTTP/1.1 or HTTP/2 to a single server.
final class HttpDriver implements WireDriver {

  private static final Set<String> KNOWN_METHODS =
      Set.of("GET", "HEAD", "POST", "PUT", "PATCH", "DELETE", "OPTIONS", "TRACE");

  private final Origin origin;
  private final Endpoint endpoint;
  private final PreparedRequest[] forms;
  private final @Nullable Records records;
  private final long seed;
  private final FailedResponses failures;
  private final RedirectOutcomes redirects = new RedirectOutcomes();

  /// Seen by tests.
  final BodyBudget bodies = BodyBudget.ofHeap(Runtime.getRuntime().maxMemory());

  /// Null if redirects are not followed.
  private final @Nullable RedirectOrigins origins;

  /// Null for HTTP/1.1.
  private final @Nullable Http2Streams streams;

  private final List<String> doubts;

  private HttpDriver(
      List<String> doubts,
      @Nullable Http2Streams streams,
      Origin origin,
      Endpoint endpoint,
      PreparedRequest[] forms,
      @Nullable Records records,
      @Nullable RedirectOrigins origins,
      FailedResponses failures,
      long seed) {
    this.doubts = doubts;
    this.streams = streams;
    this.failures = failures;
    this.origins = origins;
    this.origin = origin;
    this.endpoint = endpoint;
    this.forms = forms;
    this.records = records;
    this.seed = seed;
  }

  static HttpDriver open(DriverRequest request) throws DriverException {
    Origin origin = Origin.parse(request.target());
    TlsOptions options = TlsOptions.of(request.properties());
    List<String> offered =
        HttpVersion.of(request.properties()) == HttpVersion.HTTP_1_1
            ? List.of()
            : Http2Probe.OFFERED;
    Endpoint probed = origin.endpoint(tls(origin, options, offered));
    Http2Streams streams = Http2Streams.of(request.properties(), probed, origin.toString());
    Endpoint endpoint = streams == null ? withoutAlpn(probed) : probed;
    FailedResponses failures = new FailedResponses(request.runDirectory());
    KeyValues keyValues = request.workload().keyValues();
    if (keyValues != null) {
      Records records = new Records(keyValues, origin);
      return new HttpDriver(
          List.of(),
          streams,
          origin,
          endpoint,
          new PreparedRequest[0],
          records,
          null,
          failures,
          request.workload().seed());
    }
    RedirectOrigins origins =
        HttpDriverProvider.followsRedirects(request)
            ? new RedirectOrigins(
                origin,
                other ->
                    tls(
                        other,
                        options.withoutClient(),
                        streams == null ? List.of() : Http2Probe.OFFERED))
            : null;
    PreparedRequest[] forms = forms(request, origin);
    return new HttpDriver(
        doubts(request, origin, forms),
        streams,
        origin,
        endpoint,
        forms,
        null,
        origins,
        failures,
        request.workload().seed());
  }

  /// The same endpoint for HTTP/1.1: another of its servers might choose HTTP/2.
  private static Endpoint withoutAlpn(Endpoint endpoint) {
    Tls tls = endpoint.tls();
    return tls == null ? endpoint : new Endpoint(endpoint.addresses(), tls.offering(List.of()));
  }

  private static @Nullable Tls tls(Origin origin, TlsOptions options, List<String> offered)
      throws DriverException {
    return origin.tls() ? options.tls(origin.certificateName()).offering(offered) : null;
  }

  private static PreparedRequest[] forms(DriverRequest request, Origin origin)
      throws DriverException {
    try {
      return IntStream.range(0, request.workload().operations().size())
          .mapToObj(i -> PreparedRequest.of(i, request, origin))
          .toArray(PreparedRequest[]::new);
    } catch (UncheckedIOException e) {
      throw new DriverException(String.valueOf(e.getMessage()), e);
    }
  }

  @Override
  public String describe() {
    return streams == null ? origin.toString() : origin + ", " + streams.describe();
  }

  @Override
  public Endpoint endpoint() {
    return endpoint;
  }

  @Override
  public Session newSession() {
    return streams == null ? stream -> newCodec() : streams.session(this::newCodec);
  }

  @Override
  public Session warmupSession() {
    return streams == null ? newSession() : streams.warmupSession(this::newCodec);
  }

  @Override
  public @Nullable Session observedSession(UnaryOperator<Codec> observer) {
    return streams == null ? null : streams.observedSession(this::newCodec, observer);
  }

  private TextCodec newCodec() {
    return records == null
        ? new HttpCodec(forms, seed, redirects, failures, origin, bodies, origins, streams != null)
        : new RecordCodec(records, redirects, failures, streams != null);
  }

  @Override
  public int pipelining() {
    return streams == null ? 1 : streams.count();
  }

  @Override
  public Message show(byte[] bytes) {
    Message message = MessageText.of(bytes);
    return streams == null ? message : Http2Streams.show(message);
  }

  @Override
  public ByteBuffer sampleAnswer(int operation) {
    return sampleAnswer(operation, 0);
  }

  @Override
  public ByteBuffer sampleAnswer(int operation, int step) {
    return sampleAnswer(operation, step, 0);
  }

  @Override
  public ByteBuffer sampleAnswer(int operation, int step, int stream) {
    if (records != null) {
      return answer(200, records.sample(operation, step), stream);
    }
    int status = forms[operation].expected.example();
    boolean bodiless =
        forms[operation].kind == ResponseReader.RequestKind.HEAD
            || status == 204
            || status == 304
            || status < 200;
    return answer(status, bodiless ? null : "ok", stream);
  }

  private ByteBuffer answer(int status, @Nullable String body, int stream) {
    if (streams != null) {
      return Http2Streams.sampleAnswer(stream, status, body);
    }
    String answer =
        "HTTP/1.1 "
            + status
            + " Sample\r\nServer: takt\r\nDate: Thu, 01 Jan 1970 00:00:00 GMT\r\n"
            + "Content-Type: text/plain\r\nContent-Length: "
            + (body == null ? 2 : body.length())
            + "\r\nConnection: keep-alive\r\n\r\n"
            + (body == null ? "" : body);
    return ByteBuffer.wrap(answer.getBytes(StandardCharsets.US_ASCII));
  }

  @Override
  public boolean isRepeatable(int operation) {
    return records == null ? forms[operation].repeatable : records.isRepeatable(operation);
  }

  @Override
  public void repeated(int operation) {
    if (streams != null) {
      streams.repeated();
    }
  }

  @Override
  public List<String> notes() {
    return streams == null ? List.of() : streams.notes();
  }

  @Override
  public Map<String, String> failureFiles() {
    return failures.files();
  }

  @Override
  public List<String> advice(Map<String, Long> errors) {
    List<String> advice = new ArrayList<>(doubts);
    if (errors.keySet().stream().anyMatch(label -> label.startsWith("status 3"))) {
      advice.add(
          "statuses 3xx count as failures; --follow-redirects follows redirects, and --expect"
              + " 2xx,3xx counts them as successes");
    }
    return advice;
  }

  /// Warnings about settings that are probably mistakes.
  private static List<String> doubts(
      DriverRequest request, Origin origin, PreparedRequest[] forms) {
    List<String> doubts = new ArrayList<>();
    boolean isReplay = request.workload().replay() != null;
    if (!origin.path().equals("/")
        && (isReplay
            || request.workload().operations().stream()
                .allMatch(each -> each.properties().containsKey(HttpDriverProvider.PATH)))) {
      doubts.add(
          "the target's path "
              + origin.path()
              + " is not requested: "
              + (isReplay ? "the log has other ones" : "the operations have their own"));
    }
    for (PreparedRequest form : forms) {
      String upper = form.method.toUpperCase(Locale.ROOT);
      if (!form.method.equals(upper) && KNOWN_METHODS.contains(upper)) {
        doubts.add(
            "the method "
                + form.method
                + " is sent as it is, and is not "
                + upper
                + ": methods are case-sensitive");
      }
    }
    return doubts.stream().distinct().toList();
  }

  @Override
  public void close() {}
}
