package dev.takt.explain;

import dev.takt.explain.attribution.classify.Cause;
import dev.takt.runs.model.OperationState;
import dev.takt.runs.model.Stall;
import java.util.List;
import org.jspecify.annotations.Nullable;

/// What made the operations of a run slow: the sums by cause, and the slowest operations. All times
/// in nanoseconds.
///
/// @param scheduled whether the times are response times; else service times
/// @param servers how many operations the generator could have in flight; 0 if unknown
/// @param operations how many operations were analysed
/// @param slow how many of them were slow
/// @param excess the time that slow operations took beyond normal
/// @param p99 the 99th percentile of all operations
/// @param p999 the 99.9th percentile of all operations
/// @param excessAtP99 the excess of operations that took the p99 or longer
/// @param excessAtP999 the excess of operations that took the p99.9 or longer
/// @param causes the causes: the generator's first, then by descending time
/// @param unexplained the excess that no cause explains
/// @param withoutGenerator the percentiles without all causes of the generator; null if it has none
/// @param slowest the slowest operations, in descending order
/// @param notes remarks for the reader, a sentence each
public record Explanation(
    boolean scheduled,
    int servers,
    long operations,
    long slow,
    long excess,
    long p99,
    long p999,
    long excessAtP99,
    long excessAtP999,
    List<CauseRow> causes,
    Unexplained unexplained,
    @Nullable Percentiles withoutGenerator,
    List<SlowOperation> slowest,
    List<String> notes) {

  /// The generator's share of the excess at p99 above which the verdict must mention it.
  private static final double MAX_UNREPORTED_SHARE = 0.05;

  /// The generator's share of [#excessAtP99], from 0 to 1.
  public double generatorShare() {
    long own =
        causes.stream()
            .filter(each -> each.cause().isInGenerator())
            .mapToLong(CauseRow::atP99)
            .sum();
    return excessAtP99 == 0 ? 0 : (double) own / excessAtP99;
  }

  /// Whether that share is so large that the verdict on the generator must mention it. A generator
  /// can send on time and still be stopped while answers arrive.
  public boolean isGeneratorShareHigh() {
    return generatorShare() > MAX_UNREPORTED_SHARE;
  }

  /// A copy with these two components replaced.
  Explanation with(List<SlowOperation> itsSlowest, List<String> itsNotes) {
    return new Explanation(
        scheduled,
        servers,
        operations,
        slow,
        excess,
        p99,
        p999,
        excessAtP99,
        excessAtP999,
        causes,
        unexplained,
        withoutGenerator,
        itsSlowest,
        itsNotes);
  }

  /// Percentiles without some causes, in nanoseconds.
  public record Percentiles(long p99, long p999) {}

  /// The effect of one cause.
  ///
  /// @param cause the cause
  /// @param stalls how many stalls it has
  /// @param longest its longest stall; 0 if it has none
  /// @param affected how many operations it made slower
  /// @param direct excess time of operations during its stalls
  /// @param inherited excess time of operations in the backlog after its stalls
  /// @param error the error bound of the sum of both: the edges of stalls are not known exactly
  /// @param certainty how well the cause is known
  /// @param atP99 its share of [Explanation#excessAtP99]
  /// @param atP999 its share of [Explanation#excessAtP999]
  /// @param without the percentiles without it; null for the smallest of many causes
  public record CauseRow(
      Cause cause,
      long stalls,
      long longest,
      long affected,
      long direct,
      long inherited,
      long error,
      Certainty certainty,
      long atP99,
      long atP999,
      @Nullable Percentiles without) {

    /// The total time that it took.
    public long nanos() {
      return direct + inherited;
    }
  }

  /// How well a cause is known.
  public enum Certainty {
    /// All threads were stopped, and the edges of the stalls are known.
    EXACT,
    /// A thread waited; that it served the operation is inferred from the times.
    MATCHED,
    /// Known from samples, or from an effect whose reason was not observed.
    VAGUE,
    /// Inferred from the order of the operations only.
    MODEL
  }

  /// The excess that no cause explains.
  ///
  /// @param affected how many operations have an unexplained part
  /// @param waiting unexplained wait time: all connections were busy, and no stall shows why
  /// @param service unexplained service time
  /// @param atP99 its share of [Explanation#excessAtP99]
  /// @param atP999 its share of [Explanation#excessAtP999]
  public record Unexplained(long affected, long waiting, long service, long atP99, long atP999) {

    /// The total.
    public long nanos() {
      return waiting + service;
    }
  }

  /// One operation and the causes of its time.
  ///
  /// @param id its index among the operations of the measured part, from 0
  /// @param due its intended start, on the run's clock
  /// @param normal the normal service time of operations of its name
  /// @param parts the causes, the largest part first
  public record SlowOperation(
      int id,
      String name,
      OperationState state,
      long due,
      long start,
      long end,
      long normal,
      List<Part> parts,
      long unexplainedWait,
      long unexplainedService) {

    public long response() {
      return end - due;
    }
  }

  /// A cause's part of one operation's excess time.
  ///
  /// @param stall the stall of the cause with the largest part; null if there is none
  public record Part(
      Cause cause,
      @Nullable Stall stall,
      long directWait,
      long directService,
      long inheritedWait,
      long inheritedService) {

    /// The total.
    public long nanos() {
      return directWait + directService + inheritedWait + inheritedService;
    }
  }
}
