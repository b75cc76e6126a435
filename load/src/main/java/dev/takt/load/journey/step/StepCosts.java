package dev.takt.load.journey.step;

import dev.takt.runs.text.EnglishText;
import dev.takt.runs.text.Units;
import java.util.Collection;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.concurrent.atomic.LongAccumulator;
import java.util.concurrent.atomic.LongAdder;

/// What the calls of users' classes cost in one run. Thread-safe.
public final class StepCosts {

  /// A longer call holds up the thread that sends for so long that it is named.
  public static final long MAX_NANOS = 1_000_000;

  private record Cost(LongAdder calls, LongAdder slow, LongAccumulator longest) {}

  private final Map<String, Cost> byClass = new TreeMap<>();

  /// @param classNames of all classes that can be called
  public StepCosts(Collection<String> classNames) {
    for (String each : classNames) {
      byClass.put(
          each, new Cost(new LongAdder(), new LongAdder(), new LongAccumulator(Math::max, 0)));
    }
  }

  /// A class was called.
  public void add(String className, long nanos) {
    Cost cost = byClass.get(className);
    if (cost == null) {
      throw new IllegalArgumentException(className);
    }
    cost.calls.increment();
    if (nanos > MAX_NANOS) {
      cost.slow.increment();
      cost.longest.accumulate(nanos);
    }
  }

  /// A warning for each class of which a call took longer than [#MAX_NANOS].
  public List<String> warnings() {
    return byClass.entrySet().stream()
        .filter(each -> each.getValue().slow.sum() > 0)
        .map(each -> warning(each.getKey(), each.getValue()))
        .toList();
  }

  private static String warning(String className, Cost cost) {
    return EnglishText.format(
        "%s took over 1 ms in %,d of %,d calls, at most %s: the generator's own time, in which it"
            + " neither sends nor reads answers; steps of other users can seem slower by it",
        className, cost.slow.sum(), cost.calls.sum(), Units.time(cost.longest.get()));
  }
}
