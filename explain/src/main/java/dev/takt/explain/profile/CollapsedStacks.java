package dev.takt.explain.profile;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.util.ArrayList;
import java.util.List;

/// Writes stacks in the collapsed format of Brendan Gregg's flame graph tools: one line per stack,
/// with the frames from the outermost on, separated by semicolons, and a number.
///
/// @param unit what the numbers count: 1,000 for microseconds of a CPU profile, 1 for bytes
public record CollapsedStacks(long unit) {

  /// All samples: `a;b;c 120`.
  public void write(CallTree root, Appendable out) throws IOException {
    lines(root, out, self -> "" + rounded(self.sum()));
  }

  /// The rest and the slow moments as two columns: `a;b;c 100 120`. The rest is normalised so that
  /// both sums are equal, as `difffolded.pl -n` does, since the two parts differ in length. Writes
  /// nothing if either part is empty.
  public void writeDifference(CallTree root, Appendable out) throws IOException {
    Weight all = root.total();
    if (all.slow() == 0 || all.rest() == 0) {
      return;
    }
    double scale = (double) all.slow() / all.rest();
    lines(root, out, self -> rounded(Math.round(self.rest() * scale)) + " " + rounded(self.slow()));
  }

  private long rounded(long amount) {
    return (amount + unit / 2) / unit;
  }

  private interface Numbers {
    String of(Weight self);
  }

  private void lines(CallTree root, Appendable out, Numbers numbers) throws IOException {
    List<String> path = new ArrayList<>();
    try {
      root.visit((node, depth) -> {
        while (!path.isEmpty() && path.size() >= Math.max(1, depth)) {
          path.removeLast();
        }
        if (depth > 0) {
          path.add(frame(node.frame()));
          line(path, node.self(), out, numbers);
        }
      });
    } catch (UncheckedIOException e) {
      throw e.getCause();
    }
  }

  private void line(List<String> path, Weight self, Appendable out, Numbers numbers) {
    if (self.sum() == 0) {
      return;
    }
    try {
      out.append(String.join(";", path)).append(' ').append(numbers.of(self)).append('\n');
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  /// The name of a frame, with characters replaced that would separate frames, lines or numbers.
  private static String frame(String name) {
    StringBuilder text = new StringBuilder(name.length());
    name.codePoints()
        .forEach(c -> {
          boolean divides = Character.isWhitespace(c) || Character.isISOControl(c) || isSpace(c);
          text.appendCodePoint(c == ';' ? ':' : divides ? '_' : c);
        });
    return text.isEmpty() ? "_" : text.toString();
  }

  private static boolean isSpace(int c) {
    return Character.isSpaceChar(c) || Character.getType(c) == Character.FORMAT;
  }
}
