package dev.takt.explain.collections;

import dev.takt.runs.model.Evidence.GcFailure;
import dev.takt.runs.model.Evidence.GcKind;
import org.jspecify.annotations.Nullable;

/// What collections are counted apart, in the order to show.
public enum CollectionClass {
  YOUNG("young"),
  /// G1 collects the young generation, and starts a concurrent cycle, for an object that fills half
  /// a region or more.
  HUMONGOUS("humongous allocation"),
  MIXED("mixed"),
  CONCURRENT("concurrent cycle"),
  /// A concurrent collection that had to go on in a pause.
  CONCURRENT_MODE_FAILED("concurrent failed"),
  EVACUATION_FAILED("evacuation failed"),
  PROMOTION_FAILED("promotion failed"),
  FULL("full"),
  FULL_EXPLICIT("full, System.gc()"),
  /// It is not known what they collected.
  UNKNOWN("unknown kind");

  private final String label;

  CollectionClass(String label) {
    this.label = label;
  }

  /// For people.
  public String label() {
    return label;
  }

  static CollectionClass of(GarbageCollection collection) {
    GcKind kind = collection.kind();
    if (kind == GcKind.FULL) {
      return collection.isExplicit() ? FULL_EXPLICIT : FULL;
    }
    CollectionClass failed = of(collection.failure());
    if (failed != null) {
      return failed;
    }
    if (kind == null) {
      return UNKNOWN;
    }
    return switch (kind) {
      case YOUNG -> collection.isHumongous() ? HUMONGOUS : YOUNG;
      case MIXED -> MIXED;
      case CONCURRENT -> CONCURRENT;
      case FULL -> FULL;
    };
  }

  private static @Nullable CollectionClass of(@Nullable GcFailure failure) {
    return switch (failure) {
      case null -> null;
      case EVACUATION -> EVACUATION_FAILED;
      case PROMOTION -> PROMOTION_FAILED;
      case CONCURRENT_MODE -> CONCURRENT_MODE_FAILED;
    };
  }
}
