package dev.takt.runs;

import dev.takt.runs.ByteReader.MalformedException;
import org.jspecify.annotations.Nullable;

/// A part of an [OperationTrace] whose operations are not decoded yet. Each stands for itself, so
/// several threads can decode a block each at the same time; one that was decoded can be filled
/// again, with a later part of the same trace. For one thread.
public final class TraceBlock {

  final TraceFrame frame = new TraceFrame();
  private int number = -1;
  private @Nullable RecordReader records;

  /// An empty one, for [OperationTrace#read].
  public TraceBlock() {}

  void begin(OperationTrace trace, int itsNumber) {
    number = itsNumber;
    if (records == null) {
      records = trace.recordReader();
    }
  }

  /// Its place among the blocks of the trace, from 0 on.
  public int number() {
    return number;
  }

  /// How long it is in the file, in bytes.
  public int length() {
    return TraceFormat.FRAME_HEAD_LENGTH + frame.length;
  }

  /// Is given operations without an object for each: for long traces.
  @FunctionalInterface
  public interface Sink {

    /// One operation; as in [OperationRecord], but with the code of its state.
    void accept(int index, long intended, long start, long end, int stateCode);
  }

  /// Hands on its operations, in their order.
  ///
  /// @return false if it is damaged: what was handed on holds, what comes after it in the trace is
  ///   not to be trusted
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
