package dev.takt.cli.render.run;

import java.io.PrintStream;
import java.util.List;

/// Lines on a terminal that are redrawn in place. For one thread.
public final class Redrawn {

  private static final String CLEAR_LINE = "\u001b[K";
  private static final String CLEAR_BELOW = "\u001b[J";

  private final PrintStream out;
  private int height;

  public Redrawn(PrintStream out) {
    this.out = out;
  }

  /// @param lines none wider than the terminal
  public void draw(List<String> lines) {
    StringBuilder text = new StringBuilder(up());
    lines.forEach(line -> text.append(line).append(CLEAR_LINE).append('\n'));
    out.print(text.append(CLEAR_BELOW));
    out.flush();
    height = lines.size();
  }

  /// Removes the lines drawn last.
  public void clear() {
    out.print(up() + (height == 0 ? "" : CLEAR_BELOW));
    out.flush();
    height = 0;
  }

  /// Moves to the first line drawn last.
  private String up() {
    return height == 0 ? "" : "\u001b[" + height + 'F';
  }
}
