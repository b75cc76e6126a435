package dev.takt.driver.ycsb;

import dev.takt.load.driver.BlockingDriver;
import dev.takt.load.driver.DriverException;
import dev.takt.load.driver.DriverProvider;
import dev.takt.load.driver.DriverRequest;
import dev.takt.load.driver.WorkloadSpec;
import dev.takt.load.keyvalue.KeyValues;
import dev.takt.load.workload.Generators;
import java.nio.file.Path;
import java.time.Duration;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/// Opens drivers like the command does.
final class Driven {

  static final DriverProvider PROVIDER = new YcsbDriverProvider();

  private Driven() {}

  static BlockingDriver open(Path folder, String name, KeyValues keyValues) throws DriverException {
    return open(request(folder, "ycsb:" + name, folder.toString(), keyValues, null));
  }

  static BlockingDriver open(DriverRequest request) throws DriverException {
    return (BlockingDriver) PROVIDER.open(request);
  }

  static DriverRequest request(
      Path runDirectory,
      String name,
      @Nullable String bindings,
      @Nullable KeyValues keyValues,
      @Nullable Duration initTimeout) {
    Map<String, Object> properties = new HashMap<>();
    if (bindings != null) {
      properties.put("bindings", bindings);
    }
    if (initTimeout != null) {
      properties.put("init-timeout", initTimeout);
    }
    return new DriverRequest(
        name,
        properties,
        new WorkloadSpec(PROVIDER.defaultOperations(name), Generators.NONE, keyValues, 1),
        null,
        4,
        runDirectory,
        message -> {});
  }

  static Records records() {
    return new Records(Map.of(), true, false);
  }

  static List<String> messages(DriverRequest request) {
    return PROVIDER.check(request).stream()
        .map(problem -> problem.property() + ": " + problem.message())
        .toList();
  }
}
