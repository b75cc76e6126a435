package dev.takt.record.log.write;

import dev.takt.record.ClockAnchor;
import java.io.IOException;
import java.io.InputStream;
import java.nio.channels.FileChannel;
import java.nio.charset.StandardCharsets;
import java.nio.file.FileAlreadyExistsException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.LockSupport;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/// Opens a log that several processes append to. The process that creates the file writes the
/// header; the others read the base of its times from there.
final class SharedLog {

  private static final Pattern BASE = Pattern.compile("#\\[BaseTime: (\\d{1,10})\\.(\\d{6}) .*");
  private static final int HEADER_BYTES = 1 << 12;
  private static final long NANOS_PER_MICRO = 1_000;
  private static final int ATTEMPTS = 50;
  private static final long BETWEEN_ATTEMPTS = TimeUnit.MILLISECONDS.toNanos(20);

  private SharedLog() {}

  static IntervalLogWriter open(Path file, ClockAnchor anchor, long originNanoTime)
      throws IOException {
    try {
      FileChannel channel = append(file, StandardOpenOption.CREATE_NEW);
      return begun(channel, anchor, originNanoTime);
    } catch (FileAlreadyExistsException e) {
      if (Files.exists(file) && !Files.isRegularFile(file)) {
        throw new IOException(file + " is not a file", e);
      }
      return join(file, anchor, originNanoTime);
    }
  }

  private static FileChannel append(Path file, StandardOpenOption... more) throws IOException {
    StandardOpenOption[] options = new StandardOpenOption[more.length + 1];
    options[0] = StandardOpenOption.APPEND;
    System.arraycopy(more, 0, options, 1, more.length);
    return FileChannel.open(file, options);
  }

  private static IntervalLogWriter begun(
      FileChannel channel, ClockAnchor anchor, long originNanoTime) throws IOException {
    try {
      return new IntervalLogWriter(
          new LineSink.ToSharedFile(channel, false),
          anchor,
          originNanoTime,
          IntervalLogWriter.METER_BUFFER_BYTES);
    } catch (IOException e) {
      channel.close();
      throw e;
    }
  }

  private static IntervalLogWriter join(Path file, ClockAnchor anchor, long originNanoTime)
      throws IOException {
    Long base = awaitBase(file);
    if (base == null) { // no process writes the header: the file is empty
      return begun(append(file), anchor, originNanoTime);
    }
    long origin = anchor.nanoTime() + (base - anchor.epochNanos());
    if (origin - originNanoTime > 0) {
      throw new IOException(
          file + " begins later than now: was the clock set back? Name another file");
    }
    return new IntervalLogWriter(
        new LineSink.ToSharedFile(append(file), !endsWithLine(file)),
        origin,
        IntervalLogWriter.METER_BUFFER_BYTES);
  }

  /// The epoch time in nanoseconds from which the stamps of a log count. Waits briefly if another
  /// process is about to write the header.
  ///
  /// @return null if the file stays empty
  private static @Nullable Long awaitBase(Path file) throws IOException {
    for (int i = 0; i < ATTEMPTS; i++) {
      String head = head(file);
      if (!head.isEmpty() && !head.startsWith("#" + IntervalLogWriter.TITLE + "\n")) {
        throw new IOException(
            file + " exists and is not an interval log of Takt; name another file");
      }
      Long base = base(head);
      if (base != null) {
        return base;
      }
      LockSupport.parkNanos(BETWEEN_ATTEMPTS);
    }
    if (Files.size(file) > 0) {
      throw new IOException(file + " is an interval log without a base time; name another file");
    }
    return null;
  }

  private static String head(Path file) throws IOException {
    try (InputStream in = Files.newInputStream(file)) {
      return new String(in.readNBytes(HEADER_BYTES), StandardCharsets.UTF_8);
    }
  }

  private static @Nullable Long base(String head) {
    for (String line : head.split("\n", -1)) {
      Matcher base = BASE.matcher(line);
      if (base.matches()) {
        long micros = Long.parseLong(base.group(1)) * 1_000_000 + Long.parseLong(base.group(2));
        return micros * NANOS_PER_MICRO - IntervalLogWriter.BASE_IS_LATE_NANOS;
      }
    }
    return null;
  }

  private static boolean endsWithLine(Path file) throws IOException {
    try (var channel = Files.newByteChannel(file)) {
      var last = java.nio.ByteBuffer.allocate(1);
      channel.position(Math.max(0, channel.size() - 1));
      return channel.read(last) < 1 || last.get(0) == '\n';
    }
  }
}
