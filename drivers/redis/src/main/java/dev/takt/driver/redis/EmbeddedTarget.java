package dev.takt.driver.redis;

import dev.takt.load.driver.OperationSpec;
import java.util.List;
import java.util.Map;

/// The target `redis:embedded`: a Redis server with 10,000 items of 128 bytes.
final class EmbeddedTarget {

  /// Not sent for a key-value workload, which stores its own records.
  static final List<List<String>> INIT =
      List.of(
          List.of(
              "EVAL",
              "for i = 1, 10000 do redis.call('SET', 'item:' .. i, string.rep('x', 128)) end",
              "0"));

  static final List<OperationSpec> OPERATIONS =
      List.of(
          operation("read", 90, "GET item:{uniform:1..10000}", "found"),
          operation("write", 10, "SET item:{uniform:1..10000} {hex:128}", "=OK"));

  private EmbeddedTarget() {}

  private static OperationSpec operation(
      String name, double weight, String command, String expected) {
    return new OperationSpec(
        name, weight, Map.of(RedisOptions.COMMAND, command, RedisOptions.EXPECT, expected));
  }
}
