package dev.takt.explain;

import dev.takt.explain.attribution.classify.Cause;
import dev.takt.runs.model.OperationState;
import dev.takt.runs.model.Stall;
import java.util.List;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/// What made the operations of a run slow: the sums by cause, and the slowest operations. All times
/// in nanoseconds.
///
/// @param operations the analysed operations
/// @param excess the time that slow operations took beyond normal
/// @param percentiles the percentiles of all operations
/// @param withoutGenerator the percentiles without all causes of the generator; null if it has none
/// @param causes the causes: the generator's first, then by descending time
/// @param unexplained the excess that no cause explains
/// @param slowest the slowest operations, in descending order
/// @param notes remarks for the reader, a sentence each
public record Explanation(
    AnalysedOperations operations,
    Excess excess,
    Percentiles percentiles,
    @Nullable Percentiles withoutGenerator,
    List<CauseRow> causes,
    Unexplained unexplained,
    List<SlowOperation> slowest,
    List<String> notes) {

  /// The generator's share of the excess at p99 above which the verdict must mention it.
  private static final double MAX_UNREPORTED_SHARE = 0.05;

  /// The share of the slow time, which is the excess of all slow operations: from 0 to 1.
  public double slowTimeShare(long nanos) {
    return excess.nanos == 0 ? 0 : (double) nanos / excess.nanos;
  }

  /// Whether most of the slow time was waited for a connection, and no stall shows why.
  public boolean isMostlyUnexplainedWait() {
    return unexplained.waiting > excess.nanos / 2;
  }

  /// The generator's share of the excess at p99, from 0 to 1.
  public double generatorShare() {
    long own =
        causes.stream()
            .filter(each -> each.cause().isInGenerator())
            .mapToLong(each -> each.excess().atP99())
            .sum();
    return excess.atP99 == 0 ? 0 : (double) own / excess.atP99;
  }

  /// Whether that share is so large that the verdict on the generator must mention it. A generator
  /// can send on time and still be stopped while answers arrive.
  public boolean isGeneratorShareHigh() {
    return generatorShare() > MAX_UNREPORTED_SHARE;
  }

  /// A copy with these parts replaced.
  Explanation with(
      List<SlowOperation> itsSlowest, List<JourneyExplanation> journeys, List<String> itsNotes) {
    return new Explanation(
        operations.with(journeys),
        excess,
        percentiles,
        withoutGenerator,
        causes,
        unexplained,
        itsSlowest,
        itsNotes);
  }

  /// The analysed operations.
  ///
  /// @param scheduled whether their times are response times; else service times
  /// @param servers how many of them the generator could have in flight; 0 if unknown
  /// @param count how many there are
  /// @param slow how many of them were slow
  /// @param journeys the journeys whose steps they are; empty if they are none, or it is not known
  public record AnalysedOperations(
      boolean scheduled, int servers, long count, long slow, List<JourneyExplanation> journeys) {

    /// Operations that are no steps of journeys.
    public AnalysedOperations(boolean scheduled, int servers, long count, long slow) {
      this(scheduled, servers, count, slow, List.of());
    }

    AnalysedOperations with(List<JourneyExplanation> ofThem) {
      return new AnalysedOperations(scheduled, servers, count, slow, List.copyOf(ofThem));
    }
  }

  /// Excess time of slow operations.
  ///
  /// @param nanos the total
  /// @param atP99 that of operations that took the p99 or longer
  /// @param atP999 that of operations that took the p99.9 or longer
  public record Excess(long nanos, long atP99, long atP999) {}

  /// Two percentiles, in nanoseconds.
  ///
  /// @param p99 the 99th percentile
  /// @param p999 the 99.9th percentile
  public record Percentiles(long p99, long p999) {}

  /// The stalls of a cause.
  ///
  /// @param count how many there are
  /// @param longest the longest of them; 0 if there are none
  /// @param machine the machine of a fleet that they all stopped; null if there are several, if
  ///   they stopped the target, and in a run of one machine
  public record CauseStalls(long count, long longest, @Nullable String machine) {

    /// No stalls.
    static final CauseStalls NONE = new CauseStalls(0, 0);

    /// The stalls of a run of one machine.
    public CauseStalls(long count, long longest) {
      this(count, longest, null);
    }

    CauseStalls plus(Stall stall) {
      String its = stall.stoppedMachine();
      return new CauseStalls(
          count + 1,
          Math.max(longest, stall.nanos()),
          count == 0 || Objects.equals(its, machine) ? its : null);
    }
  }

  /// The effect of one cause.
  ///
  /// @param cause the cause
  /// @param stalls its stalls
  /// @param affected how many operations it made slower
  /// @param excess the excess time that it took, during its stalls and after them
  /// @param inherited the part of that of operations in the backlog after its stalls
  /// @param error the error bound of that time: the edges of stalls are not known exactly
  /// @param certainty how well the cause is known
  /// @param without the percentiles without it; null for the smallest of many causes
  public record CauseRow(
      Cause cause,
      CauseStalls stalls,
      long affected,
      Excess excess,
      long inherited,
      long error,
      Certainty certainty,
      @Nullable Percentiles without) {

    /// The excess time of operations during its stalls.
    public long direct() {
      return excess.nanos - inherited;
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
  /// @param excess the unexplained time
  /// @param waiting the part of it that is wait time: all connections were busy, and no stall shows
  ///   why
  public record Unexplained(long affected, Excess excess, long waiting) {

    /// The part of it that is service time.
    public long service() {
      return excess.nanos - waiting;
    }
  }

  /// One operation and the causes of its time.
  ///
  /// @param id its index among the operations of the measured part, from 0
  /// @param times when it was due, started and ended
  /// @param normal the normal service time of operations of its name
  /// @param parts the causes, the largest part first
  /// @param unexplained what no cause explains
  /// @param sender who sent it
  public record SlowOperation(
      int id,
      String name,
      OperationState state,
      OperationTimes times,
      long normal,
      List<Part> parts,
      UnexplainedTime unexplained,
      Sender sender) {

    /// The machine of a fleet that sent it; null in a run of one machine.
    public @Nullable String machine() {
      return sender.machine;
    }

    /// Its W3C trace id; null if it sent none.
    public @Nullable String traceId() {
      return sender.traceId;
    }

    public long unexplainedWait() {
      return unexplained.waiting;
    }

    public long unexplainedService() {
      return unexplained.service;
    }
  }

  /// Who sent an operation.
  ///
  /// @param machine the machine of a fleet; null in a run of one machine
  /// @param traceId the W3C trace id that it was sent with; null if there was none
  public record Sender(@Nullable String machine, @Nullable String traceId) {}

  /// The unexplained parts of the times of one operation.
  ///
  /// @param waiting the part of its wait time
  /// @param service the part of its service time
  public record UnexplainedTime(long waiting, long service) {}

  /// The times of one operation, on the run's clock.
  ///
  /// @param due its intended start
  /// @param start its start
  /// @param end its end
  public record OperationTimes(long due, long start, long end) {

    public long waiting() {
      return start - due;
    }

    public long service() {
      return end - start;
    }

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
