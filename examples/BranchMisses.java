import static dev.takt.counters.StandardEvent.BRANCH_MISSES;
import static dev.takt.counters.StandardEvent.CYCLES;
import static dev.takt.counters.StandardEvent.INSTRUCTIONS;

import dev.takt.counters.Counters;
import dev.takt.counters.Event;
import dev.takt.counters.Reading;
import java.util.Arrays;
import java.util.Locale;
import java.util.OptionalLong;
import java.util.Random;
import java.util.function.ToLongFunction;

/// What mispredicted branches cost: the same loop over the same numbers, in random order and
/// sorted. Only the order differs, and so how well the processor predicts the branch.
///
/// A condition that is simple enough is compiled to a conditional move, which is no branch. The
/// second loop shows that: there the order makes no difference.
class BranchMisses {

  private static final int ELEMENTS = 1 << 20;
  private static final int WARMUPS = 200;

  public static void main(String[] args) {
    int[] random = new Random(42).ints(ELEMENTS, 0, 256).toArray();
    int[] sorted = random.clone();
    Arrays.sort(sorted);
    long sum = 0;
    for (int i = 0; i < WARMUPS; i++) {
      sum += branches(i % 2 == 0 ? random : sorted) + moves(i % 2 == 0 ? random : sorted);
    }
    try (Counters counters = Counters.open(CYCLES, INSTRUCTIONS, BRANCH_MISSES)) {
      System.out.println("an element takes");
      sum += measure("branch, random order", counters, random, BranchMisses::branches);
      sum += measure("branch, sorted", counters, sorted, BranchMisses::branches);
      sum += measure("conditional move, random order", counters, random, BranchMisses::moves);
      sum += measure("conditional move, sorted", counters, sorted, BranchMisses::moves);
      counters
          .notSupported()
          .forEach((event, why) -> System.out.println(event.label() + " not available: " + why));
    }
    System.out.println("(sum " + sum + ")");
  }

  /// Two accumulators: which of them changes is decided by a branch.
  private static long branches(int[] numbers) {
    long high = 0;
    long low = 1;
    for (int number : numbers) {
      if (number >= 128) {
        high += number ^ (low << 1);
      } else {
        low = low * 31 + number;
      }
    }
    return high + low;
  }

  private static long moves(int[] numbers) {
    long high = 0;
    for (int number : numbers) {
      high += number >= 128 ? number : 0;
    }
    return high;
  }

  private static long measure(
      String what, Counters counters, int[] numbers, ToLongFunction<int[]> loop) {
    counters.start();
    long begin = System.nanoTime();
    long sum = loop.applyAsLong(numbers);
    long nanos = System.nanoTime() - begin;
    Reading used = counters.stop();
    System.out.printf(
        Locale.ROOT,
        "  %-31s %6.2f ns, %s cycles, %s instructions, %s branch misses%n",
        what,
        (double) nanos / ELEMENTS,
        perElement(used, CYCLES),
        perElement(used, INSTRUCTIONS),
        perElement(used, BRANCH_MISSES));
    return sum;
  }

  private static String perElement(Reading used, Event event) {
    OptionalLong value = used.value(event);
    return value.isEmpty()
        ? "?"
        : String.format(Locale.ROOT, "%.3f", (double) value.getAsLong() / ELEMENTS);
  }
}
