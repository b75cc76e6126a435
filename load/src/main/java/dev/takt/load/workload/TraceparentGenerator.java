package dev.takt.load.workload;

import dev.takt.runs.trace.TraceContext;
import java.nio.ByteBuffer;

/// The W3C trace context of the operation, as a `traceparent` header: version 00, sampled. It is
/// the same in all templates of an operation.
final class TraceparentGenerator extends Generator {

  private final TraceContext traces;

  TraceparentGenerator(TraceContext traces) {
    this.traces = traces;
  }

  @Override
  public boolean isNumeric() {
    return false;
  }

  @Override
  public long longValue(long seed, long n) {
    throw new UnsupportedOperationException("a trace context is no number");
  }

  @Override
  int maxLength() {
    return TraceContext.LENGTH;
  }

  @Override
  public void render(long seed, long n, ByteBuffer out) {
    out.put((byte) '0').put((byte) '0').put((byte) '-');
    putHex(traces.high(n), out);
    putHex(traces.low(n), out);
    out.put((byte) '-');
    putHex(traces.parentId(n), out);
    out.put((byte) '-').put((byte) '0').put((byte) '1');
  }

  private static void putHex(long bits, ByteBuffer out) {
    for (int shift = Long.SIZE - 4; shift >= 0; shift -= 4) {
      out.put((byte) Character.forDigit((int) (bits >>> shift) & 0xF, 16));
    }
  }
}
