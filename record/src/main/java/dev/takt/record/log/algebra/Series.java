package dev.takt.record.log.algebra;

import dev.takt.record.histogram.Layout;
import dev.takt.record.histogram.Spectrum;
import dev.takt.record.log.Selection;
import java.util.List;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/// The sum of the intervals of one tag.
///
/// @param tag null if they have none
/// @param intervals the number of intervals, including those without a value
/// @param start the begin of the first one, in nanoseconds since 1970-01-01T00:00:00Z if the logs
///   state their date
/// @param end the end of the last one
/// @param spectrum their values
/// @param layouts the layouts of their histograms; if there are several, the values of each have
///   the precision of that layout
public record Series(
    @Nullable String tag,
    long intervals,
    long start,
    long end,
    Spectrum spectrum,
    List<Layout> layouts) {

  /// Rejects missing values.
  public Series {
    Objects.requireNonNull(spectrum, "spectrum");
    Objects.requireNonNull(layouts, "layouts");
  }

  /// The tag, or the name for no tag.
  public String name() {
    return tag == null ? Selection.UNTAGGED : tag;
  }
}
