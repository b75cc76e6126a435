package dev.takt.load.keyvalue;

import java.io.BufferedReader;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;

/// A histogram of field lengths: blocks of equal width, each with a count. The file has two
/// columns, separated by a tab. The first line is `BlockSize` and the width; each further line is
/// the index of a block, from 0, and its count.
///
/// Chooses lengths as YCSB does: the upper end of a block, except for the last block, which gives
/// its lower end. As in YCSB, the first block has one count too many and the last one too few.
final class FieldLengthHistogram {

  private static final int MAX_BLOCKS = 1_000_000;
  private static final long MAX_LENGTH = 1L << 26;

  private final long blockSize;

  /// Cumulative counts, up to and including each block.
  private final long[] upTo;

  private FieldLengthHistogram(long blockSize, long[] counts) {
    this.blockSize = blockSize;
    this.upTo = counts;
    Arrays.parallelPrefix(upTo, Long::sum);
  }

  /// Reads a histogram file.
  ///
  /// @throws IllegalArgumentException if the file cannot be read or is invalid, with the line
  static FieldLengthHistogram read(Path file) {
    try (BufferedReader lines = Files.newBufferedReader(file, StandardCharsets.ISO_8859_1)) {
      long blockSize = blockSize(file, lines.readLine());
      long[] counts = new long[16];
      int blocks = 0;
      for (String line = lines.readLine(); line != null; line = lines.readLine()) {
        if (blocks == MAX_BLOCKS || blocks * blockSize > MAX_LENGTH) {
          throw fault(file, blocks + 2, "has more blocks than a field can be long");
        }
        counts = blocks < counts.length ? counts : Arrays.copyOf(counts, 2 * blocks);
        counts[blocks] = count(file, blocks, line);
        blocks++;
      }
      long[] all = Arrays.copyOf(counts, blocks);
      if (Arrays.stream(all).sum() == 0) {
        throw fault(
            file,
            blocks + 1,
            "expected a block and its count after this line, such as 0, a tab and 12");
      }
      return new FieldLengthHistogram(blockSize, all);
    } catch (IOException e) {
      throw new IllegalArgumentException(
          "the field length histogram " + file + " cannot be read: " + e.getMessage(), e);
    }
  }

  private static long blockSize(Path file, String line) {
    String[] parts = line == null ? new String[0] : line.split("\t", -1);
    if (parts.length != 2 || !parts[0].equals("BlockSize") || !isCount(parts[1])) {
      throw fault(file, 1, "expected BlockSize, a tab and a number");
    }
    long size = Long.parseLong(parts[1].strip());
    if (size == 0 || size > MAX_LENGTH) {
      throw fault(file, 1, "expected a block size from 1 to " + MAX_LENGTH + ", found " + size);
    }
    return size;
  }

  private static long count(Path file, int block, String line) {
    String[] parts = line.split("\t", -1);
    if (parts.length != 2
        || !parts[0].strip().equals(Integer.toString(block))
        || !isCount(parts[1])) {
      throw fault(file, block + 2, "expected " + block + ", a tab and a count");
    }
    return Long.parseLong(parts[1].strip());
  }

  private static boolean isCount(String text) {
    return text.strip().matches("\\d{1,10}");
  }

  private static IllegalArgumentException fault(Path file, int line, String message) {
    return new IllegalArgumentException(file + ":" + line + ": " + message);
  }

  long choose(long randomBits) {
    int last = upTo.length - 1;
    long count = Math.unsignedMultiplyHigh(randomBits, upTo[last]);
    int block = firstUpTo(count, last);
    return block < last ? (block + 1) * blockSize : last * blockSize;
  }

  /// The first block whose cumulative count is at least `count`; `last` if no earlier block's is.
  private int firstUpTo(long count, int last) {
    int from = 0;
    int to = last;
    while (from < to) {
      int middle = (from + to) >>> 1;
      if (count > upTo[middle]) {
        from = middle + 1;
      } else {
        to = middle;
      }
    }
    return from;
  }

  long most() {
    return (long) Math.max(1, upTo.length - 1) * blockSize;
  }
}
