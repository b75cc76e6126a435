package dev.takt.cassandra.stress.data;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import org.junit.jupiter.api.Test;

class RevisitSetTest {

  /// Against a plain list, over several chunks.
  @Test
  void orderIsThatOfAddition() {
    RevisitSet set = new RevisitSet();
    List<UnfinishedPartition> expected = new ArrayList<>();
    Random random = new Random(1);
    for (int seed = 0; seed < 10_000; seed++) {
      UnfinishedPartition partition = new UnfinishedPartition(seed, 0, 2);
      assertThat(set.add(partition)).isSameAs(partition);
      expected.add(partition);
      if (random.nextInt(3) == 0) {
        UnfinishedPartition removed = expected.remove(random.nextInt(expected.size()));
        set.remove(removed);
        set.remove(removed);
        assertThat(set.find(removed.seed())).isNull();
      }
    }
    assertThat(expected).hasSizeGreaterThan(5000);
    for (int i = 0; i < expected.size(); i++) {
      assertThat(set.get(i)).isSameAs(expected.get(i));
    }
    assertThat(set.get(expected.size())).isNull();
  }

  @Test
  void seedIsPresentOnce() {
    RevisitSet set = new RevisitSet();
    UnfinishedPartition first = set.add(new UnfinishedPartition(1, 0, 2));
    assertThat(set.add(new UnfinishedPartition(1, 5, 2))).isSameAs(first);
    assertThat(set.get(1)).isNull();
  }

  @Test
  void emptySet() {
    RevisitSet set = new RevisitSet();
    set.remove(new UnfinishedPartition(1, 0, 2));
    assertThat(set.get(0)).isNull();
  }
}
