package dev.takt.load.replay;

import static java.nio.charset.StandardCharsets.US_ASCII;
import static org.assertj.core.api.Assertions.assertThat;

import java.util.HashMap;
import java.util.Map;
import java.util.SplittableRandom;
import org.junit.jupiter.api.Test;

class TargetTableTest {

  /// More than one chunk of a MiB, and against a map.
  @Test
  void eachRequestIsKeptOnce() {
    TargetTable table = new TargetTable();
    Map<String, Integer> known = new HashMap<>();
    SplittableRandom random = new SplittableRandom(1);
    for (int i = 0; i < 30_000; i++) {
      String path = "/" + random.nextInt(10_000) + "x".repeat(random.nextInt(2) * 300);
      int kind = random.nextInt(2);
      byte[] bytes = (path + "rest").getBytes(US_ASCII);
      int number = table.add(kind, bytes, path.length());
      Integer before = known.putIfAbsent(kind + path, number);
      assertThat(number).isEqualTo(before == null ? known.size() - 1 : before);
    }
    assertThat(table.size()).isEqualTo(known.size());
    known.forEach((key, number) -> {
      assertThat(table.kind(number) + table.text(number)).isEqualTo(key);
    });
  }
}
