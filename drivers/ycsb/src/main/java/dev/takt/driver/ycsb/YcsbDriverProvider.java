package dev.takt.driver.ycsb;

import dev.takt.load.driver.Driver;
import dev.takt.load.driver.DriverException;
import dev.takt.load.driver.DriverProvider;
import dev.takt.load.driver.DriverRequest;
import dev.takt.load.driver.OperationSpec;
import dev.takt.load.keyvalue.KeyValues;
import java.io.IOException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/// Registers the driver for YCSB bindings: `ycsb:CLASS`, or `ycsb:NAME` with YCSB's short name.
public final class YcsbDriverProvider implements DriverProvider {

  private static final String PREFIX = "ycsb:";
  private static final String BINDINGS = "bindings";
  private static final String INIT_TIMEOUT = "init-timeout";
  private static final Duration DEFAULT_INIT_TIMEOUT = Duration.ofMinutes(2);

  /// Prefixes of the properties that only YCSB's client reads, never a binding.
  private static final List<String> CLIENT_PROPERTY_PREFIXES =
      List.of(
          "hdrhistogram.",
          "histogram.",
          "htrace.",
          "latencytrackederrors",
          "measurement",
          "reportlatencyforeacherror",
          "timeseries.");

  /// For [java.util.ServiceLoader].
  public YcsbDriverProvider() {}

  @Override
  public String name() {
    return "ycsb";
  }

  @Override
  public boolean accepts(String target) {
    return target.startsWith(PREFIX);
  }

  @Override
  public String targetForm() {
    return "ycsb:CLASS or ycsb:NAME (a binding written for YCSB, such as ycsb:basic), with --workload";
  }

  @Override
  public List<Property> targetProperties() {
    return List.of(
        new Property(
            BINDINGS,
            Type.STRING,
            "class path of the binding: folders of jars or classes, and jars"),
        new Property(INIT_TIMEOUT, Type.DURATION, "time limit for a binding's init(); default 2m"));
  }

  @Override
  public List<Property> operationProperties() {
    return List.of();
  }

  @Override
  public List<OperationSpec> defaultOperations(String target) {
    return List.of(new OperationSpec("read", 1, Map.of()));
  }

  @Override
  public boolean drivesKeyValues() {
    return true;
  }

  /// All properties are passed to the binding, and which of them it reads is unknown. Those of
  /// YCSB's own measurements and tracing it never reads.
  @Override
  public boolean knowsWorkloadProperty(String name) {
    return CLIENT_PROPERTY_PREFIXES.stream().noneMatch(name::startsWith);
  }

  @Override
  public List<PropertyProblem> check(DriverRequest request) {
    List<PropertyProblem> problems = new ArrayList<>();
    String name = name(request);
    if (BindingNames.classOf(name) == null) {
      problems.add(
          new PropertyProblem(
              -1,
              "target",
              "expected ycsb: and the class or YCSB's short name of a binding (basic, jdbc, mongodb, …), found "
                  + request.target()));
    }
    if (request.workload().keyValues() == null) {
      problems.add(
          new PropertyProblem(
              -1, "target", "a YCSB binding needs a YCSB workload: set --workload FILE"));
    }
    try {
      BindingPath _ = BindingPath.parse(bindings(request), name);
    } catch (IOException e) {
      problems.add(new PropertyProblem(-1, BINDINGS, String.valueOf(e.getMessage())));
    }
    if (initTimeout(request).compareTo(Duration.ZERO) <= 0) {
      problems.add(new PropertyProblem(-1, INIT_TIMEOUT, "expected more than 0"));
    }
    return List.copyOf(problems);
  }

  @Override
  public Driver open(DriverRequest request) throws DriverException {
    String name = name(request);
    String type = BindingNames.classOf(name);
    KeyValues keyValues = request.workload().keyValues();
    if (type == null || keyValues == null) {
      throw new DriverException("no binding for the target " + request.target());
    }
    Binding binding = Binding.load(type, path(request, name), keyValues, request);
    return new YcsbDriver(
        binding, new InitWatchdog(binding.name(), initTimeout(request), request.progress()));
  }

  private static BindingPath path(DriverRequest request, String name) throws DriverException {
    try {
      return BindingPath.parse(bindings(request), name);
    } catch (IOException e) {
      throw new DriverException("--bindings: " + e.getMessage(), e);
    }
  }

  private static String name(DriverRequest request) {
    return request.target().substring(PREFIX.length());
  }

  private static @Nullable String bindings(DriverRequest request) {
    return (String) request.properties().get(BINDINGS);
  }

  private static Duration initTimeout(DriverRequest request) {
    return request.properties().get(INIT_TIMEOUT) instanceof Duration given
        ? given
        : DEFAULT_INIT_TIMEOUT;
  }
}
