package dev.takt.driver.redis;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.Map;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class OperationNameTest {

  @ParameterizedTest
  @CsvSource({
    "SET user:1 x, set",
    "' hgetall k', hgetall",
    "JSON.SET a $ 1, json-set",
    "{uniform:1..2} x, ping",
    "'\"SET\" k v', ping",
  })
  void operationOfFlagsHasTheNameOfItsCommand(String command, String expected) {
    RedisDriverProvider provider = new RedisDriverProvider();

    assertThat(provider.operationName(Map.of(RedisOptions.COMMAND, command), "ping"))
        .isEqualTo(expected);
  }
}
