package dev.takt.cassandra.stress.random;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.HashMap;
import java.util.Map;
import org.junit.jupiter.api.Test;

class XorShiftTest {

  /// Numbers that cassandra-stress of Cassandra 4.0-alpha2 generates, by their place.
  @Test
  void numbersAreThoseOfCassandraStressAlsoAfterRefreshes() {
    XorShift random = new XorShift();
    random.setSeed(-6);
    Map<Integer, Long> numbers = new HashMap<>();
    for (int i = 1; i <= 65; i++) {
      numbers.put(i, random.nextLong());
    }
    assertThat(numbers)
        .containsEntry(1, -3968302392188779378L)
        .containsEntry(2, -4921919524899263499L)
        .containsEntry(31, -1900867307702840295L)
        .containsEntry(32, 2493322719403361345L)
        .containsEntry(33, -9133246764632387052L)
        .containsEntry(64, 2655625831127517432L)
        .containsEntry(65, -5856192607041359871L);
  }
}
