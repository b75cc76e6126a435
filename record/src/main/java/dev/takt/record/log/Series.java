package dev.takt.record.log;

import dev.takt.record.histogram.Layout;
import dev.takt.record.histogram.Spectrum;
import java.util.List;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/// The intervals of one tag, added up.
///
/// @param tag null if they have none
/// @param intervals how many there were, those without a value included
/// @param start when the first one began, in nanoseconds since 1970-01-01T00:00:00Z as far as the
///   logs know their date
/// @param end when the last one ended
/// @param spectrum their values
/// @param layouts the layouts of their histograms; if there are several, the values of each are
///   known as precisely as that one has them
public record Series(
    @Nullable String tag,
    long intervals,
    long start,
    long end,
    Spectrum spectrum,
    List<Layout> layouts) {

  /// Checks that nothing is missing.
  public Series {
    Objects.requireNonNull(spectrum, "spectrum");
    Objects.requireNonNull(layouts, "layouts");
  }

  /// The tag, or what stands for no tag.
  public String name() {
    return tag == null ? Selection.UNTAGGED : tag;
  }
}
