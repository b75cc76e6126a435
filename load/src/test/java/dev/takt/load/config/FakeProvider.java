package dev.takt.load.config;

import dev.takt.load.driver.BlockingDriver;
import dev.takt.load.driver.Driver;
import dev.takt.load.driver.DriverException;
import dev.takt.load.driver.DriverProvider;
import dev.takt.load.driver.DriverRequest;
import dev.takt.load.driver.OperationSpec;
import dev.takt.load.driver.Outcome;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;

/// A driver with a property of each type, for `fake:` and, like the real one, for `demo`.
public class FakeProvider implements DriverProvider {

  public FakeProvider() {}

  @Override
  public String name() {
    return "fake";
  }

  @Override
  public boolean accepts(String target) {
    return target.startsWith("fake:") || target.equals("demo");
  }

  @Override
  public String targetForm() {
    return "fake:WHATEVER";
  }

  @Override
  public List<Property> targetProperties() {
    return List.of(
        new Property("user", Type.STRING, "a user"),
        new Property("password", Type.STRING, "a password"),
        new Property("jar", Type.FILES, "files"),
        new Property("insecure", Type.BOOLEAN, "no questions asked"),
        new Property("connect-timeout", Type.DURATION, "how long to wait"));
  }

  @Override
  public List<Property> operationProperties() {
    return List.of(
        new Property("sql", Type.STRING, "a statement"),
        new Property("header", Type.STRINGS, "headers"),
        new Property("expect-rows", Type.INTEGER, "rows"));
  }

  @Override
  public List<OperationSpec> defaultOperations(String target) {
    return List.of(new OperationSpec("query", 1, Map.of()));
  }

  /// Requires `sql` for each operation of target `fake:strict`, and rejects the user `nobody`.
  @Override
  public List<PropertyProblem> check(DriverRequest request) {
    List<PropertyProblem> problems = new ArrayList<>();
    if ("nobody".equals(request.properties().get("user"))) {
      problems.add(new PropertyProblem(-1, "user", "expected somebody, found nobody"));
    }
    for (int i = 0; i < request.workload().operations().size(); i++) {
      if (request.target().equals("fake:strict")
          && !request.workload().operations().get(i).properties().containsKey("sql")) {
        problems.add(new PropertyProblem(i, "sql", "is missing"));
      }
    }
    return problems;
  }

  @Override
  public Driver open(DriverRequest request) throws DriverException {
    return new FakeDriver();
  }

  private static final class FakeDriver implements BlockingDriver {
    @Override
    public String describe() {
      return "nothing";
    }

    @Override
    public Session open(int worker) {
      return (operation, n) -> Outcome.OK;
    }

    @Override
    public void close() {}
  }
}
