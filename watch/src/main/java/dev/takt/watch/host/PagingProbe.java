package dev.takt.watch.host;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Map;

/// Pages that came from a disk, or went there: a counter that only grows. Whoever needs such a page
/// waits for it, but for how long is not told. One page in a while is no stall; ten shortly after
/// each other are.
final class PagingProbe extends FileProbe {

  private static final int LEAST_PAGES = 10;

  /// A slow disk brings one page in that time.
  private static final long JOIN_NANOS = 15_000_000;

  private final Count count;
  private final StallRun run;
  private long pages;

  /// Finds the counter in a file.
  private interface Count {
    /// @return [Figures#NONE] if it is not there
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

  /// The major faults of a process: the tenth number behind its name in `/proc/PID/stat`.
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

  /// What goes to swap space and comes from there, in `/proc/vmstat`. To put that together takes
  /// the kernel longer than all else that is sampled, so nobody asks where there is no such space.
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
