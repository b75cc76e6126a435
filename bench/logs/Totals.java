import java.io.File;
import java.io.FileNotFoundException;
import java.util.Map;
import java.util.TreeMap;
import org.HdrHistogram.EncodableHistogram;
import org.HdrHistogram.Histogram;
import org.HdrHistogram.HistogramLogReader;

/// Says what interval logs hold, as HdrHistogram's own reader finds it: of each file and tag the
/// lines and the count.
///
///     java -cp HdrHistogram-2.2.2.jar Totals.java LOG...
final class Totals {

  private long lines;
  private long count;

  public static void main(String[] files) throws FileNotFoundException {
    for (String file : files) {
      Map<String, Totals> tags = new TreeMap<>();
      try (HistogramLogReader reader = new HistogramLogReader(new File(file))) {
        while (reader.hasNext()) {
          add(reader.nextIntervalHistogram(), tags);
        }
      }
      tags.forEach((tag, sum) ->
          System.out.println(file + "\t" + tag + "\t" + sum.lines + "\t" + sum.count));
    }
  }

  private static void add(EncodableHistogram interval, Map<String, Totals> tags) {
    if (interval == null) {
      throw new IllegalStateException("a line that HdrHistogram's reader does not understand");
    }
    String tag = interval.getTag() == null ? "(untagged)" : interval.getTag();
    Totals sum = tags.computeIfAbsent(tag, unused -> new Totals());
    sum.lines++;
    sum.count += ((Histogram) interval).getTotalCount();
  }
}
