package dev.takt.report.flame;

import dev.takt.explain.profile.AllocationProfile;
import dev.takt.explain.profile.CallTree;
import dev.takt.explain.profile.Profile;
import dev.takt.explain.profile.SlowMoments;
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

  /// What the page draws.
  ///
  /// @param tree the stacks
  /// @param slow the slow moments
  /// @param slowNanos their total length
  /// @param restNanos the length of the rest
  /// @param unit what weights count: `cpu` or `bytes`
  /// @param divisor of weights, for the page
  /// @param periodNanos the sampling period; 0 if there is none
  /// @param notes remarks for the reader
  private record Graph(
      CallTree tree,
      SlowMoments slow,
      long slowNanos,
      long restNanos,
      String unit,
      long divisor,
      long periodNanos,
      List<String> notes) {}

  /// Writes the page of a CPU profile.
  ///
  /// @param subject the name of the profiled program, for the title
  public static void write(Profile profile, String subject, Appendable out) throws IOException {
    write(
        new Graph(
            profile.tree(),
            profile.slow(),
            profile.slowNanos(),
            profile.restNanos(),
            "cpu",
            1_000,
            profile.periodNanos(),
            profile.notes()),
        subject,
        out);
  }

  /// Writes the page of an allocation profile.
  ///
  /// @param subject the name of the profiled program, for the title
  public static void write(AllocationProfile profile, String subject, Appendable out)
      throws IOException {
    write(
        new Graph(
            profile.tree(),
            profile.slow(),
            profile.slowNanos(),
            profile.restNanos(),
            "bytes",
            1,
            0,
            profile.notes()),
        subject,
        out);
  }

  private static void write(Graph graph, String subject, Appendable out) throws IOException {
    String template = template();
    int title = template.indexOf(TITLE);
    int data = template.indexOf(DATA);
    out.append(template, 0, title);
    out.append(MachineText.xml(subject));
    out.append(template, title + TITLE.length(), data);
    data(graph, subject, out);
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
  /// the node's own weight in slow moments and in the rest, in microseconds or bytes, and in
  /// samples. Each node precedes its callees.
  private static void data(Graph graph, String subject, Appendable out) throws IOException {
    Map<String, Integer> numbers = new LinkedHashMap<>();
    List<String> rows = new ArrayList<>();
    graph.tree.visit((node, depth) -> rows.add(row(node, depth, graph.divisor, numbers)));
    out.append("{\"subject\":").append(json(subject));
    out.append(",\"unit\":").append(json(graph.unit));
    out.append(",\"limitNanos\":").append(Long.toString(graph.slow.limit().nanos()));
    out.append(",\"limitOrigin\":").append(json(graph.slow.limit().origin()));
    out.append(",\"operations\":").append(Integer.toString(graph.slow.operations()));
    out.append(",\"slowNanos\":").append(Long.toString(graph.slowNanos));
    out.append(",\"restNanos\":").append(Long.toString(graph.restNanos));
    out.append(",\"periodNanos\":").append(Long.toString(graph.periodNanos));
    list(out, ",\"notes\":[", notes(graph).stream().map(FlameGraph::json).toList());
    list(out, ",\"names\":[", numbers.keySet().stream().map(FlameGraph::json).toList());
    list(out, ",\"nodes\":[\n", rows);
    out.append('}');
  }

  /// The notes of a profile, after one on its precision if it has few samples in slow moments.
  private static List<String> notes(Graph graph) {
    long samples = graph.tree.total().slowSamples();
    if (samples == 0 || samples >= MIN_SAMPLES) {
      return graph.notes;
    }
    List<String> notes = new ArrayList<>(graph.notes);
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

  private static String row(CallTree node, int depth, long divisor, Map<String, Integer> numbers) {
    Integer name = numbers.computeIfAbsent(node.frame(), _ -> numbers.size());
    Weight self = node.self();
    return depth
        + ","
        + name
        + ","
        + divided(self.slow(), divisor)
        + ","
        + divided(self.rest(), divisor)
        + ","
        + self.slowSamples()
        + ","
        + self.restSamples();
  }

  private static long divided(long amount, long divisor) {
    return (amount + divisor / 2) / divisor;
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
