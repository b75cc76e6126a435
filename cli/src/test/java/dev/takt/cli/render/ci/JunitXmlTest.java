package dev.takt.cli.render.ci;

import static org.assertj.core.api.Assertions.assertThat;

import dev.takt.lab.RunVerdict;
import dev.takt.runs.model.AssertionResult;
import dev.takt.testing.InEachLocale;
import java.io.ByteArrayInputStream;
import java.nio.charset.StandardCharsets;
import java.util.List;
import javax.xml.parsers.DocumentBuilderFactory;
import org.junit.jupiter.api.Test;
import org.w3c.dom.Document;
import org.w3c.dom.Element;

@InEachLocale
class JunitXmlTest {

  @Test
  void runIsASuiteAndEachRuleACase() {
    JudgedRun run =
        CiSamples.judged(
            RunVerdict.RULE_BROKEN,
            new AssertionResult("p99 > 20ms", "9.90 ms", false),
            new AssertionResult("errors > 0.1%", "0.695 %", true),
            new AssertionResult("max > 5ms", "10.0 ms", true, "2.00 ms", "only the generator"));

    assertThat(JunitXml.render(List.of(run)))
        .isEqualTo(
            """
            <?xml version="1.0" encoding="UTF-8"?>
            <testsuites name="takt" tests="4" failures="1" errors="0" skipped="1" time="20.000">
              <testsuite name="http://127.0.0.1:8080/" tests="4" failures="1" errors="0" skipped="1" time="20.000" timestamp="2026-11-26T11:30:14">
                <testcase classname="takt.http://127_0_0_1:8080/" name="run" time="20.000"/>
                <testcase classname="takt.http://127_0_0_1:8080/" name="fail-if p99 &gt; 20ms" time="0.000"/>
                <testcase classname="takt.http://127_0_0_1:8080/" name="fail-if errors &gt; 0.1%" time="0.000">
                  <failure message="it is 0.695 %" type="fail-if">it is 0.695 %
            p99 9.90 ms.</failure>
                </testcase>
                <testcase classname="takt.http://127_0_0_1:8080/" name="fail-if max &gt; 5ms" time="0.000">
                  <skipped message="it is 10.0 ms, and 2.00 ms without the generator's share; undecided: only the generator"/>
                </testcase>
              </testsuite>
            </testsuites>
            """);
  }

  @Test
  void runThatCouldNotBeginIsAnError() throws Exception {
    JudgedRun run = JudgedRun.failed("http://x/", RunVerdict.FAILED, "cannot connect to http://x/");

    Document document = parsed(JunitXml.render(List.of(run)));

    assertThat(document.getDocumentElement().getAttribute("errors")).isEqualTo("1");
    Element error = (Element) document.getElementsByTagName("error").item(0);
    assertThat(error.getAttribute("message")).isEqualTo("cannot connect to http://x/");
  }

  @Test
  void runWithoutRulesIsSkippedWhereItDecidesNothing() throws Exception {
    JudgedRun missed = CiSamples.judged(RunVerdict.NOT_TRUSTED);
    JudgedRun run =
        new JudgedRun(
            missed.target(),
            missed.start(),
            missed.verdict(),
            CiSamples.summary().withWarning("SCHEDULE MISSED: 5/s of 10/s"),
            null,
            List.of());

    Document document = parsed(JunitXml.render(List.of(run)));

    Element skipped = (Element) document.getElementsByTagName("skipped").item(0);
    assertThat(skipped.getAttribute("message")).isEqualTo("SCHEDULE MISSED: 5/s of 10/s");
    assertThat(document.getDocumentElement().getAttribute("tests")).isEqualTo("1");
  }

  @Test
  void stoppedRunIsAnErrorAndKeepsTheVerdictsOnItsRules() throws Exception {
    JudgedRun run =
        CiSamples.judged(
            RunVerdict.INTERRUPTED, new AssertionResult("p99 > 20ms", "9.90 ms", false));

    Document document = parsed(JunitXml.render(List.of(run)));

    Element error = (Element) document.getElementsByTagName("error").item(0);
    assertThat(error.getAttribute("message")).isEqualTo("stopped before its end");
    assertThat(document.getElementsByTagName("testcase").getLength()).isEqualTo(2);
  }

  @Test
  void anyNameIsWellFormedAndKeepsWhatXmlAllows() throws Exception {
    Document document = parsed(JunitXml.render(List.of(CiSamples.hostile(null))));

    String legal =
        CiSamples.HOSTILE
            .replace('\u0000', '\ufffd')
            .replace('\u0007', '\ufffd')
            .replace('\u001b', '\ufffd')
            .replace("\ud83d]", "\ufffd]");
    Element suite = (Element) document.getElementsByTagName("testsuite").item(0);
    assertThat(suite.getAttribute("name")).isEqualTo(legal);
    Element rule = (Element) document.getElementsByTagName("testcase").item(1);
    assertThat(rule.getAttribute("name")).isEqualTo("fail-if " + legal + " > 1ms");
    assertThat(document.getElementsByTagName("failure").item(0).getTextContent())
        .startsWith("it is " + legal)
        .endsWith(legal);
  }

  private static Document parsed(String xml) throws Exception {
    return DocumentBuilderFactory.newInstance()
        .newDocumentBuilder()
        .parse(new ByteArrayInputStream(xml.getBytes(StandardCharsets.UTF_8)));
  }
}
