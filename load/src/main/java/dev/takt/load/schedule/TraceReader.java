package dev.takt.load.schedule;

import dev.takt.runs.text.EnglishText;
import java.io.BufferedReader;
import java.io.IOException;
import java.math.BigDecimal;
import java.math.RoundingMode;
import java.nio.charset.CharacterCodingException;
import java.nio.file.AccessDeniedException;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.time.DateTimeException;
import java.time.Duration;
import java.time.Instant;
import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/// Reads a whole trace file, so that an error in its last line is reported before the run starts.
///
/// Each line is `timestamp` or `timestamp,operation`, all lines alike. Empty lines and lines that
/// begin with `#` are skipped, and so is a header that begins with `timestamp`.
final class TraceReader {

  private static final Pattern NUMBER = Pattern.compile("-?\\d{1,19}(\\.\\d{0,18})?");
  private static final Pattern HEADER = Pattern.compile("\"?timestamp\"?\\s*(,.*)?");
  private static final String BYTE_ORDER_MARK = "\uFEFF";
  private static final int MAX_SHOWN = 60;
  private static final int MAX_ARRIVALS = Integer.MAX_VALUE - 8;

  private final Path file;
  private final TraceUnit unit;
  private final double speed;
  private final Map<String, Integer> operations = new LinkedHashMap<>();

  private long lineNumber;
  private long[] offsets = new long[1024];
  private short @Nullable [] kinds;
  private int count;
  private @Nullable BigDecimal first;
  private long previousNanos;
  private @Nullable Boolean namesOperations;

  TraceReader(Path file, TraceUnit unit, double speed, List<String> operations) {
    this.file = file;
    this.unit = unit;
    this.speed = speed;
    for (String operation : operations) {
      this.operations.put(operation, this.operations.size());
    }
  }

  TraceSchedule read() {
    if (Files.isDirectory(file)) {
      throw new ScheduleException("trace file " + file + " is a directory");
    }
    try (BufferedReader reader = Files.newBufferedReader(file)) {
      for (String line = reader.readLine(); line != null; line = reader.readLine()) {
        lineNumber++;
        accept((lineNumber == 1 ? withoutMark(line) : line).strip());
      }
    } catch (NoSuchFileException e) {
      throw new ScheduleException("trace file " + file + " does not exist", e);
    } catch (CharacterCodingException e) {
      throw new ScheduleException(
          EnglishText.format(
              "trace file %s, line %d or later: not text in UTF-8", file, lineNumber + 1),
          e);
    } catch (AccessDeniedException e) {
      throw new ScheduleException("trace file " + file + " cannot be read: permission denied", e);
    } catch (IOException e) {
      throw new ScheduleException("trace file " + file + " cannot be read: " + e.getMessage(), e);
    }
    if (count == 0) {
      throw new ScheduleException(
          EnglishText.format(
                  "trace file %s has no arrivals: expected a line \"timestamp\" or \"timestamp,operation\"",
                  file)
              + " for each");
    }
    short[] all = kinds == null ? null : Arrays.copyOf(kinds, count);
    return new TraceSchedule(
        Arrays.copyOf(offsets, count), all == null ? null : n -> all[Math.toIntExact(n)]);
  }

  /// Removes a byte order mark, which some programs write at the start of UTF-8 text.
  private static String withoutMark(String line) {
    return line.startsWith(BYTE_ORDER_MARK) ? line.substring(1) : line;
  }

  private void accept(String line) {
    boolean header = count == 0 && HEADER.matcher(line.toLowerCase(Locale.ROOT)).matches();
    if (line.isEmpty() || line.startsWith("#") || header) {
      return;
    }
    int comma = line.indexOf(',');
    if (namesOperations == null) {
      namesOperations = comma >= 0;
    } else if (namesOperations != comma >= 0) {
      throw fault(
          line,
          namesOperations
              ? "expected timestamp,operation as in the lines before"
              : "expected a timestamp alone as in the lines before");
    }
    long offset = offsetOf(unquoted(comma < 0 ? line : line.substring(0, comma)));
    grow();
    if (comma >= 0) {
      kindsOfSize(offsets.length)[count] = kindOf(unquoted(line.substring(comma + 1)));
    }
    offsets[count++] = offset;
  }

  private void grow() {
    if (count < offsets.length) {
      return;
    }
    if (count == MAX_ARRIVALS) {
      throw new ScheduleException("trace file " + file + " has more than 2^31 arrivals");
    }
    offsets = Arrays.copyOf(offsets, (int) Math.min(2L * count, MAX_ARRIVALS));
  }

  private short[] kindsOfSize(int size) {
    if (kinds == null) {
      kinds = new short[size];
    } else if (kinds.length < size) {
      kinds = Arrays.copyOf(kinds, size);
    }
    return kinds;
  }

  private long offsetOf(String text) {
    BigDecimal timestamp = nanosOf(text);
    if (first == null) {
      first = timestamp;
    }
    BigDecimal sinceFirst = timestamp.subtract(first);
    long nanos = toLong(text, sinceFirst);
    if (nanos < previousNanos) {
      throw fault(
          text,
          EnglishText.format(
              "which goes back in time by %s: expected timestamps that never decrease",
              Durations.format(previousNanos - nanos)));
    }
    previousNanos = nanos;
    return speed == 1
        ? nanos
        : toLong(text, sinceFirst.divide(new BigDecimal(speed), 0, RoundingMode.HALF_UP));
  }

  private long toLong(String text, BigDecimal nanos) {
    BigDecimal rounded = nanos.setScale(0, RoundingMode.HALF_UP);
    if (rounded.abs().compareTo(BigDecimal.valueOf(Long.MAX_VALUE - 1)) > 0) {
      throw fault(text, "which is more than 292 years after the first timestamp");
    }
    return rounded.longValueExact();
  }

  private BigDecimal nanosOf(String text) {
    if (NUMBER.matcher(text).matches()) {
      return new BigDecimal(text).scaleByPowerOfTen(unit.digits());
    }
    try {
      Instant instant = Instant.parse(text);
      return BigDecimal.valueOf(instant.getEpochSecond())
          .scaleByPowerOfTen(9)
          .add(BigDecimal.valueOf(instant.getNano()));
    } catch (DateTimeException e) {
      throw fault(
          text,
          EnglishText.format(
              "expected a timestamp: a number in %s, or an instant such as %s",
              unit, Instant.EPOCH.plus(Duration.ofMillis(1))));
    }
  }

  private short kindOf(String operation) {
    Integer kind = operations.get(operation);
    if (kind == null) {
      throw fault(
          operation,
          "which is not an operation of the plan: expected one of " + operations.keySet());
    }
    return kind.shortValue();
  }

  private static String unquoted(String field) {
    String text = field.strip();
    boolean quoted = text.length() >= 2 && text.startsWith("\"") && text.endsWith("\"");
    return quoted ? text.substring(1, text.length() - 1) : text;
  }

  private ScheduleException fault(String found, String expected) {
    String shown = found.length() > MAX_SHOWN ? found.substring(0, MAX_SHOWN) + "…" : found;
    return new ScheduleException(
        EnglishText.format(
            "trace file %s, line %d: found \"%s\", %s", file, lineNumber, shown, expected));
  }
}
