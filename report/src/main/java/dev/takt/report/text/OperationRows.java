package dev.takt.report.text;

import dev.takt.explain.Explainer;
import dev.takt.explain.RunExplainer;
import dev.takt.explain.attribution.AttributionResult;
import dev.takt.explain.attribution.classify.Cause;
import dev.takt.explain.trace.Operations;
import dev.takt.record.ClockAnchor;
import dev.takt.runs.model.OperationState;
import java.io.PrintStream;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.EnumMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Objects;
import java.util.TreeSet;
import java.util.function.IntPredicate;
import java.util.function.Predicate;
import org.jspecify.annotations.Nullable;

/// Writes the operations of a run as CSV or JSON lines, a row each. Rows are written as they are
/// made, so that they need no memory.
///
/// The shares of all causes of a side and a kind are one column. Together with `unexplained_ns`
/// they add up to `excess_ns`, to the nanosecond. All of these are 0 for operations that were not
/// slow, so that the sum of a column is the time that `takt explain` reports.
public final class OperationRows {

  private final Operations operations;
  private final Explainer explainer;
  private final boolean isFleet;
  private final AttributionResult attribution;
  private final long origin;
  private final long epochNanosAtZero;
  private final List<String> columns = new ArrayList<>();

  /// For each cause, the index of its column among those of causes; -1 if it took no time.
  private final int[] columnOfCause;

  private final long[] causeNanos;
  private final RowWriter rows;
  private final List<String> names;
  private final Map<OperationState, String> states = new EnumMap<>(OperationState.class);

  /// @param anchor converts the run's clock to wall-clock time
  /// @param jsonLines whether to write JSON lines; else CSV
  public OperationRows(RunExplainer run, ClockAnchor anchor, boolean jsonLines, PrintStream out) {
    operations = run.operations();
    explainer = run.explainer();
    attribution = explainer.attribution();
    isFleet = run.record().fleet() != null;
    origin = run.origin();
    epochNanosAtZero = anchor.epochNanosAt(0);
    columns.addAll(List.of("id", "operation", "state"));
    columns.addAll(List.of("intended_ns", "start_ns", "end_ns"));
    columns.addAll(List.of("intended_epoch_ns", "start_epoch_ns", "end_epoch_ns"));
    if (isFleet) {
      columns.add("machine");
    }
    if (operations.hasTraceIds()) {
      columns.add("trace_id");
    }
    columns.addAll(List.of("slow", "excess_ns", "unexplained_ns"));
    List<String> causes = causeColumns();
    columns.addAll(causes);
    columnOfCause =
        attribution.causes().stream().mapToInt(each -> causes.indexOf(column(each))).toArray();
    causeNanos = new long[causes.size()];
    rows = new RowWriter(columns, jsonLines, out);
    names = operations.names().stream().map(rows::quoted).toList();
    for (OperationState each : OperationState.values()) {
      states.put(each, rows.quoted(each.name().toLowerCase(Locale.ROOT)));
    }
  }

  /// The columns of the causes that took time, in alphabetical order.
  private List<String> causeColumns() {
    boolean[] tookTime = new boolean[attribution.causes().size()];
    for (int share = 0; share < attribution.shares(); share++) {
      tookTime[attribution.cause(share)] = true;
    }
    TreeSet<String> sorted = new TreeSet<>();
    for (int cause = 0; cause < tookTime.length; cause++) {
      if (tookTime[cause]) {
        sorted.add(column(attribution.causes().get(cause)));
      }
    }
    return List.copyOf(sorted);
  }

  private static String column(Cause cause) {
    String kind = cause.kind() == null ? "sent_late" : cause.kind().lowerCase();
    return cause.side().lowerCase() + "_" + kind + "_ns";
  }

  /// Writes the operations of the run.
  ///
  /// @param onlySlow whether to leave out those that were not slow
  /// @return how many were written
  public long write(boolean onlySlow) {
    return write(!onlySlow, _ -> true);
  }

  /// Writes the slow operations that certain causes made slower.
  ///
  /// @return how many were written
  public long write(Predicate<Cause> causes) {
    boolean[] isWanted = new boolean[columnOfCause.length];
    for (int i = 0; i < isWanted.length; i++) {
      isWanted[i] = causes.test(attribution.causes().get(i));
    }
    return write(false, slow -> hasShare(slow, isWanted));
  }

  private boolean hasShare(int slow, boolean[] isWanted) {
    for (int each = attribution.firstShare(slow); each < attribution.firstShare(slow + 1); each++) {
      if (isWanted[attribution.cause(each)]) {
        return true;
      }
    }
    return false;
  }

  private long write(boolean withQuick, IntPredicate slowOnes) {
    long written = 0;
    int slow = 0;
    boolean isOpen = true;
    for (int i = 0; i < operations.size() && isOpen; i++) {
      boolean isSlow = slow < attribution.size() && attribution.operation(slow) == i;
      if (isSlow ? slowOnes.test(slow) : withQuick) {
        isOpen = row(i, isSlow ? slow : -1);
        written++;
      }
      slow += isSlow ? 1 : 0;
    }
    rows.flush();
    return written;
  }

  /// @param slow its index among the slow operations; negative if it was not slow
  /// @return whether more can be written
  private boolean row(int i, int slow) {
    rows.begin();
    rows.number(i);
    rows.verbatim(names.get(operations.name(i)));
    rows.verbatim(Objects.requireNonNull(states.get(operations.state(i))));
    moments(i, -origin);
    moments(i, epochNanosAtZero);
    if (isFleet) {
      text(explainer.machine(i));
    }
    if (operations.hasTraceIds()) {
      text(operations.traceId(i));
    }
    rows.bool(slow >= 0);
    rows.number(slow < 0 ? 0 : attribution.excess(slow));
    rows.number(slow < 0 ? 0 : attribution.unexplained(slow));
    Arrays.fill(causeNanos, 0);
    if (slow >= 0) {
      addShares(slow);
    }
    for (long each : causeNanos) {
      rows.number(each);
    }
    return rows.end();
  }

  private void text(@Nullable String text) {
    if (text == null) {
      rows.missing();
    } else {
      rows.verbatim(rows.quoted(text));
    }
  }

  private void moments(int i, long shift) {
    moment(operations.isScheduled(), operations.due(i) + shift);
    moment(operations.state(i) != OperationState.NEVER_SENT, operations.start(i) + shift);
    moment(true, operations.end(i) + shift);
  }

  private void moment(boolean isKnown, long nanos) {
    if (isKnown) {
      rows.number(nanos);
    } else {
      rows.missing();
    }
  }

  private void addShares(int slow) {
    for (int each = attribution.firstShare(slow); each < attribution.firstShare(slow + 1); each++) {
      causeNanos[columnOfCause[attribution.cause(each)]] += attribution.nanos(each);
    }
  }
}
