package dev.takt.fleet.result;

import dev.takt.load.config.PlanLaunch;
import dev.takt.load.config.PlanReader;
import dev.takt.load.config.source.PlanException;
import dev.takt.load.driver.Driver;
import dev.takt.load.driver.DriverException;
import dev.takt.load.driver.DriverProvider;
import dev.takt.load.driver.DriverRequest;
import dev.takt.load.driver.OperationSpec;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/// Plans of journeys: 20 users a second, or a number of `users`, for 5 s. Nothing is sent.
final class JourneyPlans {

  private JourneyPlans() {}

  static PlanLaunch launch(String journeys, String... keysAndValues) throws PlanException {
    Map<String, List<String>> flags = new HashMap<>();
    flags.put("target", List.of("nowhere:"));
    flags.put("rate", List.of("20/s"));
    flags.put("duration", List.of("5s"));
    flags.put("self-warmup", List.of("off"));
    flags.put("journeys", List.of(journeys));
    if (List.of(keysAndValues).contains("users")) {
      flags.remove("rate");
    }
    for (int i = 0; i < keysAndValues.length; i += 2) {
      flags.put(keysAndValues[i], List.of(keysAndValues[i + 1]));
    }
    List<DriverProvider> drivers = List.of(new Nowhere());
    return PlanLaunch.prepare(new PlanReader(drivers).read(null, flags), drivers);
  }

  /// A driver for plans that are only read.
  private static final class Nowhere implements DriverProvider {

    @Override
    public String name() {
      return "nowhere";
    }

    @Override
    public boolean accepts(String target) {
      return target.equals("nowhere:");
    }

    @Override
    public String targetForm() {
      return "nowhere:";
    }

    @Override
    public boolean drivesJourneys() {
      return true;
    }

    @Override
    public List<Property> targetProperties() {
      return List.of();
    }

    @Override
    public List<Property> operationProperties() {
      return List.of();
    }

    @Override
    public List<OperationSpec> defaultOperations(String target) {
      return List.of(new OperationSpec("none", 1, Map.of()));
    }

    @Override
    public List<PropertyProblem> check(DriverRequest request) {
      return List.of();
    }

    @Override
    public Driver open(DriverRequest request) throws DriverException {
      throw new DriverException("there is nothing to drive");
    }
  }
}
