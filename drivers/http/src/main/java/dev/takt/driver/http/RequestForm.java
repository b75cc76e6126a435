package dev.takt.driver.http;

import dev.takt.load.driver.DriverProvider.PropertyProblem;
import dev.takt.load.driver.DriverRequest;
import dev.takt.load.driver.TargetUrl;
import dev.takt.load.workload.Template;
import dev.takt.runs.Environment;
import java.lang.foreign.MemorySegment;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/// One operation, ready to be written as bytes: everything that does not change from request to
/// request is rendered once.
final class RequestForm {

  private static final Set<String> REPEATABLE =
      Set.of("GET", "HEAD", "OPTIONS", "TRACE", "PUT", "DELETE");

  /// Requests whose content has a meaning: without one its length is 0, said so (RFC 9110, section
  /// 8.6). Some servers answer 411 otherwise.
  private static final Set<String> WITH_CONTENT = Set.of("POST", "PUT", "PATCH");

  /// What is sent unless the user gave it. A header without a value leaves it out.
  private static final List<HeaderLine> DEFAULTS =
      List.of(new HeaderLine("User-Agent", userAgent()), new HeaderLine("Accept", "*/*"));

  private static final byte[] LENGTH_AND_END = "\r\n\r\n".getBytes(StandardCharsets.US_ASCII);
  private static final String DEFAULT_EXPECTED = "2xx";

  final String method;
  final ExpectedStatus expected;
  final AnswerReader.Asked asked;
  final boolean repeatable;

  private final Template head;
  private final @Nullable Template body;
  private final @Nullable FileBody file;

  private RequestForm(
      String method,
      ExpectedStatus expected,
      Template head,
      @Nullable Template body,
      @Nullable FileBody file) {
    this.method = method;
    this.expected = expected;
    this.head = head;
    this.body = body;
    this.file = file;
    this.asked = AnswerReader.Asked.by(method);
    this.repeatable = REPEATABLE.contains(method);
  }

  /// Adds all that is wrong with an operation to `problems`.
  static void check(
      int index, DriverRequest request, Origin origin, List<PropertyProblem> problems) {
    Map<String, Object> properties = request.operations().get(index).properties();
    Checks checks = new Checks(index, problems);
    checks.run(HttpDriverProvider.METHOD, () -> methodOf(properties));
    checks.run(HttpDriverProvider.EXPECT, () -> expectedOf(properties));
    checks.run(
        HttpDriverProvider.PATH,
        () -> Template.parse(pathOf(properties, origin), request.generators()));
    checks.run(
        HttpDriverProvider.HEADER,
        () -> headersOf(properties).forEach(line -> checkHeader(line, request)));
    checks.run(HttpDriverProvider.BODY, () -> bodyOf(properties, request));
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

  /// The form of an operation that was checked.
  static RequestForm of(int index, DriverRequest request, Origin origin) {
    Map<String, Object> properties = request.operations().get(index).properties();
    String method = methodOf(properties);
    Template body = bodyOf(properties, request);
    FileBody file = fileOf(properties);
    String text = headOf(method, properties, origin, body, file);
    Template head = Template.parse(text, request.generators());
    return new RequestForm(method, expectedOf(properties), head, body, file);
  }

  private static String headOf(
      String method,
      Map<String, Object> properties,
      Origin origin,
      @Nullable Template body,
      @Nullable FileBody file) {
    StringBuilder head = new StringBuilder(256);
    head.append(method).append(' ').append(pathOf(properties, origin)).append(" HTTP/1.1\r\n");
    List<HeaderLine> headers = headersOf(properties).stream().map(HeaderLine::parse).toList();
    if (!has(headers, "Host")) {
      new HeaderLine("Host", origin.authority()).appendTo(head);
    }
    if (origin.credentials() != null && !has(headers, "Authorization")) {
      new HeaderLine("Authorization", origin.credentials()).appendTo(head);
    }
    for (HeaderLine each : DEFAULTS) {
      if (!has(headers, each.name())) {
        each.appendTo(head);
      }
    }
    headers.stream().filter(each -> !isOmitted(each)).forEach(each -> each.appendTo(head));
    if (file != null) {
      head.append("Content-Length: ").append(file.size()).append("\r\n");
    } else if (body == null && WITH_CONTENT.contains(method)) {
      head.append("Content-Length: 0\r\n");
    }
    return head.append(body == null ? "\r\n" : "Content-Length: ").toString();
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

  private static String pathOf(Map<String, Object> properties, Origin origin) {
    String said = (String) properties.get(HttpDriverProvider.PATH);
    String path = said == null ? origin.path() : TargetUrl.encoded(TargetUrl.withoutFragment(said));
    if (!path.startsWith("/") || path.chars().anyMatch(c -> c <= ' ' || c == 127)) {
      throw new IllegalArgumentException(
          "expected a path that begins with / and has no white space (%20 stands for a space), found \""
              + (said == null ? path : said)
              + "\"");
    }
    return path;
  }

  @SuppressWarnings("unchecked") // the declared type of the property
  private static List<String> headersOf(Map<String, Object> properties) {
    return (List<String>) properties.getOrDefault(HttpDriverProvider.HEADER, List.of());
  }

  private static void checkHeader(String line, DriverRequest request) {
    HeaderLine header = HeaderLine.parse(line);
    if (header.is("Content-Length") || header.is("Transfer-Encoding")) {
      throw new IllegalArgumentException(
          "Takt sets the length of the body itself; leave out \"" + line + "\"");
    }
    Template.parse(line, request.generators());
  }

  private static @Nullable Template bodyOf(Map<String, Object> properties, DriverRequest request) {
    String body = (String) properties.get(HttpDriverProvider.BODY);
    return body == null || FileBody.fileOf(body) != null
        ? null
        : Template.parse(FileBody.textOf(body), request.generators());
  }

  private static @Nullable FileBody fileOf(Map<String, Object> properties) {
    String body = (String) properties.get(HttpDriverProvider.BODY);
    Path file = body == null ? null : FileBody.fileOf(body);
    return file == null ? null : FileBody.open(file);
  }

  /// What follows the request that [#encode] writes, or null.
  @Nullable MemorySegment attachment() {
    return file == null ? null : file.content();
  }

  boolean hasBody() {
    return body != null;
  }

  /// Appends the request of operation `n`.
  ///
  /// @param scratch for a body, whose length must be known before it: then at least as large as
  ///   `out`
  void encode(long seed, long n, ByteBuffer out, ByteBuffer scratch) {
    head.render(seed, n, out);
    if (body != null) {
      scratch.clear();
      body.render(seed, n, scratch);
      scratch.flip();
      Bytes.putDecimal(scratch.remaining(), out);
      out.put(LENGTH_AND_END).put(scratch);
    }
  }
}
