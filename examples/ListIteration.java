import static dev.takt.counters.StandardEvent.CYCLES;
import static dev.takt.counters.StandardEvent.INSTRUCTIONS;
import static dev.takt.counters.StandardEvent.L1D_LOAD_MISSES;
import static dev.takt.counters.StandardEvent.LLC_LOAD_MISSES;

import dev.takt.counters.Counters;
import dev.takt.counters.Event;
import dev.takt.counters.Reading;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Locale;
import java.util.OptionalLong;
import java.util.Random;
import java.util.function.LongSupplier;

/// What cache misses cost: the sum of the same numbers in an array list, in a linked list whose
/// nodes lie in their order, and in one whose nodes are scattered over memory.
class ListIteration {

  private static final int ELEMENTS = 2_000_000;
  private static final int WARMUPS = 10;

  private static final class Node {
    final Integer value;
    Node next;

    Node(Integer value) {
      this.value = value;
    }
  }

  public static void main(String[] args) {
    List<Integer> numbers = new ArrayList<>();
    for (int i = 0; i < ELEMENTS; i++) {
      numbers.add(i);
    }
    Node inOrder = linked(numbers, false);
    Node scattered = linked(numbers, true);
    long sum = 0;
    for (int i = 0; i < WARMUPS; i++) {
      sum += sum(numbers) + sum(inOrder) + sum(scattered);
    }
    try (Counters counters =
        Counters.open(CYCLES, INSTRUCTIONS, L1D_LOAD_MISSES, LLC_LOAD_MISSES)) {
      System.out.println("an element takes");
      sum += measure("array list", counters, () -> sum(numbers));
      sum += measure("linked list, nodes in order", counters, () -> sum(inOrder));
      sum += measure("linked list, nodes scattered", counters, () -> sum(scattered));
      counters
          .notSupported()
          .forEach((event, why) -> System.out.println(event.label() + " not available: " + why));
    }
    System.out.println("(sum " + sum + ")");
  }

  private static Node linked(List<Integer> numbers, boolean isScattered) {
    List<Node> nodes = new ArrayList<>();
    for (Integer each : numbers) {
      nodes.add(new Node(each));
    }
    if (isScattered) {
      Collections.shuffle(nodes, new Random(42));
    }
    for (int i = 1; i < nodes.size(); i++) {
      nodes.get(i - 1).next = nodes.get(i);
    }
    return nodes.getFirst();
  }

  private static long sum(List<Integer> numbers) {
    long sum = 0;
    for (Integer each : numbers) {
      sum += each;
    }
    return sum;
  }

  private static long sum(Node first) {
    long sum = 0;
    for (Node each = first; each != null; each = each.next) {
      sum += each.value;
    }
    return sum;
  }

  private static long measure(String what, Counters counters, LongSupplier loop) {
    counters.start();
    long begin = System.nanoTime();
    long sum = loop.getAsLong();
    long nanos = System.nanoTime() - begin;
    Reading used = counters.stop();
    System.out.printf(
        Locale.ROOT,
        "  %-29s %6.2f ns, %s cycles, %s instructions, %s L1 misses, %s LLC misses%n",
        what,
        (double) nanos / ELEMENTS,
        perElement(used, CYCLES),
        perElement(used, INSTRUCTIONS),
        perElement(used, L1D_LOAD_MISSES),
        perElement(used, LLC_LOAD_MISSES));
    return sum;
  }

  private static String perElement(Reading used, Event event) {
    OptionalLong value = used.value(event);
    return value.isEmpty()
        ? "?"
        : String.format(Locale.ROOT, "%.3f", (double) value.getAsLong() / ELEMENTS);
  }
}
