package dev.takt.driver.jdbc;

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

/// Driver requests for tests.
final class Requests {

  private Requests() {}

  static DriverRequest of(String target, Map<String, Object> properties, String... statements) {
    List<OperationSpec> operations =
        List.of(statements).stream()
            .map(sql -> new OperationSpec("op", 1, Map.<String, Object>of("sql", sql)))
            .toList();
    return of(target, properties, null, Path.of("."), operations);
  }

  static DriverRequest of(
      String target,
      Map<String, Object> properties,
      @Nullable Duration timeout,
      Path runDirectory,
      List<OperationSpec> operations) {
    return new DriverRequest(
        target,
        properties,
        new WorkloadSpec(operations, Generators.NONE, null, 42),
        timeout,
        4,
        runDirectory,
        message -> {});
  }

  static OperationSpec operation(String sql, Object... namesAndValues) {
    Map<String, Object> properties = new HashMap<>(Map.of("sql", sql));
    for (int i = 0; i < namesAndValues.length; i += 2) {
      properties.put((String) namesAndValues[i], namesAndValues[i + 1]);
    }
    return new OperationSpec("op", 1, properties);
  }
}
