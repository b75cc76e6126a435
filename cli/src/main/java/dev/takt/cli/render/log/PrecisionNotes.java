package dev.takt.cli.render.log;

import dev.takt.cli.render.ValueUnit;
import dev.takt.record.histogram.Layout;
import java.util.Collection;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.stream.Collectors;

/// Notes on series that add up histograms of several precisions.
final class PrecisionNotes {

  private final ValueUnit unit;
  private final Map<String, Set<Layout>> layouts = new TreeMap<>();

  PrecisionNotes(ValueUnit unit) {
    this.unit = unit;
  }

  void add(String series, Collection<Layout> some) {
    layouts.computeIfAbsent(series, _ -> new LinkedHashSet<>()).addAll(some);
  }

  /// One for each series that has several precisions.
  List<String> notes() {
    return layouts.entrySet().stream()
        .filter(each -> each.getValue().size() > 1)
        .map(each -> note(each.getKey(), each.getValue()))
        .toList();
  }

  private String note(String name, Set<Layout> several) {
    return name
        + ": histograms of several precisions; each value is as precise as the one it comes from: "
        + several.stream().map(this::precision).distinct().collect(Collectors.joining("; "));
  }

  private String precision(Layout layout) {
    int digits = layout.significantDigits();
    String text = digits + (digits == 1 ? " digit" : " digits");
    int magnitude = layout.unitMagnitude();
    return magnitude == 0 || layout.fractional()
        ? text
        : text
            + " in steps of "
            + ValueUnit.AUTO.in(unit.raw()).text(Math.scalb(1.0, magnitude))
            + " or more";
  }
}
