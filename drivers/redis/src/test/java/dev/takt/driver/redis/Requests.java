package dev.takt.driver.redis;

import dev.takt.load.driver.DriverRequest;
import dev.takt.load.driver.OperationSpec;
import dev.takt.load.driver.WorkloadSpec;
import dev.takt.load.keyvalue.KeyValues;
import dev.takt.load.workload.Generators;
import java.nio.file.Path;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/// Creates driver requests, as plans do.
final class Requests {

  private Requests() {}

  static OperationSpec command(String command) {
    return new OperationSpec("request", 1, Map.of("command", command));
  }

  static OperationSpec command(String command, String expect) {
    return new OperationSpec("request", 1, Map.of("command", command, "expect", expect));
  }

  /// @param namesAndValues properties of the target
  static DriverRequest of(String target, List<OperationSpec> operations, Object... namesAndValues) {
    Map<String, Object> properties = new HashMap<>();
    for (int i = 0; i < namesAndValues.length; i += 2) {
      properties.put((String) namesAndValues[i], namesAndValues[i + 1]);
    }
    return new DriverRequest(
        target,
        properties,
        new WorkloadSpec(operations, Generators.NONE, null, 42),
        null,
        4,
        Path.of("target"),
        line -> {});
  }

  static DriverRequest of(String target, KeyValues keyValues) {
    return of(target, keyValues, Map.of());
  }

  static DriverRequest of(String target, KeyValues keyValues, Map<String, Object> properties) {
    List<OperationSpec> operations =
        keyValues.kinds().stream()
            .map(kind -> new OperationSpec(kind.operationName(), 1, Map.of()))
            .toList();
    return new DriverRequest(
        target,
        properties,
        new WorkloadSpec(operations, Generators.NONE, keyValues, 42),
        null,
        4,
        Path.of("target"),
        line -> {});
  }
}
