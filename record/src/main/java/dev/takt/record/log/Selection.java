package dev.takt.record.log;

import java.util.List;
import java.util.Objects;
import java.util.function.Predicate;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/// Selects intervals of a log, and whether their tags matter.
///
/// An interval is in a window if it starts in it: at the window's start or later, and before its
/// end. Adjacent windows thus share no interval and lose none.
///
/// @param tags selects tags; null stands for no tag
/// @param from the window's start, or null for no limit
/// @param to the window's end, or null for no limit
/// @param closed whether an interval that starts exactly at the end belongs to the window too
/// @param ignoreTags whether to treat all series as one
public record Selection(
    Predicate<@Nullable String> tags,
    @Nullable Moment from,
    @Nullable Moment to,
    boolean closed,
    boolean ignoreTags) {

  /// Rejects missing values.
  public Selection {
    Objects.requireNonNull(tags, "tags");
  }

  /// The name for lines without a tag.
  public static final String UNTAGGED = "(untagged)";

  /// All intervals, by tag.
  public static final Selection ALL = new Selection(tag -> true, null, null, false, false);

  /// Selects tags by globs: `*` matches any text, `?` any character. `(untagged)` is no tag. A glob
  /// with a leading `!` excludes what it matches.
  ///
  /// @param globs at least one glob without `!` must match, if there are any; none with `!` may
  ///   match
  public static Predicate<@Nullable String> tagged(List<String> globs) {
    List<Pattern> in = patterns(globs.stream().filter(each -> !each.startsWith("!")));
    List<Pattern> out =
        patterns(
            globs.stream().filter(each -> each.startsWith("!")).map(each -> each.substring(1)));
    return tag -> {
      String name = tag == null ? UNTAGGED : tag;
      return (in.isEmpty() || matches(in, name)) && !matches(out, name);
    };
  }

  private static List<Pattern> patterns(Stream<String> globs) {
    return globs.map(Selection::pattern).toList();
  }

  private static boolean matches(List<Pattern> patterns, String name) {
    return patterns.stream().anyMatch(each -> each.matcher(name).matches());
  }

  private static Pattern pattern(String glob) {
    StringBuilder regex = new StringBuilder();
    for (int i = 0; i < glob.length(); i++) {
      char c = glob.charAt(i);
      regex.append(c == '*' ? ".*" : c == '?' ? "." : Pattern.quote(String.valueOf(c)));
    }
    return Pattern.compile(regex.toString(), Pattern.DOTALL);
  }

  /// The same window with other tags.
  public Selection withTags(Predicate<@Nullable String> chosen) {
    return new Selection(chosen, from, to, closed, ignoreTags);
  }

  /// The same tags in another window.
  public Selection within(@Nullable Moment beginning, @Nullable Moment end) {
    return new Selection(tags, beginning, end, closed, ignoreTags);
  }

  /// The same intervals as one series.
  public Selection ignoringTags() {
    return new Selection(tags, from, to, closed, true);
  }

  /// The same window including its end, as in HistogramLogProcessor. Two adjacent windows then
  /// share an interval.
  public Selection closedWindow() {
    return new Selection(tags, from, to, true, ignoreTags);
  }

  /// Whether the window depends on the logs' start.
  public boolean needsStart() {
    return (from != null && !from.absolute()) || (to != null && !to.absolute());
  }
}
