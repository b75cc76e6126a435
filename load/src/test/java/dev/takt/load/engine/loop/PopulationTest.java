package dev.takt.load.engine.loop;

import static org.assertj.core.api.Assertions.assertThat;

import dev.takt.load.share.Share;
import java.util.ArrayList;
import java.util.List;
import java.util.SplittableRandom;
import java.util.stream.IntStream;
import java.util.stream.LongStream;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

class PopulationTest {

  static List<Long> seeds() {
    return new SplittableRandom(11).longs(200).boxed().toList();
  }

  /// Machines of random weights, each with a random number of loops.
  @ParameterizedTest
  @MethodSource("seeds")
  void sharesAreTheWholePopulation(long seed) {
    SplittableRandom random = new SplittableRandom(seed);
    int[] weights = random.ints(random.nextInt(1, 12), 1, 30).toArray();
    int of = IntStream.of(weights).sum();
    int users = random.nextInt(1, 5_000);
    int journeys = random.nextInt(1, 3_000);
    long sum = 0;
    List<Long> numbers = new ArrayList<>();
    int first = 0;
    for (int weight : weights) {
      Share share = new Share(first, weight, of);
      first += weight;
      Population population = new Population(users, journeys, share);
      int loops = random.nextInt(1, 9);
      long own = IntStream.range(0, loops).mapToLong(i -> population.usersOf(i, loops)).sum();
      assertThat((double) own)
          .isBetween((double) users * weight / of - weight, (double) users * weight / of + weight);
      sum += own;
      for (long n = population.nextJourney(); n != Population.NONE; n = population.nextJourney()) {
        numbers.add(n);
      }
    }
    assertThat(sum).isEqualTo(users);
    assertThat(numbers)
        .containsExactlyInAnyOrderElementsOf(LongStream.range(0, journeys).boxed().toList());
  }
}
