package dev.takt.probes;

import dev.takt.record.histogram.Counts;
import java.util.Map;
import java.util.TreeMap;

/// A sink that keeps all recorded values.
public final class Sunk implements ProbeSink {

  public Sunk() {}

  public final Map<String, Counts> values = new TreeMap<>();

  @Override
  public void interval(String tag, long begin, long end, Counts interval) {
    if (end - begin < 0) {
      throw new IllegalArgumentException("an interval from " + begin + " to " + end);
    }
    values.computeIfAbsent(tag, _ -> new Counts(interval.layout())).add(interval);
  }

  @Override
  public void progress(String line) {}

  public long count(String tag) {
    Counts of = values.get(tag);
    return of == null ? 0 : of.total();
  }
}
