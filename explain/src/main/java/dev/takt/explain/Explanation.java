package dev.takt.explain;

import dev.takt.explain.blame.Cause;
import dev.takt.runs.OperationState;
import dev.takt.runs.Stall;
import java.util.List;
import org.jspecify.annotations.Nullable;

/// What made the operations of a run slow. All times in nanoseconds.
///
/// @param scheduled whether response times are told; else service times
/// @param servers how many operations the generator could have in flight; 0 if that is not known
/// @param operations how many were looked at
/// @param slow how many were slow
/// @param excess what these took beyond what is normal
/// @param p99 of all operations
/// @param p999 the 99.9th percentile
/// @param excessAtP99 the excess of operations that took the p99 or longer
/// @param excessAtP999 the excess of those that took the p99.9 or longer
/// @param causes the generator's first, then by the time that they took
/// @param unexplained what no cause took
/// @param withoutGenerator what would be without all of the generator's own causes; null if there
///   are none
/// @param slowest operations, the slowest first
/// @param notes what a reader should know, a sentence each
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

  /// A larger part than this of the slowest hundredth's excess must be told of the generator.
  private static final double LARGEST_UNTOLD = 0.05;

  /// Which part of [#excessAtP99] the generator itself took, from 0 to 1.
  public double generatorsPart() {
    long own =
        causes.stream()
            .filter(each -> each.cause().isGenerators())
            .mapToLong(CauseRow::atP99)
            .sum();
    return excessAtP99 == 0 ? 0 : (double) own / excessAtP99;
  }

  /// Whether that is so much that a verdict on the generator must not pass it over: it may have
  /// sent on time, and yet have been stopped while answers came.
  public boolean isGeneratorToBlame() {
    return generatorsPart() > LARGEST_UNTOLD;
  }

  /// The same with others of these two.
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

  /// Percentiles that would be.
  public record Percentiles(long p99, long p999) {}

  /// What one cause did.
  ///
  /// @param cause which one
  /// @param stalls how often it came
  /// @param longest its longest stall; 0 if it has none
  /// @param touched how many operations it made slower
  /// @param direct time of operations inside of its stalls
  /// @param inherited time of operations in the backlog that they left
  /// @param error how far the sum of both can be off by what is not known of the stalls' edges
  /// @param certainty how it is known
  /// @param atP99 its part of [Explanation#excessAtP99]
  /// @param atP999 its part of [Explanation#excessAtP999]
  /// @param without what the percentiles would be without it; null for the smallest of many causes
  public record CauseRow(
      Cause cause,
      long stalls,
      long longest,
      long touched,
      long direct,
      long inherited,
      long error,
      Certainty certainty,
      long atP99,
      long atP999,
      @Nullable Percentiles without) {

    /// All time that it took.
    public long nanos() {
      return direct + inherited;
    }
  }

  /// How a cause is known to be one.
  public enum Certainty {
    /// All threads stood, and the edges are known.
    EXACT,
    /// A thread waited; that it served the operation follows from the times.
    MATCHED,
    /// From samples, or from an effect whose reason nobody saw.
    VAGUE,
    /// From the order of the operations alone.
    MODEL
  }

  /// What nothing explains.
  ///
  /// @param waiting time in which all connections were busy, and no stall says why
  /// @param service time in which operations were with the target
  public record Unexplained(long touched, long waiting, long service, long atP99, long atP999) {

    /// All of it.
    public long nanos() {
      return waiting + service;
    }
  }

  /// One operation and where its time went.
  ///
  /// @param id its place among those that were due in the measured part, from 0
  /// @param due when it was due, on the run's clock
  /// @param normal what an operation of its name takes
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

  /// A cause's part of one operation's time.
  ///
  /// @param stall the one of its stalls that did most of it; null if there is none
  public record Part(
      Cause cause,
      @Nullable Stall stall,
      long directWait,
      long directService,
      long inheritedWait,
      long inheritedService) {

    /// All of it.
    public long nanos() {
      return directWait + directService + inheritedWait + inheritedService;
    }
  }
}
