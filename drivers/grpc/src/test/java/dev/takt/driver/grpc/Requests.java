package dev.takt.driver.grpc;

import dev.takt.load.driver.DriverRequest;
import dev.takt.load.driver.OperationSpec;
import dev.takt.load.driver.WorkloadSpec;
import dev.takt.load.workload.Generators;
import java.nio.file.Path;
import java.time.Duration;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/// Creates driver requests, as plans do.
final class Requests {

  private Requests() {}

  /// @param namesAndValues properties of the operation
  static OperationSpec operation(Object... namesAndValues) {
    return new OperationSpec("call", 1, map(namesAndValues));
  }

  private static Map<String, Object> map(Object... namesAndValues) {
    Map<String, Object> properties = new HashMap<>();
    for (int i = 0; i < namesAndValues.length; i += 2) {
      properties.put((String) namesAndValues[i], namesAndValues[i + 1]);
    }
    return properties;
  }

  /// @param namesAndValues properties of the target
  static DriverRequest of(String target, List<OperationSpec> operations, Object... namesAndValues) {
    return of(target, operations, null, Path.of("target"), namesAndValues);
  }

  static DriverRequest of(
      String target,
      List<OperationSpec> operations,
      @Nullable Duration timeout,
      Path runDirectory,
      Object... namesAndValues) {
    return new DriverRequest(
        target,
        map(namesAndValues),
        new WorkloadSpec(operations, Generators.NONE, null, 42),
        timeout,
        4,
        runDirectory,
        _ -> {});
  }
}
