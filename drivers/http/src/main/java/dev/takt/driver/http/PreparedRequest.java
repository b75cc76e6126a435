package dev.takt.driver.http;

import dev.takt.driver.http.StepValues.Place;
import dev.takt.load.driver.DriverProvider.PropertyProblem;
import dev.takt.load.driver.DriverRequest;
import dev.takt.load.driver.OperationSpec;
import dev.takt.load.driver.TargetUrl;
import dev.takt.load.replay.ReplayRequests;
import dev.takt.load.workload.Generators;
import dev.takt.load.workload.Template;
import dev.takt.runs.model.Environment;
import java.lang.foreign.MemorySegment;
import java.nio.BufferOverflowException;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.function.IntFunction;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/// One operation as prepared bytes: everything that does not vary between requests is rendered
/// once.
final class PreparedRequest {

  private static final Set<String> REPEATABLE =
      Set.of("GET", "HEAD", "OPTIONS", "TRACE", "PUT", "DELETE");

  /// Methods whose requests have content. Without content they send a length of 0 explicitly (RFC
  /// 9110, section 8.6); otherwise some servers respond with 411.
  private static final Set<String> WITH_CONTENT = Set.of("POST", "PUT", "PATCH");

  /// Default headers, which the user can override. A header with an empty value is omitted.
  private static final List<HeaderLine> DEFAULTS =
      List.of(new HeaderLine("User-Agent", userAgent()), new HeaderLine("Accept", "*/*"));

  private static final byte[] LENGTH_AND_END = "\r\n\r\n".getBytes(StandardCharsets.US_ASCII);
  private static final Pattern FORM =
      Pattern.compile("(?i)content-type\\s*:\\s*application/x-www-form-urlencoded\\b.*");

  /// How JSON begins: a placeholder such as `{user.text}` does not.
  private static final Pattern JSON = Pattern.compile("\\s*(?:\\{\\s*[\"}]|\\[)");

  private static final String DEFAULT_EXPECTED = "2xx";

  final String method;
  final ExpectedStatus expected;
  final ResponseReader.RequestKind kind;
  final boolean repeatable;

  /// The method and the space after it.
  final byte[] methodAndSpace;

  /// The first line of a step, which the user's cookies follow; null for an operation that is no
  /// step, whose whole head is [#head], or all of it after the path of a replay.
  private final @Nullable Template line;

  /// The paths of a replay; null for none.
  private final @Nullable ReplayRequests replay;

  private final Template head;
  private final @Nullable Template body;
  private final @Nullable FileBody file;

  /// Everything after the first line of a request after a redirect, indexed by [#hop]; empty if
  /// redirects are not followed.
  private final Template[] hops;

  private PreparedRequest(
      String method,
      ExpectedStatus expected,
      @Nullable Template line,
      @Nullable ReplayRequests replay,
      Template head,
      @Nullable Template body,
      @Nullable FileBody file,
      Template[] hops) {
    this.method = method;
    this.expected = expected;
    this.line = line;
    this.replay = replay;
    this.head = head;
    this.body = body;
    this.file = file;
    this.hops = hops;
    this.methodAndSpace = (method + " ").getBytes(StandardCharsets.US_ASCII);
    this.kind = ResponseReader.RequestKind.by(method);
    this.repeatable = REPEATABLE.contains(method);
  }

  /// Adds all problems with an operation to `problems`.
  static void check(
      int index, DriverRequest request, Origin origin, List<PropertyProblem> problems) {
    OperationSpec operation = request.workload().operations().get(index);
    Map<String, Object> properties = operation.properties();
    Checks checks = new Checks(index, problems);
    checks.run(HttpDriverProvider.METHOD, () -> methodOf(properties));
    checks.run(HttpDriverProvider.EXPECT, () -> expectedOf(properties));
    checks.run(
        HttpDriverProvider.PATH,
        () ->
            Template.parse(
                pathOf(operation, origin),
                request.workload().generators(),
                names(operation, pathPlaces(0))));
    checks.run(
        HttpDriverProvider.HEADER,
        () -> headersOf(properties).forEach(each -> checkHeader(each, request, operation)));
    checks.run(HttpDriverProvider.BODY, () -> bodyOf(operation, request));
  }

