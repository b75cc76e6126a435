package dev.takt.explain.collections;

import dev.takt.runs.model.Side;
import dev.takt.runs.model.Stall;
import java.util.ArrayList;
import java.util.Collection;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;

/// What the garbage collections of a side achieved.
///
/// @param side whose collections
/// @param rows the classes of collections that there were
/// @param findings what stands out, a sentence each
public record CollectionReport(Side side, List<CollectionRow> rows, List<String> findings) {

  /// Copies the lists, so that the record is immutable.
  public CollectionReport {
    rows = List.copyOf(rows);
    findings = List.copyOf(findings);
  }

  /// The reports of the sides of which it is known what collections collected.
  public static List<CollectionReport> of(Collection<Stall> stalls) {
    List<CollectionReport> reports = new ArrayList<>();
    for (Side side : Side.values()) {
      List<GarbageCollection> all =
          GarbageCollection.of(stalls.stream().filter(each -> each.side() == side).toList());
      if (all.stream().anyMatch(each -> each.kind() != null)) {
        reports.add(new CollectionReport(side, rows(all), CollectionFindings.of(all)));
      }
    }
    return reports;
  }

  private static List<CollectionRow> rows(List<GarbageCollection> all) {
    Map<CollectionClass, List<GarbageCollection>> classes = new EnumMap<>(CollectionClass.class);
    for (GarbageCollection each : all) {
      classes.computeIfAbsent(CollectionClass.of(each), _ -> new ArrayList<>()).add(each);
    }
    return classes.entrySet().stream()
        .map(each -> CollectionRow.of(each.getKey(), each.getValue()))
        .toList();
  }
}
