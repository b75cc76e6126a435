package dev.takt.imports.jmx;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.takt.imports.Imported;
import dev.takt.imports.file.ForeignFile;
import dev.takt.imports.plan.ImportException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class JmxImportTest {

  private static final String SHOP =
      """
      <?xml version="1.0" encoding="UTF-8"?>
      <jmeterTestPlan version="1.2">
        <hashTree>
          <TestPlan testname="Shop" enabled="true">
            <elementProp name="TestPlan.user_defined_variables" elementType="Arguments">
              <collectionProp name="Arguments.arguments">
                <elementProp name="host" elementType="Argument">
                  <stringProp name="Argument.name">host</stringProp>
                  <stringProp name="Argument.value">shop.example</stringProp>
                </elementProp>
              </collectionProp>
            </elementProp>
          </TestPlan>
          <hashTree>
            <ConfigTestElement guiclass="HttpDefaultsGui" testname="Defaults">
              <stringProp name="HTTPSampler.domain">${host}</stringProp>
              <stringProp name="HTTPSampler.protocol">https</stringProp>
              <stringProp name="HTTPSampler.port">${__P(port,8443)}</stringProp>
            </ConfigTestElement>
            <hashTree/>
            <HeaderManager testname="Headers">
              <collectionProp name="HeaderManager.headers">
                <elementProp name="" elementType="Header">
                  <stringProp name="Header.name">X-Api-Key</stringProp>
                  <stringProp name="Header.value">s3cret</stringProp>
                </elementProp>
              </collectionProp>
            </HeaderManager>
            <hashTree/>
            <CSVDataSet testname="Users"><stringProp name="filename">users.csv</stringProp>
              <stringProp name="variableNames">name,pass</stringProp><stringProp name="delimiter">,</stringProp></CSVDataSet>
            <hashTree/>
            <ThreadGroup testname="Buyers">
              <elementProp name="ThreadGroup.main_controller" elementType="LoopController">
                <stringProp name="LoopController.loops">3</stringProp>
              </elementProp>
              <stringProp name="ThreadGroup.num_threads">20</stringProp>
              <stringProp name="ThreadGroup.ramp_time">10</stringProp>
            </ThreadGroup>
            <hashTree>
              <ConstantTimer testname="Pause"><stringProp name="ConstantTimer.delay">1500</stringProp></ConstantTimer>
              <hashTree/>
              <HTTPSamplerProxy testname="Log in">
                <stringProp name="HTTPSampler.path">/login</stringProp>
                <stringProp name="HTTPSampler.method">POST</stringProp>
                <elementProp name="HTTPsampler.Arguments" elementType="Arguments">
                  <collectionProp name="Arguments.arguments">
                    <elementProp name="user" elementType="HTTPArgument">
                      <stringProp name="Argument.name">user</stringProp>
                      <stringProp name="Argument.value">${name}</stringProp>
                    </elementProp>
                    <elementProp name="password" elementType="HTTPArgument">
                      <stringProp name="Argument.name">password</stringProp>
                      <stringProp name="Argument.value">${pass}</stringProp>
                    </elementProp>
                  </collectionProp>
                </elementProp>
              </HTTPSamplerProxy>
              <hashTree>
                <JSONPostProcessor testname="Token">
                  <stringProp name="JSONPostProcessor.referenceNames">token;all</stringProp>
                  <stringProp name="JSONPostProcessor.jsonPathExprs">$.data.token;$..x</stringProp>
                </JSONPostProcessor>
                <hashTree/>
                <ResponseAssertion testname="Created">
                  <collectionProp name="Asserion.test_strings"><stringProp name="1">201</stringProp></collectionProp>
                  <stringProp name="Assertion.test_field">Assertion.response_code</stringProp>
                  <intProp name="Assertion.test_type">8</intProp>
                </ResponseAssertion>
                <hashTree/>
              </hashTree>
              <TransactionController testname="Browse"/>
              <hashTree>
                <LoopController testname="Twice"><stringProp name="LoopController.loops">2</stringProp></LoopController>
                <hashTree>
                  <HTTPSamplerProxy testname="Item">
                    <stringProp name="HTTPSampler.path">/items/${__Random(1,9)}?t=${token}&amp;o=${other}</stringProp>
                    <boolProp name="HTTPSampler.follow_redirects">true</boolProp>
                  </HTTPSamplerProxy>
                  <hashTree>
                    <GaussianRandomTimer testname="Bell"><stringProp name="ConstantTimer.delay">300</stringProp>
                      <stringProp name="RandomTimer.range">100</stringProp></GaussianRandomTimer>
                    <hashTree/>
                    <RegexExtractor testname="Next"><stringProp name="RegexExtractor.refname">next</stringProp>
                      <stringProp name="RegexExtractor.regex">href="([^"]+)"</stringProp>
                      <stringProp name="RegexExtractor.template">$1$</stringProp>
                      <stringProp name="RegexExtractor.useHeaders">false</stringProp></RegexExtractor>
                    <hashTree/>
                  </hashTree>
                </hashTree>
              </hashTree>
              <IfController testname="Only then"/><hashTree><HTTPSamplerProxy testname="x"/><hashTree/></hashTree>
              <HTTPSamplerProxy testname="Off" enabled="false"/><hashTree/>
            </hashTree>
          </hashTree>
        </hashTree>
      </jmeterTestPlan>
      """;

  @TempDir private Path folder;

  private Imported read(String content) throws Exception {
    Path file = Files.writeString(folder.resolve("a.jmx"), content);
    return Imported.of(plan -> JmxImport.read(new ForeignFile(file, "a.jmx"), plan));
  }

  @Test
  void threadGroupIsAClosedPopulation() throws Exception {
    Path users = Files.writeString(folder.resolve("users.csv"), "name,pass\nanna,x\n");
    Imported imported = read(SHOP);
    assertThat(imported.plan().target().address()).isEqualTo("https://shop.example:8443");
    assertThat(imported.plan().load().users()).isEqualTo(20);
    assertThat(imported.plan().load().maxOperations()).isEqualTo(60);
    assertThat(imported.yaml())
        .isEqualTo(
            """
            # Made of a test by takt import.
            # Needs X_API_KEY: the value of X-Api-Key
            # Needs OTHER: the variable other of the test plan
            target: https://shop.example:8443
            follow-redirects: true
            users:
              count: 20
              file: USERS
            count: 60
            journeys:
              buyers:
                weight: 20
                steps:
                - think: 1s500ms
                - log-in:
                    path: /login
                    header:
                    - "X-Api-Key: {env.X_API_KEY}"
                    - "Content-Type: application/x-www-form-urlencoded"
                    body: "user={user.name}&password={user.pass}"
                    expect: 201
                    extract:
                      token: $.data.token
                - think:
                    uniform: 1s627ms..1s973ms
                - group:
                    name: browse
                    steps:
                    - repeat:
                        times: 2
                        steps:
                        - item:
                            path: "/items/{uniform:1..9}?t={token}&o={env.OTHER}"
                            header: "X-Api-Key: {env.X_API_KEY}"
                            extract:
                              next:
                                regex: "href=\\"([^\\"]+)\\""
                        - think:
                            uniform: 1s627ms..1s973ms
            """
                .replace("USERS", users.toString()));
    assertThat(imported.leftOut().keySet())
        .containsExactlyInAnyOrder(
            "a ramp-up: all users start at once",
            "an extractor whose JSONPath or name plans do not have",
            "the bell curve of a timer: even, with the same mean and deviation",
            "the order of a loop: it thinks after each round, too",
            "elements of the kind IfController",
            "elements that are switched off");
    assertThat(imported.leftOut())
        .containsEntry("elements of the kind IfController", List.of("line 92 Only then"));
  }

  @Test
  void absentRowsAreVariablesOfTheEnvironment() throws Exception {
    Imported imported = read(SHOP);
    assertThat(imported.yaml()).contains("users: 20\n", "user={env.X_NAME}&password={env.PASS}");
    assertThat(imported.leftOut())
        .containsEntry("there is no such file of rows", List.of("line 30 Users"));
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      quoteCharacter = '`',
      value = {
        "<a/> | a.jmx: not a test plan of JMeter; it looks like an XML file",
        "<jmeterTestPlan><b> | a.jmx: line 1: not XML that can be read",
        "{\"log\": {}} | a.jmx: not a test plan of JMeter; it looks like a HAR file (takt import har)",
        "<jmeterTestPlan/> | there is no request that can be imported",
      })
  void wrongFileIsRefused(String content, String message) {
    assertThatThrownBy(() -> read(content)).isInstanceOf(ImportException.class).hasMessage(message);
  }

  /// Neither files nor growing entities.
  @Test
  void entitiesAreNotRead() throws Exception {
    Path secret = Files.writeString(folder.resolve("secret.txt"), "s3cret");
    String doctype = "<!DOCTYPE x [<!ENTITY e SYSTEM \"" + secret.toUri() + "\">]>";
    assertThatThrownBy(() -> read(doctype + "<jmeterTestPlan>&e;</jmeterTestPlan>"))
        .isInstanceOf(ImportException.class)
        .hasMessageNotContaining("s3cret");
    assertThatThrownBy(() -> read("<a>".repeat(100_000)))
        .hasMessage("a.jmx: line 1: nested deeper than 60 levels");
  }
}
