package dev.takt.driver.cql;

import dev.takt.load.driver.Driver;
import dev.takt.load.driver.DriverException;
import dev.takt.load.driver.DriverProvider;
import dev.takt.load.driver.DriverRequest;
import dev.takt.load.driver.OperationSpec;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.regex.Pattern;

/// Registers the `cql` driver.
public final class CqlDriverProvider implements DriverProvider {

  private static final Pattern WORD = Pattern.compile("[A-Za-z]+");

  /// For the service loader.
  public CqlDriverProvider() {}

  @Override
  public String name() {
    return "cql";
  }

  @Override
  public boolean accepts(String target) {
    return CqlTarget.isTarget(target);
  }

  @Override
  public String targetForm() {
    return CqlTarget.FORM + ", " + CqlTarget.EMBEDDED;
  }

  @Override
  public Optional<String> sharingProblem(DriverRequest request) {
    return new CqlOptions(request).sharingProblem();
  }

  @Override
  public List<Property> targetProperties() {
    return CqlOptions.targetProperties();
  }

  @Override
  public List<Property> operationProperties() {
    return CqlOptions.operationProperties();
  }

  @Override
  public List<OperationSpec> defaultOperations(String target) {
    return target.equals(CqlTarget.EMBEDDED)
        ? EmbeddedTarget.OPERATIONS
        : List.of(
            new OperationSpec(
                "read-version",
                1,
                Map.of(CqlOptions.CQL, "SELECT release_version FROM system.local")));
  }

  /// Names the operation after its statement: `select`, `insert`.
  @Override
  public String operationName(Map<String, Object> properties, String usual) {
    if (!(properties.get(CqlOptions.CQL) instanceof String cql)) {
      return usual;
    }
    String word = cql.strip().split("\\s", 2)[0];
    return WORD.matcher(word).matches() ? word.toLowerCase(Locale.ROOT) : usual;
  }

  @Override
  public boolean drivesKeyValues() {
    return true;
  }

  @Override
  public boolean knowsWorkloadProperty(String name) {
    return CqlOptions.YCSB_PROPERTIES.contains(name);
  }

  @Override
  public List<PropertyProblem> check(DriverRequest request) {
    return new CqlOptions(request).check();
  }

  @Override
  public Driver open(DriverRequest request) throws DriverException {
    return CqlDriver.open(request);
  }
}
