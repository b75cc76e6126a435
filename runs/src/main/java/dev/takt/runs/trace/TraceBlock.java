package dev.takt.runs.trace;

import dev.takt.runs.trace.ByteReader.MalformedException;
import org.jspecify.annotations.Nullable;

/// A part of an [OperationTrace] whose operations are not decoded yet. Each block is
/// self-contained, so several threads can decode one block each in parallel. A decoded block can be
/// reused for a later part of the same trace. For one thread.
public final class TraceBlock {

  /// Stands for the number of an operation if the trace does not have it.
  public static final long NO_NUMBER = -1;

  final TraceFrame frame = new TraceFrame();
  private int number = -1;
  private @Nullable RecordReader records;

  /// Creates an empty block, for [OperationTrace#read].
  public TraceBlock() {}

  void begin(OperationTrace trace, int itsNumber) {
    number = itsNumber;
    if (records == null) {
      records = trace.recordReader();
    }
  }

  /// Its index among the blocks of the trace, from 0.
  public int number() {
    return number;
  }

  /// Its length in the file, in bytes.
  public int length() {
    return TraceFormat.FRAME_HEAD_LENGTH + frame.length;
  }

  /// Receives operations without an object for each, for long traces.
  @FunctionalInterface
  public interface Sink {

    /// Receives one operation, as in [OperationRecord] but with the code of its state.
    ///
    /// @param number its number in the schedule, from 0; or [#NO_NUMBER]
    void accept(int index, long intended, long start, long end, int stateCode, long number);
  }

  /// Passes on its operations, in their order.
  ///
  /// @return false if it is damaged: operations passed on before are valid, data after it in the
  ///   trace cannot be trusted
  public boolean forEach(Sink sink) {
    RecordReader reader = records;
    if (reader == null || !frame.isWhole()) {
      return false;
    }
    try {
      reader.readAll(frame, sink);
      return true;
    } catch (MalformedException _) {
      return false;
    }
  }
}
