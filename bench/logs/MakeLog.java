import java.io.BufferedOutputStream;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.OutputStream;
import java.io.PrintStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Queue;
import java.util.SplittableRandom;
import java.util.TimeZone;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import org.HdrHistogram.Histogram;
import org.HdrHistogram.HistogramLogWriter;

/// Makes a large interval log whose contents are known, with HdrHistogram's own writer.
///
///     java -cp HdrHistogram-2.2.2.jar MakeLog.java big.hlog                  6 tags x 21,600 x 1 s
///     java -cp HdrHistogram-2.2.2.jar MakeLog.java minute.hlog --intervals 60
///     java -cp HdrHistogram-2.2.2.jar MakeLog.java day.hlog --intervals 86400 --share 10
///
/// The load is that of a store that is read five times as often as it is written: 12,000 operations
/// a second on average (or a share of that, in percent), 40 % more or less over 90 minutes; log-normal service times, one in 2,000 a
/// few milliseconds longer; three in ten wait, as long as in a queue of many servers
/// (exponentially), and whoever arrives in a pause waits for its end. Values are nanoseconds at 3
/// digits.
///
/// Each interval has random numbers of its own, from the seed and its place: the log holds the same
/// counts on any machine and with any number of threads (and is the same bytes where zlib is the
/// same), a shorter log is the beginning of a longer one, and a window of it can be made by itself
/// (`--first 18000 --intervals 60`). What was recorded is printed, and written to `<file>.totals`:
/// the answers that any reader of the log must find.
final class MakeLog {

  private static final long SECOND = 1_000_000_000L;
  private static final long HOUR = 3_600 * SECOND;
  private static final int INTERVALS_PER_TASK = 30;

  /// A UTC second that is no whole minute, with milliseconds: base times that are dropped show up.
  private static final long START_MILLIS = 1_735_689_601_250L;

  private static final double[] PERCENTILES = {50, 99, 99.99};

  record Options(Path file, long seed, int first, int intervals, int seconds, int share) {

    static Options parse(String[] args) {
      Map<String, String> given = new HashMap<>();
      for (int i = 0; i < args.length; i++) {
        if (args[i].startsWith("--") && i + 1 < args.length) {
          given.put(args[i], args[++i]);
        } else {
          given.put("file", args[i]);
        }
      }
      Options options =
          new Options(
              Path.of(given.getOrDefault("file", "big.hlog")),
              number(given.remove("--seed"), 20_260_101),
              (int) number(given.remove("--first"), 0),
              (int) number(given.remove("--intervals"), 21_600),
              (int) number(given.remove("--seconds"), 1),
              (int) number(given.remove("--share"), 100));
      given.remove("file");
      if (!given.isEmpty() || options.first < 0 || options.intervals < 1 || options.seconds < 1 || options.share < 1) {
        throw new IllegalArgumentException(
            "usage: MakeLog.java FILE [--first N] [--intervals N] [--seconds OF_EACH] [--share PERCENT] [--seed N]");
      }
      return options;
    }

    /// The number of the first interval that is left out.
    int end() {
      return first + intervals;
    }

    private static long number(String text, long otherwise) {
      return text == null ? otherwise : Long.parseLong(text);
    }
  }

  /// One kind of operation: its mean rate, and how long it takes.
  record Operation(String name, double perSecond, double medianNanos) {}

  private static final List<Operation> OPERATIONS =
      List.of(new Operation("READ", 10_000, 120_000), new Operation("WRITE", 2_000, 450_000));

  private static final List<String> MEASURES = List.of("response", "service", "wait");

  /// A quantile function as a table: an inverse looked up costs a hundredth of one computed.
  record Quantiles(double[] table) {

    private static final int BITS = 14;

    /// Nothing with the probability of the rest, else exponential.
    static Quantiles exponential(double share, double mean) {
      double[] table = new double[(1 << BITS) + 1];
      for (int i = 0; i < table.length; i++) {
        table[i] = Math.max(0, -mean * StrictMath.log((1 - probability(i)) / share));
      }
      return new Quantiles(table);
    }

    static Quantiles logNormal(double median, double sigma) {
      double[] table = new double[(1 << BITS) + 1];
      for (int i = 0; i < table.length; i++) {
        table[i] = median * StrictMath.exp(sigma * normal(probability(i)));
      }
      return new Quantiles(table);
    }

    private static double probability(int index) {
      return (index + 0.5) / ((1 << BITS) + 1);
    }

