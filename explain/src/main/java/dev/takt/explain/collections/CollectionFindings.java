package dev.takt.explain.collections;

import dev.takt.runs.model.Evidence.GcFailure;
import dev.takt.runs.model.Evidence.GcKind;
import dev.takt.runs.text.ByteText;
import dev.takt.runs.text.EnglishText;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;

/// What stands out in the collections of a JVM, in words. Each sentence has the figures that carry
/// it.
final class CollectionFindings {

  /// Fewer collections can be chance.
  private static final int MIN_COLLECTIONS = 3;

  /// Young collections that free less of the young generation are a finding.
  private static final double MIN_FREED = 0.25;

  /// Full collections that free old objects of this share of what was promoted show that it was
  /// dead.
  private static final double MIN_DEAD = 0.5;

  /// Full collections that free less than this share of what was promoted show that it was alive.
  private static final double MAX_DEAD = 0.1;

  private static final String UNDECIDED =
      "dead old objects keep young ones alive, or the live set is that large";

  private static final double MIN_RATE_SECONDS = 1;

  /// An old generation, or heap, that takes longer to fill is no finding.
  private static final double MAX_FILL_SECONDS = 3_600;

  private static final int MAX_CALLERS = 3;

  private final List<GarbageCollection> all;
  private final long omitted;
  private final List<String> findings = new ArrayList<>();

  private CollectionFindings(List<GarbageCollection> all, long omitted) {
    this.all = all;
    this.omitted = omitted;
  }

  /// The findings, the most important first.
  ///
  /// @param omitted how many shorter stalls were left out, which can be collections
  static List<String> of(List<GarbageCollection> all, long omitted) {
    CollectionFindings findings = new CollectionFindings(all, omitted);
    findings.ineffective();
    findings.promotion();
    findings.explicit();
    findings.humongous();
    findings.failures();
    findings.omitted();
    return findings.findings;
  }

  private void add(String finding) {
    findings.add(finding);
  }

  private void ineffective() {
    List<GarbageCollection> young =
        all.stream()
            .filter(each ->
                each.isYoung()
                    && each.failure() == null
                    && each.hasHeap()
                    && each.heap().youngBytes() != null)
            .toList();
    long collected = young.stream().mapToLong(GarbageCollection::young).sum();
    long freed = young.stream().mapToLong(GarbageCollection::freed).sum();
    if (young.size() < MIN_COLLECTIONS || (double) freed >= MIN_FREED * (double) collected) {
      return;
    }
    add(
        EnglishText.format(
            "%,d young collections freed %.1f %% of the young generation, and promoted %s: %s",
            young.size(),
            100.0 * (double) freed / (double) collected,
            ByteText.of(promoted(young)),
            why(young)));
  }

  /// Full collections show whether what was promoted was dead. They also free garbage of the young
  /// generation, of which at most its size is known.
  private String why(List<GarbageCollection> young) {
    List<GarbageCollection> full =
        all.stream()
            .filter(each ->
                each.kind() == GcKind.FULL
                    && each.hasHeap()
                    && !each.isExplicit()
                    && young.getFirst().isBefore(each))
            .toList();
    if (full.isEmpty() || omitted > 0) {
      return UNDECIDED;
    }
    long youngLimit = young.stream().mapToLong(GarbageCollection::young).max().orElse(0);
    long freed = full.stream().mapToLong(GarbageCollection::freed).sum();
    long freedOld = full.stream().mapToLong(each -> each.minFreedOld(youngLimit)).sum();
    String were =
        (full.size() == 1 ? "a full one" : EnglishText.format("%,d full ones", full.size()))
            + " then freed "
            + ByteText.of(freed);
    if ((double) freedOld >= MIN_DEAD * (double) promoted(young)) {
      return were
          + ", "
          + ByteText.of(freedOld)
          + " or more of it old, so it was dead. Dead old objects keep young ones alive, or objects"
          + " die soon after they were promoted";
    }
    // A full collection says nothing of what was promoted after it.
    long examined = promoted(young.stream().filter(each -> each.isBefore(full.getLast())).toList());
    return (double) freed < MAX_DEAD * (double) examined
        ? were + ", so the live set is that large"
        : UNDECIDED;
  }

