package dev.takt.record.log;

import java.util.List;
import java.util.Objects;
import java.util.function.Predicate;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/// Which intervals of a log are meant, and whether their tags matter.
///
/// An interval is in a window if it starts in it: at its beginning or later, and before its end. So
/// windows that touch share no interval and lose none.
///
/// @param tags which tags; null stands for no tag
/// @param from the window's beginning, or null for everything before its end
/// @param to the window's end, or null for everything after its beginning
/// @param closed whether an interval that starts at the very end belongs to the window too
/// @param ignoreTags whether all series are to be one
public record Selection(
    Predicate<@Nullable String> tags,
    @Nullable Moment from,
    @Nullable Moment to,
    boolean closed,
    boolean ignoreTags) {

  /// Checks that nothing is missing.
  public Selection {
    Objects.requireNonNull(tags, "tags");
  }

  /// What lines without a tag are called where a name is needed.
  public static final String UNTAGGED = "(untagged)";

  /// Everything, tag by tag.
  public static final Selection ALL = new Selection(tag -> true, null, null, false, false);

  /// A choice of tags by globs: `*` is any text, `?` any character. `(untagged)` is no tag. What a
  /// glob with `!` before it matches is left out.
  ///
  /// @param globs of those without `!` one must match, if there are any; of those with it none may
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

  /// The same window with its end in it, as HistogramLogProcessor has windows: two that touch then
  /// share an interval.
  public Selection closedWindow() {
    return new Selection(tags, from, to, true, ignoreTags);
  }

  /// Whether the window cannot be told before the logs' start is known.
  boolean needsStart() {
    return (from != null && !from.absolute()) || (to != null && !to.absolute());
  }
}