  private record Checks(int index, List<PropertyProblem> problems) {
    void run(String property, Runnable check) {
      try {
        check.run();
      } catch (IllegalArgumentException e) {
        problems.add(new PropertyProblem(index, property, String.valueOf(e.getMessage())));
      }
    }
  }

  /// Creates the form of a checked operation.
  static PreparedRequest of(int index, DriverRequest request, Origin origin) {
    OperationSpec operation = request.workload().operations().get(index);
    Map<String, Object> properties = operation.properties();
    String method = methodOf(properties);
    Template body = bodyOf(operation, request);
    FileBody file = fileOf(properties);
    List<HeaderLine> headers = headers(properties, origin);
    String length = length(method, body, file);
    String line = method + " " + pathOf(operation, origin) + " HTTP/1.1\r\n";
    String fields = fields(headers, length);
    Generators generators = request.workload().generators();
    Template[] hops = hops(headers, length, operation, request);
    ReplayRequests replay = request.workload().replay();
    if (operation.variables() == null) {
      String start = replay == null ? line : " HTTP/1.1\r\n";
      int ofPath = replay == null ? line.length() : 0;
      Template head =
          Template.parse(
              start + fields,
              generators,
              names(operation, at -> at < ofPath ? Place.URL : Place.HEADER));
      return new PreparedRequest(
          method, expectedOf(properties), null, replay, head, body, file, hops);
    }
    return new PreparedRequest(
        method,
        expectedOf(properties),
        Template.parse(line, generators, names(operation, pathPlaces(method.length() + 1))),
        null,
        Template.parse(fields, generators, names(operation, _ -> Place.HEADER)),
        body,
        file,
        hops);
  }

  /// @param start where the path begins
  private static IntFunction<Place> pathPlaces(int start) {
    return index -> index == start ? Place.REFERENCE : Place.URL;
  }

  /// The variables of a step; none for an operation that is no step. Where they are, environment
  /// variables can be.
  private static Template.VariableNames names(OperationSpec operation, IntFunction<Place> place) {
    Map<String, Integer> variables = operation.variables();
    return StepValues.names(variables == null ? Map.of() : variables, place);
  }

  /// Requests to another origin have no credentials and another `Host`; requests with another
  /// method have no body.
  private static Template[] hops(
      List<HeaderLine> headers, String length, OperationSpec operation, DriverRequest request) {
    if (!HttpDriverProvider.followsRedirects(request)) {
      return new Template[0];
    }
    Template[] hops = new Template[4];
    Generators generators = request.workload().generators();
    Template.VariableNames names = names(operation, _ -> Place.HEADER);
    for (boolean isElsewhere : new boolean[] {false, true}) {
      List<HeaderLine> there =
          headers.stream()
              .filter(each -> !isElsewhere || !(each.isSecret() || each.is("Host")))
              .toList();
      List<HeaderLine> withoutContent = there.stream().filter(each -> !each.isOfContent()).toList();
      hops[hop(isElsewhere, true)] = Template.parse(fields(there, length), generators, names);
      hops[hop(isElsewhere, false)] =
          Template.parse(fields(withoutContent, "\r\n"), generators, names);
    }
    return hops;
  }

  private static int hop(boolean isElsewhere, boolean isSameMethod) {
    return (isElsewhere ? 1 : 0) + (isSameMethod ? 2 : 0);
  }

