package dev.takt.cli.output;

import java.io.PrintStream;
import java.util.List;

/// Lines on a terminal that are drawn again and again in the same place. For one thread.
final class Redrawn {

  private static final String CLEAR_LINE = "\u001b[K";
  private static final String CLEAR_BELOW = "\u001b[J";

  private final PrintStream out;
  private int height;

  Redrawn(PrintStream out) {
    this.out = out;
  }

  /// @param lines none longer than the terminal is wide
  void draw(List<String> lines) {
    StringBuilder text = new StringBuilder(up());
    lines.forEach(line -> text.append(line).append(CLEAR_LINE).append('\n'));
    out.print(text.append(CLEAR_BELOW));
    out.flush();
    height = lines.size();
  }

  /// Takes away what was drawn last.
  void clear() {
    out.print(up() + (height == 0 ? "" : CLEAR_BELOW));
    out.flush();
    height = 0;
  }

  /// To the first line of what was drawn last.
  private String up() {
    return height == 0 ? "" : "\u001b[" + height + 'F';
  }
}
