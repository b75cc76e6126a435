package dev.takt.driver.http;

import dev.takt.driver.http.h2.HttpVersion;
import dev.takt.load.driver.Driver;
import dev.takt.load.driver.DriverException;
import dev.takt.load.driver.DriverProvider;
import dev.takt.load.driver.DriverRequest;
import dev.takt.load.driver.OperationSpec;
import dev.takt.load.tls.TlsOptions;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Set;

/// Registers the `http` driver.
public final class HttpDriverProvider implements DriverProvider {

  static final String FOLLOW_REDIRECTS = "follow-redirects";
  static final String METHOD = "method";
  static final String PATH = "path";
  static final String HEADER = "header";
  static final String BODY = "body";
  static final String EXPECT = "expect";

  /// Names that other drivers use for the parts of a target's credentials.
  private static final Set<String> CREDENTIALS = Set.of("user", "password");

  /// For the service loader.
  public HttpDriverProvider() {}

  @Override
  public String name() {
    return "http";
  }

  @Override
  public boolean accepts(String target) {
    return Origin.isTarget(target);
  }

  @Override
  public String targetForm() {
    return Origin.FORM;
  }

  @Override
  public List<Property> targetProperties() {
    List<Property> properties = new ArrayList<>();
    properties.add(
        new Property(
            TlsOptions.INSECURE,
            Type.BOOLEAN,
            "accept any certificate of an https target, for any host name"));
    properties.add(
        new Property(
            FOLLOW_REDIRECTS,
            Type.BOOLEAN,
            "follow up to 10 redirects within an operation, never from https to http, and without"
                + " credentials to other hosts"));
    properties.addAll(HttpVersion.properties());
    properties.addAll(TlsOptions.properties());
    return List.copyOf(properties);
  }

  /// Whether redirects are followed.
  static boolean followsRedirects(DriverRequest request) {
    return Boolean.TRUE.equals(request.properties().get(FOLLOW_REDIRECTS));
  }

  @Override
  public List<Property> operationProperties() {
    return List.of(
        new Property(METHOD, Type.STRING, "request method; default GET, or POST with a body"),
        new Property(
            PATH,
            Type.STRING,
            "path and query, with generated values: /items/{uniform:1..1000}; default: the"
                + " target's"),
        new Property(
            HEADER,
            Type.STRINGS,
            "a header line, NAME: VALUE, with generated values; may be given several times;"
                + " 'User-Agent:' and 'Accept:' leave out Takt's own"),
        new Property(
            BODY,
            Type.STRING,
            "request body, with generated values; @FILE sends a file as it is, @@ stands for an @"),
        new Property(
            EXPECT,
            Type.STRING,
            "statuses that count as success, such as 200, 2xx or 200,404; default 2xx"));
  }

  @Override
  public List<OperationSpec> defaultOperations(String target) {
    return List.of(new OperationSpec("request", 1, Map.of()));
  }

  @Override
  public int pipelining(Map<String, Object> properties) {
    return HttpVersion.declaredStreams(properties);
  }

  @Override
  public boolean drivesJourneys() {
    return true;
  }

  @Override
  public boolean drivesReplays() {
    return true;
  }

  @Override
  public boolean isReplayed(String property) {
    return property.equals(METHOD) || property.equals(PATH) || property.equals(BODY);
  }

  @Override
  public boolean drivesKeyValues() {
    return true;
  }

  @Override
  public String insteadOf(String property) {
    return CREDENTIALS.contains(property) ? "; write http://USER:PASSWORD@HOST/" : "";
  }

  @Override
  public List<PropertyProblem> check(DriverRequest request) {
    List<PropertyProblem> problems = new ArrayList<>();
    HttpVersion.check(request.properties(), problems);
    try {
      Origin origin = Origin.parse(request.target());
      problems.addAll(checkTls(TlsOptions.of(request.properties()), origin, request));
      if (request.workload().keyValues() != null) {
        Records.check(request, origin, problems);
        return problems;
      }
      for (int i = 0; i < request.workload().operations().size(); i++) {
        PreparedRequest.check(i, request, origin, problems);
      }
    } catch (IllegalArgumentException e) {
      problems.add(new PropertyProblem(-1, "target", String.valueOf(e.getMessage())));
    }
    return problems;
  }

  /// Redirects can lead from http to https, where authorities matter. A client certificate applies
  /// only to the target.
  private static List<PropertyProblem> checkTls(
      TlsOptions options, Origin origin, DriverRequest request) {
    if (origin.tls() || !followsRedirects(request)) {
      return options.check(origin.tls(), "https://");
    }
    List<PropertyProblem> problems = new ArrayList<>(options.withoutClient().check(true, ""));
    problems.addAll(options.withoutAuthorities().check(false, "https://"));
    return problems;
  }

  @Override
  public Driver open(DriverRequest request) throws DriverException {
    return HttpDriver.open(request);
  }
}
