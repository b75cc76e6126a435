package dev.takt.runs.model;

import com.fasterxml.jackson.annotation.JsonUnwrapped;
import org.jspecify.annotations.Nullable;

/// An interval in which something stopped or slowed a system.
///
/// @param kind the kind of stall
/// @param side the side that lost time
/// @param interval when it was, and how exactly that is known
/// @param thread the stalled thread; null for the whole process or, on the host's side, the machine
/// @param cause the reason, such as `System.gc()` or a lock's class
/// @param culprit the thread or process that caused it
/// @param stop identifies the stalls that are parts of one stop of a JVM; unique per side
/// @param evidence further observations of the source
public record Stall(
    StallKind kind,
    Side side,
    @JsonUnwrapped Interval interval,
    @Nullable Actor thread,
    @Nullable String cause,
    @Nullable Actor culprit,
    @Nullable Long stop,
    Evidence evidence) {

  /// When a stall was, as a source observed it.
  ///
  /// @param beginNanoTime its begin on the run's monotonic clock
  /// @param endNanoTime its end, not before the begin
  /// @param errorNanos the maximum error of each of the two
  /// @param source the name of the [StallSource] that observed it
  /// @param machine the name of the machine on which it was observed; null in a run of one machine
  public record Interval(
      long beginNanoTime,
      long endNanoTime,
      long errorNanos,
      String source,
      @Nullable String machine) {

    /// Checks the order of begin and end.
    public Interval {
      if (endNanoTime - beginNanoTime < 0) {
        throw new IllegalArgumentException(
            "a stall from " + beginNanoTime + " to " + endNanoTime + " in " + source);
      }
    }

    /// The interval of a run of one machine.
    public Interval(long beginNanoTime, long endNanoTime, long errorNanos, String source) {
      this(beginNanoTime, endNanoTime, errorNanos, source, null);
    }

    /// The same with another end.
    public Interval withEnd(long nanoTime) {
      return new Interval(beginNanoTime, nanoTime, errorNanos, source, machine);
    }

    /// The same as the observation of a machine.
    public Interval onMachine(String name) {
      return new Interval(beginNanoTime, endNanoTime, errorNanos, source, name);
    }

    /// The same with another error.
    public Interval withError(long nanos) {
      return new Interval(beginNanoTime, endNanoTime, nanos, source, machine);
    }
  }

  /// A thread or process.
  ///
  /// @param name for people
  /// @param pid its process id; null if that is not known
  /// @param osThread the kernel's thread id (tid); null if that is not known
  /// @param where what it was doing: the uppermost frames of its stack, one per line, the innermost
  ///   first; null if that is not known
  public record Actor(
      String name, @Nullable Long pid, @Nullable Long osThread, @Nullable String where) {

    /// An actor of which only the name is known.
    public static Actor named(String name) {
      return new Actor(name, null, null, null);
    }
  }

  /// A stall of which nothing else is known. The `with` methods add what is.
  public static Stall of(StallKind kind, Side side, Interval interval) {
    return new Stall(kind, side, interval, null, null, null, null, Evidence.NONE);
  }

  /// The same of another kind.
  public Stall withKind(StallKind changed) {
    return new Stall(changed, side, interval, thread, cause, culprit, stop, evidence);
  }

  /// The same at another time.
  public Stall withInterval(Interval changed) {
    return new Stall(kind, side, changed, thread, cause, culprit, stop, evidence);
  }

  /// The same with another stalled thread.
  public Stall withThread(@Nullable Actor changed) {
    return new Stall(kind, side, interval, changed, cause, culprit, stop, evidence);
  }

  /// The same with another cause.
  public Stall withCause(@Nullable String changed) {
    return new Stall(kind, side, interval, thread, changed, culprit, stop, evidence);
  }

  /// The same with another culprit.
  public Stall withCulprit(@Nullable Actor changed) {
    return new Stall(kind, side, interval, thread, cause, changed, stop, evidence);
  }

  /// The same as a part of a stop.
  public Stall withStop(@Nullable Long changed) {
    return new Stall(kind, side, interval, thread, cause, culprit, changed, evidence);
  }

  /// The same with other evidence.
  public Stall withEvidence(Evidence changed) {
    return new Stall(kind, side, interval, thread, cause, culprit, stop, changed);
  }

  /// Its begin on the run's monotonic clock.
  public long beginNanoTime() {
    return interval.beginNanoTime;
  }

  /// Its end, not before the begin.
  public long endNanoTime() {
    return interval.endNanoTime;
  }

  /// The maximum error of begin and end.
  public long errorNanos() {
    return interval.errorNanos;
  }

  /// The name of the [StallSource] that observed it.
  public String source() {
    return interval.source;
  }

  /// The machine of a fleet that lost the time; null for the target, which others can have watched,
  /// and in a run of one machine.
  public @Nullable String stoppedMachine() {
    return side == Side.TARGET ? null : interval.machine;
  }

  /// Its duration.
  public long nanos() {
    return interval.endNanoTime - interval.beginNanoTime;
  }
}