  /// All header lines except `Content-Length`.
  private static List<HeaderLine> headers(Map<String, Object> properties, Origin origin) {
    List<HeaderLine> given = headersOf(properties).stream().map(HeaderLine::parse).toList();
    List<HeaderLine> headers = new ArrayList<>();
    if (!has(given, "Host")) {
      headers.add(new HeaderLine("Host", origin.authority()));
    }
    if (origin.credentials() != null && !has(given, "Authorization")) {
      headers.add(new HeaderLine("Authorization", origin.credentials()));
    }
    for (HeaderLine each : DEFAULTS) {
      if (!has(given, each.name())) {
        headers.add(each);
      }
    }
    given.stream().filter(each -> !isOmitted(each)).forEach(headers::add);
    return headers;
  }

  /// The end of a head: the `Content-Length` and the empty line. For a generated body, only the
  /// name of the field, because the length is written per request.
  private static String length(String method, @Nullable Template body, @Nullable FileBody file) {
    if (body != null) {
      return "Content-Length: ";
    } else if (file != null) {
      return "Content-Length: " + file.size() + "\r\n\r\n";
    }
    return WITH_CONTENT.contains(method) ? "Content-Length: 0\r\n\r\n" : "\r\n";
  }

  /// Everything from the second line of a request on.
  private static String fields(List<HeaderLine> headers, String length) {
    StringBuilder fields = new StringBuilder(256);
    headers.forEach(each -> each.appendTo(fields));
    return fields.append(length).toString();
  }

  private static boolean has(List<HeaderLine> headers, String name) {
    return headers.stream().anyMatch(each -> each.is(name));
  }

  private static boolean isOmitted(HeaderLine header) {
    return header.value().isEmpty() && has(DEFAULTS, header.name());
  }

  /// The product and version of this build, as the value of `User-Agent`.
  static String userAgent() {
    return "takt/" + Environment.Takt.current().version();
  }

  private static String methodOf(Map<String, Object> properties) {
    String method =
        (String)
            properties.getOrDefault(
                HttpDriverProvider.METHOD,
                properties.containsKey(HttpDriverProvider.BODY) ? "POST" : "GET");
    if (!HeaderLine.isToken(method)) {
      throw new IllegalArgumentException(
          "expected a method such as GET or POST, found \"" + method + "\"");
    }
    return method;
  }

  private static ExpectedStatus expectedOf(Map<String, Object> properties) {
    return ExpectedStatus.parse(
        (String) properties.getOrDefault(HttpDriverProvider.EXPECT, DEFAULT_EXPECTED));
  }

  private static String pathOf(OperationSpec operation, Origin origin) {
    String text = (String) operation.properties().get(HttpDriverProvider.PATH);
    String path = text == null ? origin.path() : TargetUrl.encoded(TargetUrl.withoutFragment(text));
    if (startsWithVariable(path, operation.variables())) {
      return path;
    }
    if (!path.startsWith("/") || path.chars().anyMatch(c -> c <= ' ' || c == 127)) {
      throw new IllegalArgumentException(
          "expected a path that begins with / and has no white space (%20 stands for a space), found \""
              + (text == null ? path : text)
              + "\"");
    }
    return path;
  }

  /// Whether a value of the user is the path, or its first part.
  private static boolean startsWithVariable(String path, @Nullable Map<String, Integer> variables) {
    int close = path.startsWith("{") ? path.indexOf('}') : -1;
    return variables != null
        && close > 0
        && variables.containsKey(path.substring(1, close).strip())
        && path.substring(close).chars().noneMatch(c -> c <= ' ' || c == 127);
  }

  @SuppressWarnings("unchecked") // the declared type of the property
  private static List<String> headersOf(Map<String, Object> properties) {
    return (List<String>) properties.getOrDefault(HttpDriverProvider.HEADER, List.of());
  }

