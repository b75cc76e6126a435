package dev.takt.report.flame;

import dev.takt.explain.profile.CallTree;
import dev.takt.explain.profile.Profile;
import dev.takt.explain.profile.Weight;
import dev.takt.runs.text.EnglishText;
import dev.takt.runs.text.MachineText;
import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/// Writes a differential flame graph as one self-contained HTML file, which opens from a disk in
/// any browser, loads nothing and sends nothing.
///
/// Names of frames come from the target and are not trusted. The file holds them as JSON that
/// cannot end its enclosing element, and the page shows them as text only.
public final class FlameGraph {

  /// With fewer samples, a share can be wrong by 5 percentage points and more.
  private static final int MIN_SAMPLES = 400;

  /// Half the width of the 95 % confidence interval of a share of a half, in percentage points,
  /// times the square root of the number of samples.
  private static final double MAX_ERROR_OF_ONE = 98;

  private static final String TEMPLATE = "flame.html";
  private static final String TITLE = "{{title}}";
  private static final String DATA = "{{data}}";

  private FlameGraph() {}

  /// Writes the page.
  ///
  /// @param subject the name of the profiled program, for the title
  public static void write(Profile profile, String subject, Appendable out) throws IOException {
    String template = template();
    int title = template.indexOf(TITLE);
    int data = template.indexOf(DATA);
    out.append(template, 0, title);
    out.append(MachineText.xml(subject));
    out.append(template, title + TITLE.length(), data);
    data(profile, subject, out);
    out.append(template, data + DATA.length(), template.length());
  }

  private static String template() {
    try (InputStream in = FlameGraph.class.getResourceAsStream(TEMPLATE)) {
      if (in == null) {
        throw new IllegalStateException("resource " + TEMPLATE + " is missing");
      }
      return new String(in.readAllBytes(), StandardCharsets.UTF_8);
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  /// Writes an object with the names of frames, and the nodes as rows of numbers: depth, name, and
  /// the node's self time in slow moments and in the rest, in microseconds and in samples. Each
  /// node precedes its callees.
  private static void data(Profile profile, String subject, Appendable out) throws IOException {
    Map<String, Integer> numbers = new LinkedHashMap<>();
    List<String> rows = new ArrayList<>();
    profile.tree().visit((node, depth) -> rows.add(row(node, depth, numbers)));
    out.append("{\"subject\":").append(json(subject));
    out.append(",\"limitNanos\":").append(Long.toString(profile.slow().limit().nanos()));
    out.append(",\"limitOrigin\":").append(json(profile.slow().limit().origin()));
    out.append(",\"operations\":").append(Integer.toString(profile.slow().operations()));
    out.append(",\"slowNanos\":").append(Long.toString(profile.slowNanos()));
    out.append(",\"restNanos\":").append(Long.toString(profile.restNanos()));
    out.append(",\"periodNanos\":").append(Long.toString(profile.periodNanos()));
    list(out, ",\"notes\":[", notes(profile).stream().map(FlameGraph::json).toList());
    list(out, ",\"names\":[", numbers.keySet().stream().map(FlameGraph::json).toList());
    list(out, ",\"nodes\":[\n", rows);
    out.append('}');
  }

  /// The notes of a profile, after one on its precision if it has few samples in slow moments.
  private static List<String> notes(Profile profile) {
    long samples = profile.tree().total().slowSamples();
    if (samples == 0 || samples >= MIN_SAMPLES) {
      return profile.notes();
    }
    List<String> notes = new ArrayList<>(profile.notes());
    notes.addFirst(
        EnglishText.format(
            "Few samples: %d in the slow moments. A frame's share is uncertain by up to ±%d percentage points (95 %% confidence). Run longer, or sample more often.",
            samples, Math.min(50, Math.round(MAX_ERROR_OF_ONE / Math.sqrt((double) samples)))));
    return notes;
  }

  private static void list(Appendable out, String begin, List<String> items) throws IOException {
    out.append(begin);
    String separator = "";
    for (String each : items) {
      out.append(separator).append(each);
      separator = ",\n";
    }
    out.append(']');
  }

  private static String row(CallTree node, int depth, Map<String, Integer> numbers) {
    Integer name = numbers.computeIfAbsent(node.frame(), _ -> numbers.size());
    Weight self = node.self();
    return depth
        + ","
        + name
        + ","
        + micros(self.slowNanos())
        + ","
        + micros(self.restNanos())
        + ","
        + self.slowSamples()
        + ","
        + self.restSamples();
  }

  private static long micros(long nanos) {
    return (nanos + 500) / 1000;
  }

  /// A JSON string that is safe within an HTML element.
  static String json(String text) {
    StringBuilder out = new StringBuilder("\"");
    for (int i = 0; i < text.length(); i++) {
      char c = text.charAt(i);
      boolean plain = c >= ' ' && c <= '~' && "\"\\<>&'".indexOf(c) < 0;
      out.append(plain ? String.valueOf(c) : MachineText.format("\\u%04x", (int) c));
    }
    return out.append('"').toString();
  }
}
