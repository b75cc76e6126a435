package dev.takt.watch.scheduler;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.HashMap;
import java.util.HashSet;
import java.util.Map;
import java.util.Random;
import java.util.Set;
import org.junit.jupiter.api.Test;

class IntHashMapTest {

  @Test
  void behavesLikeHashMap() {
    Random random = new Random(42);
    IntHashMap<Integer> table = new IntHashMap<>();
    Map<Integer, Integer> model = new HashMap<>();
    for (int i = 0; i < 200_000; i++) {
      int key = 1 + random.nextInt(500) * (random.nextBoolean() ? 1 : 4096);
      switch (random.nextInt(3)) {
        case 0 -> {
          table.put(key, i);
          model.put(key, i);
        }
        case 1 -> {
          table.remove(key);
          model.remove(key);
        }
        default -> assertThat(table.get(key)).isEqualTo(model.get(key));
      }
    }
    Set<Integer> values = new HashSet<>();
    table.forEach(values::add);
    assertThat(values).isEqualTo(new HashSet<>(model.values()));
  }
}
