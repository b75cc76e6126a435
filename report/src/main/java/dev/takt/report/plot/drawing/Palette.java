package dev.takt.report.plot.drawing;

import dev.takt.report.plot.drawing.Shape.Font;
import dev.takt.report.plot.drawing.Shape.Stroke;
import java.util.List;

/// Colours, line styles and fonts.
///
/// The series' colours are those of Masataka Okabe and Kei Ito (Color Universal Design, 2002),
/// which people with any colour vision can distinguish, without their yellow, which is too pale for
/// a line on white. When the colours repeat, the lines are dashed.
public final class Palette {

  public static final int BACKGROUND = 0xffffff;
  public static final int EMPTY = 0xf6f8fa;
  public static final int FOREGROUND = 0x1f2328;
  public static final int MUTED = 0x59636e;
  public static final int WARNING = 0xb54700;

  public static final Font TITLE = new Font(21, true);
  public static final Font HEADING = new Font(14, true);
  public static final Font TEXT = new Font(13, false);
  public static final Font SMALL = new Font(12, false);
  public static final Font WARNING_FONT = new Font(13, true);

  /// Outline of texts drawn over lines.
  static final Stroke HALO = new Stroke(BACKGROUND, 4);

  public static final Stroke FRAME = new Stroke(0x8c959f, 1);
  public static final Stroke GRID = new Stroke(0xdde2e7, 1);
  public static final Stroke FAINT_GRID = new Stroke(0xf1f3f5, 1);

  private static final int[] COLOURS = {
    0x0072b2, 0xd55e00, 0x009e73, 0xcc79a7, 0xe69f00, 0x56b4e9, 0x000000
  };
  private static final List<List<Float>> DASHES =
      List.of(
          List.of(),
          List.of(7f, 3f),
          List.of(2f, 2f),
          List.of(9f, 3f, 2f, 3f),
          List.of(14f, 4f),
          List.of(5f, 2f, 1.5f, 2f, 1.5f, 2f));

  private Palette() {}

  /// The colour of a series.
  public static int colour(int series) {
    return COLOURS[series % COLOURS.length];
  }

  /// The line of a series.
  public static Stroke curve(int series, double width) {
    int round = series / COLOURS.length;
    return new Stroke(colour(series), width, 1, DASHES.get(round % DASHES.size()));
  }
}
