package dev.takt.driver.http;

import dev.takt.load.driver.DriverRequest;
import dev.takt.load.driver.OperationSpec;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;

/// Creates driver requests, as a plan of one operation does.
final class Requests {

  private Requests() {}

  static DriverRequest of(String target, Map<String, Object> properties) {
    return new DriverRequest(
        target,
        Map.of(),
        List.of(new OperationSpec("request", 1, properties)),
        Map.of(),
        null,
        42,
        null,
        1,
        Path.of("unused"),
        line -> {});
  }
}
