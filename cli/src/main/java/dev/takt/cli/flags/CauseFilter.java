package dev.takt.cli.flags;

import dev.takt.explain.attribution.classify.Cause;
import dev.takt.report.text.CauseName;
import dev.takt.runs.model.Side;
import dev.takt.runs.model.StallKind;
import dev.takt.runs.text.EnglishText;
import java.util.List;
import java.util.Locale;
import java.util.function.Predicate;
import java.util.stream.Stream;

/// Selects causes by the names that `takt explain` prints: a side, a kind, or both, such as
/// `target`, `gc pause` and `target gc pause`. A kind may be cut after a word (`gc`), its words may
/// be joined by `-` or `_`, and its detail may follow: `gc pause: System.gc()`.
final class CauseFilter {

  private static final String SENT_LATE = CauseName.of(Cause.SENT_LATE);
  private static final List<String> KINDS =
      Stream.concat(Stream.of(StallKind.values()).map(CauseName::of), Stream.of(SENT_LATE))
          .toList();
  private static final List<String> SIDES = Stream.of(Side.values()).map(Side::lowerCase).toList();

  private CauseFilter() {}

  /// @throws IllegalArgumentException with the list of names, if the text is not one
  static Predicate<Cause> parse(String text) {
    int colon = text.indexOf(": ");
    String name = colon < 0 ? text : text.substring(0, colon);
    String words = name.strip().toLowerCase(Locale.ROOT).replaceAll("[ _-]+", " ");
    String side = first(SIDES, each -> (words + " ").startsWith(each + " "));
    String rest = words.substring(side.length()).strip();
    String kind = first(KINDS, each -> !rest.isEmpty() && (each + " ").startsWith(rest + " "));
    boolean isSide = !side.isEmpty() && rest.isEmpty() && colon < 0;
    if (kind.isEmpty() && !isSide) {
      throw new IllegalArgumentException(
          EnglishText.format(
              "'%s' is not a cause: expected %s, or one of %s",
              text, String.join(", ", SIDES), String.join(", ", KINDS)));
    }
    String detailed = colon < 0 ? "" : kind + text.substring(colon);
    return cause ->
        (side.isEmpty() || side.equals(cause.side().lowerCase()))
            && (isSide || kind.equals(kindOf(cause)))
            && (detailed.isEmpty() || detailed.equals(CauseName.of(cause)));
  }

  private static String first(List<String> names, Predicate<String> matches) {
    return names.stream().filter(matches).findFirst().orElse("");
  }

  private static String kindOf(Cause cause) {
    return cause.kind() == null ? SENT_LATE : CauseName.of(cause.kind());
  }
}
