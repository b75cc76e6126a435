package dev.takt.cli.render.study;

import dev.takt.explain.comparison.Comparison;
import dev.takt.explain.comparison.Row;
import dev.takt.explain.comparison.Verdict;
import dev.takt.runs.text.EnglishText;
import java.util.List;

/// The result of a comparison, as a sentence.
public final class CompareSentence {

  private CompareSentence() {}

  public static String of(Comparison of) {
    String a = of.baseline().label();
    String b = of.candidate().label();
    return switch (of.verdict()) {
      case WORSE -> claim(of, isOnlyTime(of, Verdict.WORSE) ? "slower" : "worse");
      case BETTER -> claim(of, isOnlyTime(of, Verdict.BETTER) ? "faster" : "better");
      case MIXED -> claim(of, "better") + ", in some figures, and worse in others";
      case NO_DIFFERENCE, NOT_JUDGED -> noDifference(a, b, of.rows());
      case TOO_LITTLE_DATA -> "too little data to distinguish " + a + " and " + b;
      case NOT_COMPARABLE ->
          a + " and " + b + " cannot be compared: the machine, or the generator, was not the same";
    };
  }

  /// Figures that cannot be compared may still differ.
  static String noDifference(String a, String b, List<Row> rows) {
    long unlike = rows.stream().filter(each -> each.verdict() == Verdict.NOT_COMPARABLE).count();
    String rest =
        unlike == 0 ? "" : "; " + unlike + " of " + rows.size() + " figures cannot be compared";
    return "no difference between " + a + " and " + b + " that this data can show" + rest;
  }

  /// One run per side supports a claim about these runs only. A claim about the systems needs
  /// repeats.
  private static String claim(Comparison of, String how) {
    String a = of.baseline().label();
    String b = of.candidate().label();
    boolean isOfRunsAlone = of.baseline().runs().size() == 1 && of.candidate().runs().size() == 1;
    return isOfRunsAlone
        ? EnglishText.format("%s was %s than %s in these two runs", b, how, a)
        : EnglishText.format("%s is %s than %s", b, how, a);
  }

  private static boolean isOnlyTime(Comparison of, Verdict verdict) {
    return of.rows().stream()
        .filter(each -> each.verdict() == verdict)
        .allMatch(each -> each.figure().isTime());
  }
}
