package dev.takt.watch.host;

import dev.takt.runs.model.Evidence;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;

/// Counts pages read from or written to a disk: major faults or swapping. A thread that needs such
/// a page waits for it, but the kernel does not say for how long. So ten pages in short succession
/// are reported as a stall, and single pages are not.
final class PagingProbe extends FileProbe {

  private static final int MIN_PAGES = 10;

  /// A slow disk reads one page in this time.
  private static final long JOIN_NANOS = 15_000_000;

  private final CounterReader counter;
  private final SampleMerger run;
  private long pages;

  /// Reads the counter from a file's text.
  private interface CounterReader {
    /// @return [NumberScanner#NONE] if it is missing
    long read(NumberScanner figures);
  }

  private PagingProbe(Path file, int bytes, StallEmitter stalls, CounterReader count)
      throws IOException {
    super(file, bytes, stalls);
    this.counter = count;
    run =
        new SampleMerger(
            JOIN_NANOS,
            (begin, end, amount, error) -> {
              if (amount >= MIN_PAGES) {
                stalls.emit(begin, end, error, null, new Evidence.Paging(amount));
              }
            });
    pages = count.read(this.file.read());
    if (pages == NumberScanner.NONE) {
      this.file.close();
      throw new IOException(file + " has no such counter");
    }
  }

  /// Major faults of a process: the tenth field after its name in `/proc/PID/stat`.
  static PagingProbe majorFaults(Path proc, long pid, StallEmitter stalls) throws IOException {
    return new PagingProbe(
        proc.resolve(pid + "/stat"),
        1 << 10,
        stalls,
        figures -> {
          figures.skipPastLast(')');
          figures.skipWords(9);
          return figures.nextNumber();
        });
  }

  /// Pages swapped in and out, from `/proc/vmstat`. The kernel takes longer to produce that file
  /// than all others that are sampled, so it is not read where there is no swap space.
  static PagingProbe swap(Path proc, StallEmitter stalls) throws IOException {
    Path spaces = proc.resolve("swaps");
    if (Files.exists(spaces) && Files.readAllLines(spaces).size() < 2) {
      throw new IOException("there is no swap space");
    }
    return new PagingProbe(
        proc.resolve("vmstat"),
        1 << 14,
        stalls,
        figures -> {
          long in = figures.skipToLine("pswpin ") ? figures.nextNumber() : NumberScanner.NONE;
          long out = figures.skipToLine("pswpout ") ? figures.nextNumber() : NumberScanner.NONE;
          return in == NumberScanner.NONE || out == NumberScanner.NONE
              ? NumberScanner.NONE
              : in + out;
        });
  }

  @Override
  public boolean sample(long now, long gap) {
    long seen = counter.read(file.read());
    if (seen > pages) {
      run.add(now - gap, now, seen - pages, gap);
      pages = seen;
      return true;
    }
    run.expire(now);
    return false;
  }

  @Override
  public void finish() {
    run.finish();
  }
}
