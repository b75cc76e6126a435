package dev.takt.cli.flags;

import dev.takt.cli.spi.args.CommandDeclaration;
import dev.takt.cli.spi.args.Options;
import dev.takt.explain.comparison.RegressionRule;
import dev.takt.explain.comparison.SignificanceTest;
import java.util.List;
import picocli.CommandLine.Model.CommandSpec;

/// The declaration of `takt compare`.
public final class CompareDeclaration {

  static final String BASELINE = "--a";
  static final String CANDIDATE = "--b";
  static final String BASELINE_FILE = "--baseline";
  static final String WRITE_BASELINE = "--write-baseline";
  static final String FAIL_IF = "--fail-if";
  static final String MEASURE = "--measure";
  static final String PERCENTILES = "--percentiles";
  static final String RUN_TO_RUN = "--run-to-run";
  static final String SELF_CHECK = "--self-check";
  static final String PAIRS = "--pairs";
  static final String DEFAULT_PERCENTILES = "50,90,99,99.9";
  static final int DEFAULT_PAIRS = 100;
  static final int MAX_PAIRS = 10_000;

  /// Nothing is compared.
  static final List<String> NOT_WITH_WRITE_BASELINE = List.of(FAIL_IF, RUN_TO_RUN, Options.FORMAT);

  /// Simulated runs have neither directories nor rules.
  static final List<String> NOT_WITH_SELF_CHECK =
      List.of(
          BASELINE,
          CANDIDATE,
          BASELINE_FILE,
          WRITE_BASELINE,
          FAIL_IF,
          MEASURE,
          PERCENTILES,
          RUN_TO_RUN,
          Options.FORMAT);

  private CompareDeclaration() {}

  public static CommandSpec spec() {
    return new CommandDeclaration(
            "takt compare",
            "Compares runs, and tests whether differences are statistically significant.")
        .examples(
            "  takt compare before after                     two run directories; the first is the baseline",
            "  takt compare before after1 after2             each against the first",
            "  takt compare --a before-* --b after-*         repeats of two systems",
            "  takt compare a1,a2,a3 b1,b2,b3                the same",
            "  takt compare before after --fail-if 'p99 worse by > 5%' --fail-if 'errors worse by > 0.1%'",
            "  takt compare --write-baseline base.json r1 r2 r3   a small file to commit, of three repeats",
            "  takt compare --baseline base.json after --fail-if 'p99 worse by > 10%'",
            "  takt compare --self-check                     how often verdicts on simulated runs are right")
        .synopsis("takt compare A B [C...] [FLAGS]")
        .footer(
            "Differences are tested at a significance level of 5 %: of pairs without a real difference, at",
            "most one in twenty is called different. Method: docs/explanation/comparing.md.",
            "A rule is " + RegressionRule.GRAMMAR + ".",
            "",
            "Exit codes: 0 fine (different or not), 1 a run cannot be read or compared, 2 usage, 4 a rule",
            "of --fail-if was broken, 5 the data do not decide it.")
        .arguments(
            "A B",
            "Run directories or baseline files; several with commas between them are repeats of one")
        .options(
            Options.several(BASELINE, "DIR", "Run directories of the baseline: repeats of one run"),
            Options.several(CANDIDATE, "DIR", "Run directories to compare with it"),
            Options.list(
                BASELINE_FILE,
                "DIR|FILE",
                "The baseline, then each argument is compared with it; repeatable for repeats"),
            Options.text(
                WRITE_BASELINE,
                "FILE",
                "Write what a comparison needs of the runs, repeats of one, and compare nothing"),
            Options.list(
                FAIL_IF, "RULE", "Exit with 4 if this rule is broken; repeatable (see below)"),
            Options.text(
                MEASURE,
                "response|service|wait",
                "Which latency measure (default: the headline of the runs)"),
            Options.text(PERCENTILES, "LIST", "Which ones (default " + DEFAULT_PERCENTILES + ")"),
            Options.text(
                RUN_TO_RUN,
                "PERCENT",
                "How much two runs of this system differ, if it is known (standard deviation, default "
                    + plain(SignificanceTest.RUN_TO_RUN)
                    + "%); only for one run of each side"),
            Options.format(),
            Options.flag(
                SELF_CHECK, "Compare simulated runs, and report how often the verdict is right"),
            Options.text(
                PAIRS, "N", "Of how many pairs of each kind (default " + DEFAULT_PAIRS + ")"),
            Options.verbose(),
            Options.help())
        .spec();
  }

  private static String plain(double share) {
    return Double.toString(Math.round(share * 1000) / 10.0);
  }
}
