package dev.takt.fleet.result;

import dev.takt.load.config.Plan;
import dev.takt.load.config.PlanLaunch;
import dev.takt.load.config.PlanReader;
import dev.takt.load.config.source.PlanException;
import dev.takt.load.driver.DriverProvider;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.ServiceLoader;

/// Plans of short runs against a simulated target: 20 operations a second.
public final class Plans {

  private static final List<DriverProvider> DRIVERS =
      ServiceLoader.load(DriverProvider.class).stream().map(ServiceLoader.Provider::get).toList();

  private Plans() {}

  static Plan plan(String... keysAndValues) throws PlanException {
    Map<String, List<String>> flags = new HashMap<>();
    flags.put("target", List.of("sim:delay=0"));
    flags.put("rate", List.of("20/s"));
    flags.put("self-warmup", List.of("off"));
    for (int i = 0; i < keysAndValues.length; i += 2) {
      flags.put(keysAndValues[i], List.of(keysAndValues[i + 1]));
    }
    return new PlanReader(DRIVERS).read(null, flags);
  }

  public static PlanLaunch launch(String... keysAndValues) throws PlanException {
    return PlanLaunch.prepare(plan(keysAndValues), DRIVERS);
  }
}