  private static long promoted(List<GarbageCollection> young) {
    return young.stream().mapToLong(GarbageCollection::promoted).sum();
  }

  private void promotion() {
    List<GarbageCollection> young =
        all.stream()
            .filter(each ->
                each.isYoung()
                    && each.heap().promotedBytes() != null
                    && each.heap().oldBytes() != null
                    && each.heap().oldLimitBytes() != null)
            .toList();
    if (young.size() < MIN_COLLECTIONS || omitted > 0) {
      return;
    }
    GarbageCollection last = young.getLast();
    double seconds = (last.beginNanoTime() - young.getFirst().beginNanoTime()) / 1e9;
    // What the first one promoted came from before it.
    double rate =
        (double) young.stream().skip(1).mapToLong(GarbageCollection::promoted).sum() / seconds;
    long least =
        all.stream()
            .filter(each -> each.heap().oldBytes() != null)
            .mapToLong(GarbageCollection::old)
            .min()
            .orElse(0);
    double fill = (double) (last.oldLimit() - least) / rate;
    if (seconds >= MIN_RATE_SECONDS && fill <= MAX_FILL_SECONDS) {
      add(
          EnglishText.format(
              "promotion rate %s/s: the %s, of %s with at least %s %s, fills in %s",
              ByteText.of(rate),
              last.isG1() ? "heap" : "old generation", // The generations of G1 share the heap.
              ByteText.of(last.oldLimit()),
              ByteText.of(least),
              last.isG1() ? "of it old" : "in use",
              fill < 10
                  ? EnglishText.format("%.1f s", fill)
                  : EnglishText.format("%,.0f s", fill)));
    }
  }

  private void explicit() {
    List<GarbageCollection> explicit =
        all.stream().filter(each -> each.isExplicit() && !each.isStart()).toList();
    if (explicit.isEmpty()) {
      return;
    }
    Map<String, Long> callers = new TreeMap<>();
    for (GarbageCollection each : explicit) {
      String frames = each.facts().requestedBy();
      callers.merge(frames == null ? "" : frames.lines().findFirst().orElse(""), 1L, Long::sum);
    }
    boolean isFull = explicit.stream().allMatch(each -> each.kind() == GcKind.FULL);
    String what = isFull ? "full collection" : "collection";
    callers.entrySet().stream()
        .sorted(Map.Entry.comparingByValue(Comparator.reverseOrder()))
        .limit(MAX_CALLERS)
        .forEach(each ->
            add(
                count(each.getValue(), what)
                    + " by System.gc() from "
                    + (each.getKey().isEmpty() ? "a place that was not recorded" : each.getKey())));
  }

  private static String count(long count, String what) {
    return EnglishText.format("%,d %s%s", count, what, count == 1 ? "" : "s");
  }

  private void humongous() {
    long caused = all.stream().filter(GarbageCollection::isHumongous).count();
    if (caused > 0) {
      add(
          EnglishText.format(
              "humongous allocations caused %s of %,d: objects of half a region"
                  + " (-XX:G1HeapRegionSize) or more",
              count(caused, "collection"), all.size()));
    }
  }

  private void omitted() {
    if (omitted > 0) {
      add(
          count(omitted, "shorter stall")
              + (omitted == 1 ? " was" : " were")
              + " left out: counts and sums can be too small");
    }
  }

  private void failures() {
    failure(
        GcFailure.EVACUATION,
        "collection",
        "could not evacuate all objects: no free region was left");
    failure(
        GcFailure.PROMOTION,
        "collection",
        "could not promote all objects: the old generation was full");
    failure(
        GcFailure.CONCURRENT_MODE,
        "concurrent collection",
        "had to go on in a pause: the application allocated faster than they freed");
  }

  private void failure(GcFailure which, String what, String how) {
    long failed = all.stream().filter(each -> each.failure() == which).count();
    if (failed > 0) {
      add(count(failed, what) + " " + how);
    }
  }
}
