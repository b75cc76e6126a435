package dev.takt.load.driver;

import dev.takt.load.keyvalue.KeyValueKind;
import dev.takt.record.LatencyHistogram;
import dev.takt.record.RecorderRegistry;
import dev.takt.record.SharedRecorder;
import java.util.ArrayList;
import java.util.List;

/// The two halves of read-modify-writes, as returned by [Driver#parts]. Thread-safe.
public final class ReadModifyWriteParts {

  private final RecorderRegistry registry = new RecorderRegistry();
  private final SharedRecorder reads = registry.shared(KeyValueKind.READ.operationName());
  private final SharedRecorder updates = registry.shared(KeyValueKind.UPDATE.operationName());

  /// Nothing recorded yet.
  public ReadModifyWriteParts() {}

  /// Records one read-modify-write, with moments on the monotonic clock. Halves that failed are
  /// left out.
  ///
  /// @param written when the read ended and the update began
  public void record(long start, Outcome read, long written, Outcome update, long end) {
    if (read.isOk()) {
      reads.record(written - start);
    }
    if (update.isOk()) {
      updates.record(end - written);
    }
  }

  /// What was recorded since the last call. For one thread at a time.
  public List<DriverPart> parts() {
    List<DriverPart> parts = new ArrayList<>();
    registry.collect((name, times) -> {
      LatencyHistogram copy = new LatencyHistogram();
      copy.add(times);
      parts.add(new DriverPart(name, copy));
    });
    return List.copyOf(parts);
  }
}
