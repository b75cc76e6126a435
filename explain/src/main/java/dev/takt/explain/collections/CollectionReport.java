package dev.takt.explain.collections;

import dev.takt.runs.model.Side;
import dev.takt.runs.model.Stall;
import dev.takt.runs.model.Stalls;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;

/// What the garbage collections of a JVM achieved.
///
/// @param side whose collections
/// @param machine the machine of a fleet on which they were observed; null in a run of one machine
/// @param rows the classes of collections that there were
/// @param findings what stands out, a sentence each
public record CollectionReport(
    Side side, @Nullable String machine, List<CollectionRow> rows, List<String> findings) {

  /// Copies the lists, so that the record is immutable.
  public CollectionReport {
    rows = List.copyOf(rows);
    findings = List.copyOf(findings);
  }

  private record Jvm(Side side, @Nullable String machine) {

    private static final Comparator<Jvm> ORDER =
        Comparator.comparing(Jvm::side)
            .thenComparing(Jvm::machine, Comparator.nullsFirst(Comparator.naturalOrder()));

    static Jvm of(Stall stall) {
      return new Jvm(stall.side(), stall.interval().machine());
    }
  }

  /// The reports of the JVMs of which it is known what collections collected, by side and machine.
  ///
  /// @param stalls of the time in question
  public static List<CollectionReport> of(Stalls stalls) {
    Map<Jvm, List<Stall>> jvms = new TreeMap<>(Jvm.ORDER);
    for (Stall each : stalls.stalls()) {
      jvms.computeIfAbsent(Jvm.of(each), _ -> new ArrayList<>()).add(each);
    }
    List<CollectionReport> reports = new ArrayList<>();
    jvms.forEach((jvm, own) -> {
      List<GarbageCollection> all = GarbageCollection.of(own);
      if (all.stream().anyMatch(each -> each.kind() != null)) {
        List<String> findings = CollectionFindings.of(all, stalls.omitted());
        reports.add(new CollectionReport(jvm.side, jvm.machine, rows(all), findings));
      }
    });
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
