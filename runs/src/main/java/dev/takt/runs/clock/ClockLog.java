package dev.takt.runs.clock;

import dev.takt.runs.text.Causes;
import java.io.BufferedInputStream;
import java.io.DataInputStream;
import java.io.FileOutputStream;
import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.nio.BufferUnderflowException;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.function.BiConsumer;
import java.util.zip.CRC32;

/// Writes and reads `clocks.bin`: all exchanges with all machines, and what their kernels state of
/// their wall clocks, so that the bounds of a run can be computed again. `FORMAT.md` of the run
/// directory describes the format.
///
/// A writer is thread-safe.
public final class ClockLog implements AutoCloseable {

  /// The name of the file in the run directory.
  public static final String FILE_NAME = "clocks.bin";

  private static final byte[] MAGIC = "TAKTCLK\n".getBytes(StandardCharsets.US_ASCII);
  private static final int VERSION = 1;
  private static final int MAX_PAYLOAD = 1 << 20;
  private static final byte MACHINE = 1;
  private static final byte EXCHANGES = 2;
  private static final byte END = 3;
  private static final byte STATED = 4;
  private static final int MAX_PENDING = 256;
  private static final int EXCHANGE_LENGTH = 4 * Long.BYTES;
  private static final int STATED_LENGTH = 7 * Long.BYTES;

  private final OutputStream stream;
  private final Path file;
  private final Map<String, Machine> machines = new LinkedHashMap<>();
  private long written;

  private ClockLog(OutputStream stream, Path file) {
    this.stream = stream;
    this.file = file;
  }

  /// Creates the file.
  ///
  /// @throws IOException with a message for people, if it cannot be written
  public static ClockLog create(Path file) throws IOException {
    OutputStream stream;
    try {
      // Not a FileChannel, because an interrupt of the writing thread would close it.
      stream = new FileOutputStream(file.toFile());
    } catch (IOException e) {
      throw new IOException("cannot make clock log " + e.getMessage(), e);
    }
    ClockLog log = new ClockLog(stream, file);
    try {
      log.put(ByteBuffer.allocate(MAGIC.length + Integer.BYTES).put(MAGIC).putInt(VERSION));
      return log;
    } catch (IOException e) {
      stream.close();
      throw e;
    }
  }

  /// Adds an exchange. It is in the file after the next [#flush], or a few exchanges later.
  ///
  /// @throws IOException with a message for people, if the file cannot be written
  public synchronized void add(String machine, Exchange exchange) throws IOException {
    Machine its = machine(machine);
    its.exchanges.add(exchange);
    if (its.exchanges.size() == MAX_PENDING) {
      writeExchanges(its);
    }
  }

  /// Adds a stated bound. It is in the file after the next [#flush], or a few later.
  ///
  /// @throws IOException with a message for people, if the file cannot be written
  public synchronized void add(String machine, StatedBound bound) throws IOException {
    Machine its = machine(machine);
    its.stated.add(bound);
    if (its.stated.size() == MAX_PENDING) {
      writeStated(its);
    }
  }

  private Machine machine(String name) throws IOException {
    Machine its = machines.get(name);
    if (its == null) {
      its = new Machine(machines.size());
      machines.put(name, its);
      byte[] bytes = name.getBytes(StandardCharsets.UTF_8);
      write(payload(MACHINE, its.number, bytes.length).put(bytes));
    }
    return its;
  }

  /// Writes all that was added.
  ///
  /// @throws IOException with a message for people, if the file cannot be written
  public synchronized void flush() throws IOException {
    for (Machine machine : machines.values()) {
      writeExchanges(machine);
      writeStated(machine);
    }
  }

  @Override
  public synchronized void close() throws IOException {
    try (stream) {
      flush();
      write(ByteBuffer.allocate(1 + Long.BYTES).put(END).putLong(written));
    }
  }

  private void writeExchanges(Machine machine) throws IOException {
    int count = machine.exchanges.size();
    ByteBuffer payload = payload(EXCHANGES, machine.number, count * EXCHANGE_LENGTH);
    for (Exchange e : machine.exchanges) {
      payload.putLong(e.t1()).putLong(e.t2()).putLong(e.t3()).putLong(e.t4());
    }
    machine.exchanges.clear();
    if (count > 0) {
      write(payload);
      written += count;
    }
  }

  private void writeStated(Machine machine) throws IOException {
    int count = machine.stated.size();
    ByteBuffer payload = payload(STATED, machine.number, count * STATED_LENGTH);
    for (StatedBound each : machine.stated) {
      payload.putLong(each.asked());
      put(payload, each.theirs());
      put(payload, each.ours());
    }
    machine.stated.clear();
    if (count > 0) {
      write(payload);
    }
  }

  private static void put(ByteBuffer payload, WallReading reading) {
    payload.putLong(reading.nanoTime()).putLong(reading.epochNanos()).putLong(reading.errorNanos());
  }

  private static ByteBuffer payload(byte kind, int machine, int length) {
    return ByteBuffer.allocate(1 + Integer.BYTES + length).put(kind).putInt(machine);
  }

  /// Writes a frame with one call, so that a file that is cut off is valid up to its last whole
  /// frame.
  private void write(ByteBuffer payload) throws IOException {
    byte[] bytes = content(payload);
    put(
        ByteBuffer.allocate(2 * Integer.BYTES + bytes.length)
            .putInt(bytes.length)
            .putInt(checksum(bytes))
            .put(bytes));
  }

