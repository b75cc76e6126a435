package dev.takt.driver.http;

import dev.takt.load.driver.DriverRequest;
import dev.takt.load.driver.OperationSpec;
import dev.takt.load.driver.WorkloadSpec;
import dev.takt.load.workload.Generators;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;

/// Creates driver requests, as a plan of one operation does.
final class Requests {

  private Requests() {}

  static DriverRequest of(String target, Map<String, Object> properties) {
    return of(target, Map.of(), properties, Path.of("unused"));
  }

  /// @param properties of the target
  /// @param operation the properties of the operation
  static DriverRequest of(
      String target,
      Map<String, Object> properties,
      Map<String, Object> operation,
      Path runDirectory) {
    return of(target, properties, operation, runDirectory, Generators.NONE);
  }

  /// @param generators what placeholders stand for
  static DriverRequest of(
      String target,
      Map<String, Object> properties,
      Map<String, Object> operation,
      Path runDirectory,
      Generators generators) {
    return new DriverRequest(
        target,
        properties,
        new WorkloadSpec(List.of(new OperationSpec("request", 1, operation)), generators, null, 42),
        null,
        1,
        runDirectory,
        line -> {});
  }
}