    /// The quantile of a normal distribution: the root of its distribution function, which is
    /// integrated term by term (Marsaglia, "Evaluating the Normal Distribution", 2004).
    private static double normal(double probability) {
      double low = -6;
      double high = 6;
      for (int i = 0; i < 60; i++) {
        double middle = (low + high) / 2;
        if (normalBelow(middle) < probability) {
          low = middle;
        } else {
          high = middle;
        }
      }
      return low;
    }

    private static double normalBelow(double x) {
      double sum = x;
      double term = x;
      for (int i = 3; i < 200; i += 2) {
        term *= x * x / i;
        sum += term;
      }
      return 0.5 + sum * StrictMath.exp(-x * x / 2) / StrictMath.sqrt(2 * StrictMath.PI);
    }

    /// The quantile for 32 random bits: some choose the place, the others lie between two.
    long at(int bits) {
      int place = bits >>> (32 - BITS);
      double between = (bits & ((1 << (32 - BITS)) - 1)) * 0x1p-18;
      return (long) (table[place] + between * (table[place + 1] - table[place]));
    }
  }

  /// A time in which nothing is served, in nanoseconds from the log's start.
  record Pause(long start, long end) {

    /// Pauses of 20 to 80 ms every 8 to 28 s, and of 800 ms once an hour, until a time.
    static List<Pause> until(long end, SplittableRandom random) {
      List<Pause> pauses = new ArrayList<>();
      long hourly = HOUR / 2;
      for (long at = 5 * SECOND; at < end; at += random.nextLong(8 * SECOND, 28 * SECOND)) {
        if (at >= hourly) {
          pauses.add(new Pause(at, at + 800_000_000L));
          hourly += HOUR;
        } else {
          pauses.add(new Pause(at, at + random.nextLong(20_000_000L, 80_000_000L)));
        }
      }
      return pauses;
    }
  }

  private final Options options;
  private final List<Pause> pauses;
  private final List<Quantiles> services = new ArrayList<>();
  private final Quantiles waits = Quantiles.exponential(0.3, 65_000);
  private final Quantiles extras = Quantiles.exponential(1, 3_000_000);

  private MakeLog(Options options) {
    this.options = options;
    long end = options.end() * options.seconds * SECOND;
    this.pauses = Pause.until(end, new SplittableRandom(options.seed));
    for (Operation operation : OPERATIONS) {
      services.add(Quantiles.logNormal(operation.medianNanos, 0.45));
    }
  }

  public static void main(String[] args) throws IOException, InterruptedException {
    TimeZone.setDefault(TimeZone.getTimeZone("UTC")); // the writer puts its name into the header
    Options options;
    try {
      options = Options.parse(args);
    } catch (IllegalArgumentException problem) {
      System.err.println(problem.getMessage());
      System.exit(2);
      return;
    }
    List<Histogram> totals = new MakeLog(options).write();
    String table = describe(totals);
    Files.writeString(Path.of(options.file + ".totals"), table);
    System.out.print(table);
  }

  /// Writes the log; gives what it holds, a histogram for each tag.
  private List<Histogram> write() throws IOException, InterruptedException {
    List<Histogram> totals = histograms();
    try (OutputStream out = new BufferedOutputStream(Files.newOutputStream(options.file), 1 << 20);
        ExecutorService threads =
            Executors.newFixedThreadPool(Runtime.getRuntime().availableProcessors())) {
      out.write(header());
      Queue<Future<Part>> waiting = new ArrayDeque<>();
      for (int i = options.first; i < options.end(); i += INTERVALS_PER_TASK) {
        int first = i;
        waiting.add(threads.submit(() -> part(first)));
        if (waiting.size() > 8) {
          append(waiting.remove(), out, totals);
        }
      }
      while (!waiting.isEmpty()) {
        append(waiting.remove(), out, totals);
      }
    }
    return totals;
  }

  private static void append(Future<Part> part, OutputStream out, List<Histogram> totals)
      throws IOException, InterruptedException {
    try {
      out.write(part.get().lines);
      for (int i = 0; i < totals.size(); i++) {
        totals.get(i).add(part.get().sums.get(i));
      }
    } catch (ExecutionException problem) {
      throw new IllegalStateException(problem.getCause());
    }
  }

  private static byte[] header() {
    ByteArrayOutputStream bytes = new ByteArrayOutputStream();
    HistogramLogWriter writer = new HistogramLogWriter(bytes);
    writer.outputComment("[Made from a seed by bench/logs/MakeLog.java]");
    writer.outputLogFormatVersion();
    writer.outputBaseTime(START_MILLIS);
    writer.outputStartTime(START_MILLIS);
    writer.outputLegend();
    writer.close();
    return bytes.toByteArray();
  }

