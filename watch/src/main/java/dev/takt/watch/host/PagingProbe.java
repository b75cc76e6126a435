package dev.takt.watch.host;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Map;

/// Counts pages read from or written to a disk: major faults or swapping. A thread that needs such
/// a page waits for it, but the kernel does not say for how long. So ten pages in short succession
/// are reported as a stall, and single pages are not.
final class PagingProbe extends FileProbe {

  private static final int LEAST_PAGES = 10;

  /// A slow disk reads one page in this time.
  private static final long JOIN_NANOS = 15_000_000;

  private final Count count;
  private final StallRun run;
  private long pages;

  /// Reads the counter from a file's text.
  private interface Count {
    /// @return [Figures#NONE] if it is missing
    long in(Figures figures);
  }

  private PagingProbe(Path file, int bytes, SampledStalls stalls, Count count) throws IOException {
    super(file, bytes, stalls);
    this.count = count;
    run =
        new StallRun(
            JOIN_NANOS,
            (begin, end, amount, error) -> {
              if (amount >= LEAST_PAGES) {
                stalls.add(begin, end, error, null, Map.of("pages", amount));
              }
            });
    pages = count.in(this.file.read());
    if (pages == Figures.NONE) {
      this.file.close();
      throw new IOException(file + " has no such counter");
    }
  }

  /// Major faults of a process: the tenth field after its name in `/proc/PID/stat`.
  static PagingProbe majorFaults(Path proc, long pid, SampledStalls stalls) throws IOException {
    return new PagingProbe(
        proc.resolve(pid + "/stat"),
        1 << 10,
        stalls,
        figures -> {
          figures.toLast(')');
          figures.skip(9);
          return figures.number();
        });
  }

  /// Pages swapped in and out, from `/proc/vmstat`. The kernel takes longer to produce that file
  /// than all others that are sampled, so it is not read where there is no swap space.
  static PagingProbe swap(Path proc, SampledStalls stalls) throws IOException {
    Path spaces = proc.resolve("swaps");
    if (Files.exists(spaces) && Files.readAllLines(spaces).size() < 2) {
      throw new IOException("there is no swap space");
    }
    return new PagingProbe(
        proc.resolve("vmstat"),
        1 << 14,
        stalls,
        figures -> {
          long in = figures.toLine("pswpin ") ? figures.number() : Figures.NONE;
          long out = figures.toLine("pswpout ") ? figures.number() : Figures.NONE;
          return in == Figures.NONE || out == Figures.NONE ? Figures.NONE : in + out;
        });
  }

  @Override
  public boolean sample(long now, long gap) {
    long seen = count.in(file.read());
    if (seen > pages) {
      run.add(now - gap, now, seen - pages, gap);
      pages = seen;
      return true;
    }
    run.pass(now);
    return false;
  }

  @Override
  public void finish() {
    run.finish();
  }
}
