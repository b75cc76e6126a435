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

/// Writes and reads `clocks.bin`: all exchanges with all machines, so that the bounds of a run can
/// be computed again. `FORMAT.md` of the run directory describes the format.
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
  private static final int MAX_PENDING = 256;
  private static final int EXCHANGE_LENGTH = 4 * Long.BYTES;

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
    Machine its = machines.get(machine);
    if (its == null) {
      its = new Machine(machines.size());
      machines.put(machine, its);
      byte[] name = machine.getBytes(StandardCharsets.UTF_8);
      write(payload(MACHINE, its.number, name.length).put(name));
    }
    its.pending.add(exchange);
    if (its.pending.size() == MAX_PENDING) {
      write(its);
    }
  }

  /// Writes all exchanges that were added.
  ///
  /// @throws IOException with a message for people, if the file cannot be written
  public synchronized void flush() throws IOException {
    for (Machine machine : machines.values()) {
      if (!machine.pending.isEmpty()) {
        write(machine);
      }
    }
  }

  @Override
  public synchronized void close() throws IOException {
    try (stream) {
      flush();
      write(ByteBuffer.allocate(1 + Long.BYTES).put(END).putLong(written));
    }
  }

  private void write(Machine machine) throws IOException {
    int count = machine.pending.size();
    ByteBuffer payload = payload(EXCHANGES, machine.number, count * EXCHANGE_LENGTH);
    for (Exchange e : machine.pending) {
      payload.putLong(e.t1()).putLong(e.t2()).putLong(e.t3()).putLong(e.t4());
    }
    machine.pending.clear();
    write(payload);
    written += count;
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
  /// @param each receives the name of the machine and an exchange, those of one machine in the
  ///   order in which they were added
  /// @return whether the file is complete; if not, its writer was killed or is still at work, or
  ///   the file is damaged
  /// @throws IOException with a message for people, if the file cannot be read, is not a clock log,
  ///   or has a newer format
  public static boolean read(Path file, BiConsumer<String, Exchange> each) throws IOException {
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
      return readFrames(in, each);
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
            bounds.computeIfAbsent(machine, _ -> new OffsetBounds()).add(exchange));
    return bounds;
  }

  private static boolean readFrames(DataInputStream in, BiConsumer<String, Exchange> each)
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
      String name;
      List<Exchange> exchanges;
      try {
        if (kind == MACHINE) {
          readMachine(payload, names);
        }
        if (kind != EXCHANGES) {
          continue; // A kind that is not known may be from a newer Takt.
        }
        name = names.get(payload.getInt());
        exchanges = readExchanges(payload);
      } catch (BufferUnderflowException | IndexOutOfBoundsException | IllegalArgumentException _) {
        return false; // No ClockLog writes such a frame.
      }
      exchanges.forEach(e -> each.accept(name, e));
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
    final List<Exchange> pending = new ArrayList<>();

    Machine(int number) {
      this.number = number;
    }
  }
}