  /// Some intervals in a row, as lines and added up for each tag.
  record Part(byte[] lines, List<Histogram> sums) {}

  private Part part(int first) {
    ByteArrayOutputStream bytes = new ByteArrayOutputStream(1 << 19);
    HistogramLogWriter writer = new HistogramLogWriter(new PrintStream(bytes));
    writer.setBaseTime(START_MILLIS);
    List<Histogram> sums = histograms();
    List<Histogram> interval = histograms();
    for (int i = first; i < Math.min(first + INTERVALS_PER_TASK, options.end()); i++) {
      record(i, interval);
      long start = START_MILLIS + 1000L * i * options.seconds;
      for (int tag = 0; tag < interval.size(); tag++) {
        Histogram histogram = interval.get(tag);
        histogram.setTag(sums.get(tag).getTag()); // a reset forgets it
        histogram.setStartTimeStamp(start);
        histogram.setEndTimeStamp(start + 1000L * options.seconds);
        writer.outputIntervalHistogram(histogram);
        sums.get(tag).add(histogram);
        histogram.reset();
      }
    }
    writer.close();
    return new Part(bytes.toByteArray(), sums);
  }

  private void record(int number, List<Histogram> into) {
    SplittableRandom random =
        new SplittableRandom(options.seed ^ (number + 1) * 0x9E3779B97F4A7C15L);
    long length = options.seconds * SECOND;
    double swell = 1 + 0.4 * StrictMath.sin(2 * StrictMath.PI * number * length / (1.5 * HOUR));
    for (int i = 0; i < OPERATIONS.size(); i++) {
      double expected = OPERATIONS.get(i).perSecond * options.share / 100 * options.seconds * swell;
      int operations = (int) (expected + StrictMath.sqrt(expected) * (random.nextDouble() * 2 - 1));
      int tag = i * MEASURES.size();
      record(
          number * length,
          length,
          operations,
          services.get(i),
          random,
          into.get(tag),
          into.get(tag + 1),
          into.get(tag + 2));
    }
  }

  /// Operations that arrive evenly from a time on, for a length of time.
  private void record(
      long from,
      long length,
      int operations,
      Quantiles services,
      SplittableRandom random,
      Histogram response,
      Histogram service,
      Histogram wait) {
    int next = firstPauseAfter(from);
    for (int i = 0; i < operations; i++) {
      long arrival = from + (long) ((i + 0.5) / operations * length);
      while (next < pauses.size() && pauses.get(next).end <= arrival) {
        next++;
      }
      boolean paused = next < pauses.size() && pauses.get(next).start <= arrival;
      long bits = random.nextLong();
      long served = services.at((int) bits);
      long waited = waits.at((int) (bits >>> 32)) + (paused ? pauses.get(next).end - arrival : 0);
      if (random.nextLong() >>> 32 < (1L << 32) / 2000) {
        served += extras.at((int) random.nextLong());
      }
      service.recordValue(served);
      wait.recordValue(waited);
      response.recordValue(served + waited);
    }
  }

  private int firstPauseAfter(long time) {
    int low = 0;
    int high = pauses.size();
    while (low < high) {
      int middle = (low + high) >>> 1;
      if (pauses.get(middle).end <= time) {
        low = middle + 1;
      } else {
        high = middle;
      }
    }
    return low;
  }

  /// An empty histogram for each tag, all of one range, so that they add up in one pass.
  private static List<Histogram> histograms() {
    List<Histogram> all = new ArrayList<>();
    for (Operation operation : OPERATIONS) {
      for (String measure : MEASURES) {
        Histogram histogram = new Histogram(HOUR, 3);
        histogram.setTag(operation.name + "." + measure);
        all.add(histogram);
      }
    }
    return all;
  }

  private static String describe(List<Histogram> totals) {
    StringBuilder table = new StringBuilder("tag\tcount\tmax\tp50\tp99\tp99.99\n");
    for (Histogram total : totals) {
      table.append(total.getTag()).append('\t').append(total.getTotalCount());
      table.append('\t').append(total.getMaxValue());
      for (double percentile : PERCENTILES) {
        table.append('\t').append(total.getValueAtPercentile(percentile));
      }
      table.append('\n');
    }
    return table.toString();
  }
}
