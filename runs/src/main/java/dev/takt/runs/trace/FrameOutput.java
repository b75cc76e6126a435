package dev.takt.runs.trace;

import dev.takt.record.ClockAnchor;
import dev.takt.runs.text.Causes;
import java.io.IOException;
import java.io.OutputStream;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.zip.CRC32;

/// Writes frames to `operations.bin`, each with one call, so that a truncated file is valid up to
/// its last complete frame. Not thread-safe.
final class FrameOutput implements AutoCloseable {

  private final OutputStream stream;
  private final String name;
  private final CRC32 crc = new CRC32();

  FrameOutput(OutputStream stream, String name) {
    this.stream = stream;
    this.name = name;
  }

  void writeHeader(List<String> operations, long origin, ClockAnchor anchor) throws IOException {
    ByteWriter preamble = new ByteWriter(TraceFormat.PREAMBLE_LENGTH);
    preamble.putBytes(TraceFormat.MAGIC);
    preamble.putInt(TraceFormat.VERSION);
    put(preamble);
    List<byte[]> names = operations.stream().map(n -> n.getBytes(StandardCharsets.UTF_8)).toList();
    ByteWriter frame = new ByteWriter(64 + names.stream().mapToInt(n -> n.length + 5).sum());
    frame.length = TraceFormat.FRAME_HEAD_LENGTH;
    frame.putByte(TraceFormat.HEADER);
    frame.putZigzag(origin);
    frame.putZigzag(anchor.nanoTime());
    frame.putZigzag(anchor.epochNanos());
    frame.putZigzag(anchor.errorNanos());
    frame.putVarint(names.size());
    for (byte[] operation : names) {
      frame.putVarint(operation.length);
      frame.putBytes(operation);
    }
    write(frame);
  }

  void writeJourneys(JourneySteps steps) throws IOException {
    List<byte[]> names =
        steps.journeys().stream().map(n -> n.getBytes(StandardCharsets.UTF_8)).toList();
    int length = names.stream().mapToInt(n -> n.length + 5).sum();
    ByteWriter frame = new ByteWriter(64 + length + 5 * steps.journeyOf().size());
    frame.length = TraceFormat.FRAME_HEAD_LENGTH;
    frame.putByte(TraceFormat.JOURNEYS);
    frame.putVarint(steps.stride());
    frame.putVarint(steps.sendsNumbers() ? 1 : 0);
    frame.putVarint(names.size());
    for (byte[] name : names) {
      frame.putVarint(name.length);
      frame.putBytes(name);
    }
    for (int journey : steps.journeyOf()) {
      frame.putVarint(journey);
    }
    write(frame);
  }

  void writeEnd(long written, long skipped, long lost) throws IOException {
    ByteWriter frame = new ByteWriter(64);
    frame.length = TraceFormat.FRAME_HEAD_LENGTH;
    frame.putByte(TraceFormat.END);
    frame.putVarint(written);
    frame.putVarint(skipped);
    frame.putVarint(lost);
    write(frame);
  }

  /// Writes a frame. Its payload starts after space for the frame head, which this method fills.
  void write(ByteWriter frame) throws IOException {
    int length = frame.length - TraceFormat.FRAME_HEAD_LENGTH;
    crc.reset();
    crc.update(frame.bytes, TraceFormat.FRAME_HEAD_LENGTH, length);
    frame.setInt(0, length);
    frame.setInt(Integer.BYTES, (int) crc.getValue());
    put(frame);
  }

  private void put(ByteWriter bytes) throws IOException {
    try {
      stream.write(bytes.bytes, 0, bytes.length);
    } catch (IOException e) {
      throw new IOException("cannot write " + name + ": " + Causes.of(e), e);
    }
  }

  @Override
  public void close() throws IOException {
    stream.close();
  }
}
