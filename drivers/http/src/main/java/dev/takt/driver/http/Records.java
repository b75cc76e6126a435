package dev.takt.driver.http;

import dev.takt.load.driver.DriverProvider.PropertyProblem;
import dev.takt.load.driver.DriverRequest;
import dev.takt.load.keyvalue.KeyValueKind;
import dev.takt.load.keyvalue.KeyValues;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.Map;

/// Maps records to a REST interface. Methods are those of YCSB's binding `rest`: a record is read
/// by `GET`, inserted by `POST` and updated by `PUT`. Its URL is the target's URL, a slash and the
/// key. A body is a JSON object of the fields that are written or read. A read of a single field
/// adds `?fields=NAME`. YCSB's binding has no scans; here a scan is a `GET` of the first record's
/// URL with `?count=N`.
final class Records {

  private static final String EXPECTED = "2xx";
  private static final String USER_AGENT = "User-Agent: " + PreparedRequest.userAgent() + "\r\n";

  final KeyValues keyValues;
  final ExpectedStatus expected = ExpectedStatus.parse(EXPECTED);
  final byte[][] names;

  /// Whether requests go over TLS.
  final boolean isSecure;

  /// The path and a slash.
  final byte[] path;

  /// The bytes from the space after a path to the empty line; for requests with a body, to its
  /// length.
  final byte[] end;

  final byte[] endWithBody;

  Records(KeyValues keyValues, Origin origin) {
    this.keyValues = keyValues;
    this.isSecure = origin.tls();
    this.names =
        keyValues.fieldNames().stream()
            .map(name -> name.getBytes(StandardCharsets.UTF_8))
            .toArray(byte[][]::new);
    this.path = ascii(origin.path().endsWith("/") ? origin.path() : origin.path() + "/");
    String credentials = origin.credentials();
    String version =
        " HTTP/1.1\r\nHost: "
            + origin.authority()
            + "\r\n"
            + USER_AGENT
            + (credentials == null ? "" : "Authorization: " + credentials + "\r\n");
    this.end = ascii(version + "Accept: application/json\r\n\r\n");
    this.endWithBody = ascii(version + "Content-Type: application/json\r\nContent-Length: ");
  }

  static byte[] ascii(String text) {
    return text.getBytes(StandardCharsets.US_ASCII);
  }

  /// Reports what a key-value workload cannot do with a target or with options of operations.
  static void check(DriverRequest request, Origin origin, List<PropertyProblem> problems) {
    if (!origin.path().chars().allMatch(c -> c > ' ' && c < 127 && "?#{}".indexOf(c) < 0)) {
      problems.add(
          new PropertyProblem(
              -1,
              "target",
              "a key-value workload puts each key after the target's path: expected a path without"
                  + " a query and generated values, found \""
                  + origin.path()
                  + "\""));
    }
    if (HttpDriverProvider.followsRedirects(request)) {
      problems.add(
          new PropertyProblem(
              -1,
              HttpDriverProvider.FOLLOW_REDIRECTS,
              "a key-value workload does not follow redirects"));
    }
    for (int i = 0; i < request.workload().operations().size(); i++) {
      Map<String, Object> properties = request.workload().operations().get(i).properties();
      for (String name : properties.keySet()) {
        problems.add(
            new PropertyProblem(i, name, "the requests of a key-value workload are made by it"));
      }
    }
  }

  /// Whether an operation may be resent if it is unknown whether it arrived. Inserts are not
  /// idempotent.
  boolean isRepeatable(int operation) {
    return keyValues.kinds().get(operation) != KeyValueKind.INSERT;
  }

  /// A sample body that a server could send.
  String sample(int operation, int step) {
    KeyValueKind kind = keyValues.kinds().get(operation);
    boolean reads =
        kind == KeyValueKind.READ || (kind == KeyValueKind.READ_MODIFY_WRITE && step == 0);
    if (!reads) {
      return "{}";
    }
    StringBuilder body = new StringBuilder("{");
    for (String name : keyValues.fieldNames()) {
      body.append(body.length() > 1 ? ",\"" : "\"").append(name).append("\":\"");
      body.repeat('x', keyValues.maxValueLength()).append('"');
    }
    return body.append('}').toString();
  }
}
