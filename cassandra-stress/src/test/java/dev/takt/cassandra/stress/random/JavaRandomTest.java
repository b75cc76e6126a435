package dev.takt.cassandra.stress.random;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.Random;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class JavaRandomTest {

  @ParameterizedTest
  @ValueSource(longs = {0, 1, -1, 42, Long.MIN_VALUE, Long.MAX_VALUE, 10_000_000_000_000_001L})
  void sequenceIsThatOfTheJdk(long seed) {
    JavaRandom random = new JavaRandom();
    random.setSeed(seed);
    Random expected = new Random(seed);
    for (int i = 0; i < 1000; i++) {
      assertThat(random.nextLong()).isEqualTo(expected.nextLong());
      assertThat(random.nextDouble()).isEqualTo(expected.nextDouble());
      assertThat(random.nextGaussian()).isEqualTo(expected.nextGaussian());
    }
  }

  @ParameterizedTest
  @ValueSource(longs = {0, 5})
  void newSeedForgetsThePendingGaussian(long seed) {
    JavaRandom random = new JavaRandom();
    random.setSeed(1);
    random.nextGaussian();
    random.setSeed(seed);
    assertThat(random.nextGaussian()).isEqualTo(new Random(seed).nextGaussian());
  }

  @Test
  void seedIsZeroAtFirst() {
    assertThat(new JavaRandom().nextLong()).isEqualTo(new Random(0).nextLong());
  }
}
