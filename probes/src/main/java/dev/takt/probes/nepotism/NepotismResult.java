package dev.takt.probes.nepotism;

import dev.takt.explain.collections.CollectionClass;
import dev.takt.explain.collections.CollectionRow;
import java.util.EnumSet;
import java.util.List;
import java.util.Objects;
import java.util.Set;
import java.util.function.Function;
import java.util.function.ToLongFunction;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/// What the collections of two queues achieved.
///
/// @param jvm the version of the JVM that ran the program
/// @param rows by collector, the naive queue first
/// @param absent the collectors that could not be used, each with the reason
public record NepotismResult(String jvm, List<Row> rows, List<String> absent) {

  /// Copies the lists, so that the record is immutable.
  public NepotismResult {
    rows = List.copyOf(rows);
    absent = List.copyOf(absent);
  }

  /// The queues.
  public enum QueueKind {
    /// A consumed node keeps its link to the next one.
    NAIVE,
    /// A consumed node links to itself.
    FIXED
  }

  /// A queue with a collector. The collections by which the program begins are left out.
  ///
  /// @param collections by class
  public record Row(Collector collector, QueueKind queue, List<CollectionRow> collections) {

    private static final Set<CollectionClass> YOUNG =
        EnumSet.of(
            CollectionClass.YOUNG,
            CollectionClass.HUMONGOUS,
            CollectionClass.EVACUATION_FAILED,
            CollectionClass.PROMOTION_FAILED);

    private static final Set<CollectionClass> OTHERS =
        EnumSet.of(
            CollectionClass.MIXED,
            CollectionClass.CONCURRENT,
            CollectionClass.CONCURRENT_MODE_FAILED);

    /// Copies the list, so that the record is immutable.
    public Row {
      collections = List.copyOf(collections);
    }

    private Stream<CollectionRow> young() {
      return collections.stream().filter(each -> YOUNG.contains(each.what()));
    }

    /// How many collections of the young generation there were.
    public long youngCount() {
      return young().mapToLong(CollectionRow::count).sum();
    }

    /// How many collections of the whole heap there were that stopped the program.
    public long fullCount() {
      return count(EnumSet.of(CollectionClass.FULL));
    }

    /// How many concurrent cycles and mixed collections there were.
    public long otherCount() {
      return count(OTHERS);
    }

    private long count(Set<CollectionClass> classes) {
      return collections.stream()
          .filter(each -> classes.contains(each.what()))
          .mapToLong(CollectionRow::count)
          .sum();
    }

    /// The heap in use before a young collection, in the mean; of a concurrent cycle, if there are
    /// no young ones. Null if it is not known.
    public @Nullable Long beforeBytes() {
      return mean(CollectionRow::beforeBytes);
    }

    /// The heap in use after a young collection, in the mean; of a concurrent cycle, if there are
    /// no young ones. Null if it is not known.
    public @Nullable Long afterBytes() {
      return mean(CollectionRow::afterBytes);
    }

    private @Nullable Long mean(Function<CollectionRow, @Nullable Long> figure) {
      List<CollectionRow> known =
          (youngCount() > 0 ? young() : collections.stream())
              .filter(each -> figure.apply(each) != null)
              .toList();
      long count = known.stream().mapToLong(CollectionRow::count).sum();
      ToLongFunction<CollectionRow> sum =
          each -> Objects.requireNonNull(figure.apply(each)) * each.count();
      return count == 0 ? null : Long.valueOf(known.stream().mapToLong(sum).sum() / count);
    }

    /// What young collections promoted together; null if it is not known.
    public @Nullable Long promotedBytes() {
      List<Long> known =
          young().map(CollectionRow::promotedBytes).filter(Objects::nonNull).toList();
      return known.isEmpty() ? null : Long.valueOf(known.stream().mapToLong(each -> each).sum());
    }

    /// How long all pauses were together.
    public long pausedNanos() {
      return collections.stream().mapToLong(CollectionRow::pausedNanos).sum();
    }
  }
}