  private void put(ByteBuffer bytes) throws IOException {
    try {
      stream.write(content(bytes));
    } catch (IOException e) {
      throw new IOException("cannot write " + file + ": " + Causes.of(e), e);
    }
  }

  /// Reads a file up to its last whole frame.
  ///
  /// @param exchanges receives the name of the machine and an exchange, those of one machine in the
  ///   order in which they were added
  /// @param stated the same of stated bounds
  /// @return whether the file is complete; if not, its writer was killed or is still at work, or
  ///   the file is damaged
  /// @throws IOException with a message for people, if the file cannot be read, is not a clock log,
  ///   or has a newer format
  public static boolean read(
      Path file, BiConsumer<String, Exchange> exchanges, BiConsumer<String, StatedBound> stated)
      throws IOException {
    try (InputStream bytes = new BufferedInputStream(Files.newInputStream(file), 1 << 16)) {
      DataInputStream in = new DataInputStream(bytes);
      byte[] preamble = in.readNBytes(MAGIC.length + Integer.BYTES);
      if (preamble.length < MAGIC.length + Integer.BYTES
          || !Arrays.equals(preamble, 0, MAGIC.length, MAGIC, 0, MAGIC.length)) {
        throw new IOException("not a clock log of Takt");
      }
      int version = ByteBuffer.wrap(preamble).getInt(MAGIC.length);
      if (version != VERSION) {
        throw new IOException(
            "has format "
                + Integer.toUnsignedString(version)
                + "; this Takt reads up to "
                + VERSION);
      }
      return readFrames(in, exchanges, stated);
    } catch (IOException e) {
      throw new IOException("cannot read " + file + ": " + Causes.of(e), e);
    }
  }

  /// The bounds of all machines in a file, by name. None if there is no file.
  ///
  /// @throws IOException as [#read] does
  public static Map<String, OffsetBounds> readBounds(Path file) throws IOException {
    Map<String, OffsetBounds> bounds = new LinkedHashMap<>();
    if (!Files.exists(file)) {
      return bounds;
    }
    read(
        file,
        (machine, exchange) ->
            bounds.computeIfAbsent(machine, _ -> new OffsetBounds()).add(exchange),
        (machine, bound) -> bounds.computeIfAbsent(machine, _ -> new OffsetBounds()).add(bound));
    return bounds;
  }

  private static boolean readFrames(
      DataInputStream in,
      BiConsumer<String, Exchange> exchanges,
      BiConsumer<String, StatedBound> stated)
      throws IOException {
    List<String> names = new ArrayList<>();
    byte[] head = new byte[2 * Integer.BYTES];
    while (in.readNBytes(head, 0, head.length) == head.length) {
      int length = ByteBuffer.wrap(head).getInt();
      if (length < 1 || length > MAX_PAYLOAD) {
        return false;
      }
      byte[] bytes = in.readNBytes(length);
      if (bytes.length < length || checksum(bytes) != ByteBuffer.wrap(head).getInt(4)) {
        return false;
      }
      ByteBuffer payload = ByteBuffer.wrap(bytes);
      byte kind = payload.get();
      if (kind == END) {
        return true;
      }
      Runnable content;
      try {
        content =
            switch (kind) {
              case MACHINE -> {
                readMachine(payload, names);
                yield () -> {};
              }
              case EXCHANGES -> {
                String name = names.get(payload.getInt());
                List<Exchange> read = readExchanges(payload);
                yield () -> read.forEach(each -> exchanges.accept(name, each));
              }
              case STATED -> {
                String name = names.get(payload.getInt());
                List<StatedBound> read = readStated(payload);
                yield () -> read.forEach(each -> stated.accept(name, each));
              }
              default -> () -> {}; // It may be from a newer Takt.
            };
      } catch (BufferUnderflowException | IndexOutOfBoundsException | IllegalArgumentException _) {
        return false; // No ClockLog writes such a frame.
      }
      content.run();
    }
    return false;
  }

  private static void readMachine(ByteBuffer payload, List<String> names) {
    if (payload.getInt() != names.size()) {
      throw new IllegalArgumentException("a machine has another number than the next one");
    }
    names.add(StandardCharsets.UTF_8.decode(payload).toString());
  }

  private static List<Exchange> readExchanges(ByteBuffer payload) {
    List<Exchange> exchanges = new ArrayList<>();
    while (payload.hasRemaining()) {
      exchanges.add(
          new Exchange(payload.getLong(), payload.getLong(), payload.getLong(), payload.getLong()));
    }
    return exchanges;
  }

  private static List<StatedBound> readStated(ByteBuffer payload) {
    List<StatedBound> stated = new ArrayList<>();
    while (payload.hasRemaining()) {
      stated.add(new StatedBound(payload.getLong(), readReading(payload), readReading(payload)));
    }
    return stated;
  }

  private static WallReading readReading(ByteBuffer payload) {
    return new WallReading(payload.getLong(), payload.getLong(), payload.getLong());
  }

  private static byte[] content(ByteBuffer full) {
    byte[] content = new byte[full.capacity()];
    full.rewind().get(content);
    return content;
  }

  private static int checksum(byte[] bytes) {
    CRC32 crc = new CRC32();
    crc.update(bytes);
    return (int) crc.getValue();
  }

  private static final class Machine {
    final int number;
    final List<Exchange> exchanges = new ArrayList<>();
    final List<StatedBound> stated = new ArrayList<>();

    Machine(int number) {
      this.number = number;
    }
  }
}