  private static void checkHeader(String line, DriverRequest request, OperationSpec operation) {
    HeaderLine header = HeaderLine.parse(line);
    if (header.is("Content-Length") || header.is("Transfer-Encoding")) {
      throw new IllegalArgumentException(
          "Takt sets the length of the body itself; leave out \"" + line + "\"");
    }
    if (header.is("Cookie") && operation.variables() != null) {
      throw new IllegalArgumentException(
          "a user of a journey sends the cookies that it was given; leave out \"" + line + "\"");
    }
    Template.parse(line, request.workload().generators(), names(operation, _ -> Place.HEADER));
  }

  private static @Nullable Template bodyOf(OperationSpec operation, DriverRequest request) {
    String body = (String) operation.properties().get(HttpDriverProvider.BODY);
    if (body == null || FileBody.fileOf(body) != null) {
      return null;
    }
    String text = FileBody.textOf(body);
    Place place = placeOf(text, headersOf(operation.properties()));
    return Template.parse(text, request.workload().generators(), names(operation, _ -> place));
  }

  /// What values in a body are escaped for.
  private static Place placeOf(String body, List<String> headers) {
    if (headers.stream().anyMatch(each -> FORM.matcher(each).matches())) {
      return Place.URL;
    }
    return JSON.matcher(body).lookingAt() ? Place.JSON : Place.BODY;
  }

  private static @Nullable FileBody fileOf(Map<String, Object> properties) {
    String body = (String) properties.get(HttpDriverProvider.BODY);
    Path file = body == null ? null : FileBody.fileOf(body);
    return file == null ? null : FileBody.open(file);
  }

  /// The bytes to send after the request that [#encode] writes, or null.
  @Nullable MemorySegment attachment() {
    return file == null ? null : file.content();
  }

  boolean hasBody() {
    return body != null;
  }

  /// Appends the request of operation `n`.
  ///
  /// @param values of the user, if it is a step
  /// @param scratch for a body, whose length must be known before it is written; if there is one,
  ///   at least as large as `out`
  void encode(long seed, long n, StepValues values, ByteBuffer out, ByteBuffer scratch) {
    if (line != null) {
      int from = out.position() + methodAndSpace.length;
      line.render(seed, n, values, out);
      values.goTo(out, from);
      values.putCookies(out);
    }
    if (replay != null) {
      out.put(methodAndSpace);
      replay.putTarget(n, out);
    }
    head.render(seed, n, values, out);
    encodeBody(seed, n, values, out, scratch);
  }

  private void encodeBody(
      long seed, long n, Template.Variables values, ByteBuffer out, ByteBuffer scratch) {
    if (body != null) {
      scratch.clear();
      body.render(seed, n, values, scratch);
      scratch.flip();
      Bytes.putDecimal(scratch.remaining(), out);
      out.put(LENGTH_AND_END).put(scratch);
    }
  }

  /// Appends everything after the first line of a request after a redirect, except the `Host` of
  /// another origin.
  ///
  /// @param isElsewhere whether it goes to another origin
  /// @param isSameMethod whether it has the operation's method, and so its body
  /// @param scratch as for [#encode]
  void encodeHop(
      long seed,
      long n,
      StepValues values,
      boolean isElsewhere,
      boolean isSameMethod,
      ByteBuffer out,
      ByteBuffer scratch) {
    hops[hop(isElsewhere, isSameMethod)].render(seed, n, values, out);
    if (isSameMethod) {
      encodeBody(seed, n, values, out, scratch);
    }
  }

  /// The path and query of operation `n`; each character is a byte.
  String target(long seed, long n, StepValues values) {
    if (replay != null) {
      return replay.target(n);
    }
    ByteBuffer rendered = ByteBuffer.allocate(64 * 1024);
    while (true) {
      try {
        (line == null ? head : line).render(seed, n, values, rendered);
        String text =
            new String(rendered.array(), 0, rendered.position(), StandardCharsets.ISO_8859_1);
        int from = methodAndSpace.length;
        return text.substring(from, text.indexOf(' ', from));
      } catch (BufferOverflowException e) {
        rendered = ByteBuffer.allocate(2 * rendered.capacity());
      }
    }
  }
}
