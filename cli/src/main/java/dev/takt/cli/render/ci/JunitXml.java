package dev.takt.cli.render.ci;

import dev.takt.cli.render.ci.Check.State;
import dev.takt.runs.text.MachineText;
import java.time.ZoneOffset;
import java.time.format.DateTimeFormatter;
import java.time.temporal.ChronoUnit;
import java.util.List;

/// JUnit's XML report: a suite for each run, with a case for the run itself and one for each rule.
/// A rule that a run does not decide is a skipped case, as a test with a failed assumption is.
public final class JunitXml {

  private static final int MIN_TEXT = 0x20;
  private static final int REPLACEMENT = 0xFFFD;

  private final StringBuilder out = new StringBuilder();

  private JunitXml() {}

  /// The document, in UTF-8.
  public static String render(List<JudgedRun> runs) {
    JunitXml xml = new JunitXml();
    xml.out.append("<?xml version=\"1.0\" encoding=\"UTF-8\"?>\n<testsuites");
    xml.attribute("name", "takt");
    xml.totals(runs);
    xml.out.append(">\n");
    runs.forEach(xml::suite);
    xml.out.append("</testsuites>\n");
    return xml.out.toString();
  }

  private void totals(List<JudgedRun> runs) {
    List<Check> checks = runs.stream().flatMap(each -> each.checks().stream()).toList();
    attribute("tests", Integer.toString(checks.size()));
    attribute("failures", count(checks, State.FAILED));
    attribute("errors", count(checks, State.ERROR));
    attribute("skipped", count(checks, State.SKIPPED));
    attribute("time", seconds(runs.stream().mapToLong(JudgedRun::nanos).sum()));
  }

  private static String count(List<Check> checks, State state) {
    return Long.toString(checks.stream().filter(each -> each.state() == state).count());
  }

  private static String seconds(long nanos) {
    return MachineText.format("%.3f", nanos / 1e9);
  }

  private void suite(JudgedRun run) {
    out.append("  <testsuite");
    attribute("name", run.target());
    totals(List.of(run));
    attribute(
        "timestamp",
        DateTimeFormatter.ISO_LOCAL_DATE_TIME.format(
            run.start().atOffset(ZoneOffset.UTC).truncatedTo(ChronoUnit.SECONDS)));
    out.append(">\n");
    long nanos = run.nanos(); // that of the first case, the run itself
    for (Check each : run.checks()) {
      testCase(run, each, nanos);
      nanos = 0;
    }
    out.append("  </testsuite>\n");
  }

  /// Build servers derive a package from the dots of a class name, so it has only one.
  private void testCase(JudgedRun run, Check check, long nanos) {
    out.append("    <testcase");
    attribute("classname", "takt." + run.target().replace('.', '_'));
    attribute("name", check.name());
    attribute("time", seconds(nanos));
    switch (check.state()) {
      case PASSED -> out.append("/>\n");
      case FAILED -> result("failure", "fail-if", run, check);
      case ERROR -> result("error", "run", run, check);
      case SKIPPED -> {
        out.append(">\n      <skipped");
        attribute("message", check.message());
        out.append("/>\n    </testcase>\n");
      }
    }
  }

  /// GitLab shows only the text, Jenkins the message first: both have the reason.
  private void result(String element, String type, JudgedRun run, Check check) {
    out.append(">\n      <").append(element);
    attribute("message", check.message());
    attribute("type", type);
    out.append('>');
    out.append(escaped(check.message() + "\n" + run.headline() + explain(run)));
    out.append("</").append(element).append(">\n    </testcase>\n");
  }

  private static String explain(JudgedRun run) {
    return run.summary() == null || run.explanation() == null
        ? ""
        : "\ntakt explain " + run.summary().runDirectory();
  }

  private void attribute(String name, String value) {
    String text =
        escaped(value).replace("\n", "&#10;").replace("\r", "&#13;").replace("\t", "&#9;");
    out.append(' ').append(name).append("=\"").append(text).append('"');
  }

  private static String escaped(String text) {
    StringBuilder legal = new StringBuilder();
    text.codePoints()
        .map(each -> isLegal(each) ? each : REPLACEMENT)
        .forEach(legal::appendCodePoint);
    return MachineText.xml(legal.toString());
  }

  /// Whether XML 1.0 allows it: neither a control character nor half of a pair.
  private static boolean isLegal(int c) {
    boolean isSurrogate = c >= Character.MIN_SURROGATE && c <= Character.MAX_SURROGATE;
    boolean isSpace = c == '\n' || c == '\r' || c == '\t';
    return isSpace || (c >= MIN_TEXT && !isSurrogate && c != 0xFFFE && c != 0xFFFF);
  }
}
