package dev.takt.imports.jmx;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.takt.imports.Imported;
import dev.takt.imports.file.ForeignFile;
import dev.takt.imports.plan.ImportException;
import dev.takt.imports.plan.PlanDraft;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.Set;
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
                <stringProp name="HTTPSampler.path">/login</stringProp><boolProp name="HTTPSampler.auto_redirects">true</boolProp>
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
                      <stringProp name="RegexExtractor.template">$1$</stringProp><stringProp name="RegexExtractor.match_number">1</stringProp>
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
            "a ramp-up of 10s: all 20 users start at once; a warm-up, such as warmup: 10s, leaves"
                + " that out of the figures",
            "an extractor whose JSONPath or name plans do not have",
            "the bell curve of a timer: even, with the same mean and deviation",
            "the order of a loop: it thinks after each round, too",
            "elements of the kind IfController",
            "requests that are lost with line 92",
            "elements that are switched off");
    assertThat(imported.leftOut())
        .containsEntry("elements of the kind IfController", List.of("line 92 Only then"))
        .containsEntry("requests that are lost with line 92", List.of("line 92 x"));
  }

  @Test
  void absentRowsAreVariablesOfTheEnvironment() throws Exception {
    Imported imported = read(SHOP);
    assertThat(imported.yaml()).contains("users: 20\n", "user={env.X_NAME}&password={env.PASS}");
    assertThat(imported.leftOut())
        .containsEntry("there is no such file of rows", List.of("line 30 Users"));
  }

  @Test
  void rowsAreRelativeToThePlan() throws Exception {
    Files.writeString(folder.resolve("users.csv"), "name,pass\nanna,x\n");
    Path file = Files.writeString(folder.resolve("a.jmx"), SHOP);
    PlanDraft plan = new PlanDraft(null);
    JmxImport.read(new ForeignFile(file, "a.jmx"), plan);
    assertThat(plan.yaml("a test", folder)).contains("  file: users.csv\n");
    assertThat(plan.yaml("a test", folder.resolve("plans"))).contains("  file: ../users.csv\n");
    assertThat(plan.yaml("a test", Path.of("/no/folder")))
        .contains("  file: " + folder.resolve("users.csv") + "\n");
  }

  /// A plan of one thread group with these elements.
  private Imported group(String content) throws Exception {
    return read(
        "<jmeterTestPlan><hashTree><TestPlan/><hashTree>"
            + defaults(
                "<stringProp name='HTTPSampler.domain'>outer.example</stringProp>"
                    + "<stringProp name='HTTPSampler.port'>81</stringProp>")
            + "<ThreadGroup testname='g'><stringProp name='ThreadGroup.num_threads'>2</stringProp>"
            + "</ThreadGroup><hashTree>\n"
            + content
            + "</hashTree></hashTree></hashTree></jmeterTestPlan>");
  }

  @Test
  void variableCannotMakeABodyAFileOfTheUser() throws Exception {
    String argument =
        "<elementProp name='a' elementType='Argument'><stringProp name='Argument.name'>";
    String list = "<collectionProp name='Arguments.arguments'>";
    Imported imported =
        group(
            "<Arguments>"
                + list
                + argument
                + "a</stringProp><stringProp name='Argument.value'>@/etc/passwd</stringProp>"
                + "</elementProp></collectionProp></Arguments><hashTree/>"
                + "<HTTPSamplerProxy testname='s'>"
                + "<boolProp name='HTTPSampler.postBodyRaw'>true</boolProp>"
                + "<elementProp name='HTTPsampler.Arguments' elementType='Arguments'>"
                + list
                + argument
                + "</stringProp><stringProp name='Argument.value'>${a}</stringProp></elementProp>"
                + "</collectionProp></elementProp>"
                + "<stringProp name='HTTPSampler.method'>POST</stringProp>"
                + "</HTTPSamplerProxy><hashTree/>");
    assertThat(imported.yaml()).contains("body: '@@/etc/passwd'");
  }

  private static String defaults(String properties) {
    return "<ConfigTestElement>" + properties + "</ConfigTestElement><hashTree/>";
  }

  private static String sampler(String name) {
    return "<HTTPSamplerProxy testname='"
        + name
        + "'><stringProp name='HTTPSampler.path'>/"
        + name
        + "</stringProp></HTTPSamplerProxy><hashTree/>";
  }

  @Test
  void nearestDefaultOfHttpWins() throws Exception {
    Imported imported =
        group(
            defaults("<stringProp name='HTTPSampler.domain'>inner.example</stringProp>")
                + "<GenericController/><hashTree>"
                + defaults("<stringProp name='HTTPSampler.path'>/nearest</stringProp>")
                + "<HTTPSamplerProxy testname='a'/><hashTree/></hashTree>");
    assertThat(imported.plan().target().address()).isEqualTo("http://inner.example:81");
    assertThat(imported.operation("g.a")).containsEntry("path", "/nearest");
  }

  @Test
  void controllersAreStepsLoopsAndGroups() throws Exception {
    Imported imported =
        group(
            "<GenericController/><hashTree>"
                + sampler("a")
                + "</hashTree><TransactionController testname='t'/><hashTree>"
                + sampler("b")
                + "<LoopController><stringProp"
                + " name='LoopController.loops'>3</stringProp></LoopController><hashTree>"
                + sampler("c")
                + "</hashTree></hashTree>");
    assertThat(imported.yaml())
        .endsWith(
            """
                steps:
                - a:
                    path: /a
                - group:
                    name: t
                    steps:
                    - b:
                        path: /b
                    - repeat:
                        times: 3
                        steps:
                        - c:
                            path: /c
            """);
    assertThat(imported.leftOut()).isEmpty();
  }

  /// A thread group with these properties.
  private static String threads(String name, int threads, String loops, String more) {
    return "\n<ThreadGroup testname='"
        + name
        + "'><stringProp name='ThreadGroup.num_threads'>"
        + threads
        + "</stringProp><elementProp name='ThreadGroup.main_controller'><stringProp"
        + " name='LoopController.loops'>"
        + loops
        + "</stringProp></elementProp>"
        + more
        + "</ThreadGroup><hashTree>"
        + sampler(name)
        + "</hashTree>";
  }

  private Imported groups(String... groups) throws Exception {
    return read(
        "<jmeterTestPlan><hashTree><TestPlan/><hashTree>"
            + defaults("<stringProp name='HTTPSampler.domain'>x.example</stringProp>")
            + String.join("", groups)
            + "</hashTree></hashTree></jmeterTestPlan>");
  }

  private static final String SECONDS =
      "<boolProp name='ThreadGroup.scheduler'>true</boolProp><stringProp"
          + " name='ThreadGroup.duration'>60</stringProp>";

  @Test
  void roundsAreTheCountOrTheDuration() throws Exception {
    Imported counted = groups(threads("a", 2, "3", ""));
    assertThat(counted.yaml()).contains("count: 6\n").doesNotContain("duration");
    assertThat(counted.leftOut()).isEmpty();
    Imported endless = groups(threads("a", 2, "-1", ""));
    assertThat(endless.yaml()).contains("duration: 20s\n").doesNotContain("count");
    assertThat(endless.leftOut())
        .containsOnly(
            Map.entry(
                "rounds until JMeter is stopped: set the duration of the run",
                List.of("line 2 a")));
    Imported timed = groups(threads("a", 2, "-1", SECONDS));
    assertThat(timed.yaml()).contains("duration: 60s\n").doesNotContain("count");
    assertThat(timed.leftOut()).isEmpty();
    assertThat(groups(threads("a", 2, "5", SECONDS)).leftOut())
        .containsOnly(
            Map.entry("rounds of a thread group that has a duration", List.of("line 2 a")));
    assertThat(groups(threads("a", 2, "${loops}", "")).leftOut())
        .containsOnly(
            Map.entry("a number of rounds that is not known: 1 instead", List.of("line 2 a")));
  }

  @Test
  void severalGroupsAreOnePopulation() throws Exception {
    Imported imported = groups(threads("a", 2, "3", ""), threads("b", 4, "1", ""));
    assertThat(imported.yaml())
        .contains("users: 6\n", "duration: 20s\n", "    weight: 2\n", "    weight: 4\n")
        .doesNotContain("count");
    assertThat(imported.leftOut())
        .containsOnly(
            Map.entry(
                "threads and rounds of several thread groups: each user of the plan draws its"
                    + " journeys, in the ratio of the threads",
                List.of("line 2 a", "line 3 b")));
  }

  @Test
  void whatIsBelowAnElementThatIsOffHasNoVariables() throws Exception {
    String variables =
        "<Arguments><collectionProp name='Arguments.arguments'><elementProp><stringProp"
            + " name='Argument.name'>v</stringProp><stringProp"
            + " name='Argument.value'>VALUE</stringProp></elementProp></collectionProp>"
            + "</Arguments><hashTree/>";
    Imported imported =
        group(
            variables.replace("VALUE", "on")
                + sampler("${v}")
                + "</hashTree><ThreadGroup testname='off' enabled='false'/><hashTree>"
                + variables.replace("VALUE", "off")
                + "<CSVDataSet><stringProp name='filename'>none.csv</stringProp></CSVDataSet>"
                + "<hashTree/>");
    assertThat(imported.yaml()).contains("path: /on\n");
    assertThat(imported.leftOut()).containsOnlyKeys("elements that are switched off");
  }

  @Test
  void samplersThatFollowNoRedirectsAreListed() throws Exception {
    String follows = "<boolProp name='HTTPSampler.follow_redirects'>true</boolProp>";
    String other = "\n" + sampler("b");
    Imported imported = group(sampler("a").replace("</HTTP", follows + "</HTTP") + other);
    assertThat(imported.yaml()).contains("follow-redirects: true\n");
    assertThat(imported.leftOut())
        .containsOnly(
            Map.entry(
                "samplers that follow no redirects: those of a plan do", List.of("line 3 b")));
    assertThat(group(other).yaml()).doesNotContain("follow-redirects");
  }

  @ParameterizedTest
  @CsvSource({
    "1, '', {v}",
    "0, a match at random of an extractor: the first one, {v}",
    "'', a match at random of an extractor: the first one, {v}",
    "2, an extractor of another match than the first one, {env.V}",
    "-1, an extractor of another match than the first one, {env.V}",
  })
  void matchOfAnExtractorIsTheFirst(String match, String reason, String placeholder)
      throws Exception {
    String extractor =
        "<RegexExtractor><stringProp name='RegexExtractor.refname'>v</stringProp><stringProp"
            + " name='RegexExtractor.regex'>(a)</stringProp><stringProp"
            + " name='RegexExtractor.template'>$1$</stringProp><stringProp"
            + " name='RegexExtractor.match_number'>"
            + match
            + "</stringProp></RegexExtractor><hashTree/>";
    Imported imported =
        group(
            sampler("a").replace("<hashTree/>", "<hashTree>" + extractor + "</hashTree>")
                + sampler("${v}"));
    assertThat(imported.yaml()).contains("path: \"/" + placeholder + "\"\n");
    assertThat(imported.leftOut().keySet()).isEqualTo(reason.isEmpty() ? Set.of() : Set.of(reason));
    String json =
        "<JSONPostProcessor><stringProp name='JSONPostProcessor.referenceNames'>v"
            + "</stringProp><stringProp name='JSONPostProcessor.jsonPathExprs'>$.v</stringProp>"
            + "<stringProp name='JSONPostProcessor.match_numbers'>"
            + match
            + "</stringProp></JSONPostProcessor><hashTree/>";
    Imported ofJson =
        group(
            sampler("a").replace("<hashTree/>", "<hashTree>" + json + "</hashTree>")
                + sampler("${v}"));
    assertThat(ofJson.yaml()).contains("path: \"/" + placeholder + "\"\n");
    assertThat(ofJson.leftOut().keySet())
        .isEqualTo(placeholder.equals("{v}") ? Set.of() : Set.of(reason));
  }

  @Test
  void fileWithoutAPathIsNotSent() throws Exception {
    String files =
        "<elementProp name='HTTPsampler.Files'><collectionProp name='HTTPFileArgs.files'>"
            + "<elementProp><stringProp name='File.path'>PATH</stringProp></elementProp>"
            + "</collectionProp></elementProp>";
    String sampler = sampler("a").replace("</HTTP", files + "</HTTP");
    assertThat(group(sampler.replace("PATH", "")).leftOut()).isEmpty();
    assertThat(group(sampler.replace("PATH", "a.txt")).leftOut())
        .containsOnlyKeys("files that are sent: name one as body: '@FILE'");
  }

  /// As JMeter does: a query as it is, a form decoded and encoded.
  @ParameterizedTest
  @CsvSource({
    "GET, false, /a?next=%2Fcart%3Fa%3D1&ids=2, ''",
    "GET, true, /a?next=%252Fcart%253Fa%253D1%26ids%3D2, ''",
    "POST, false, /a, next=%2Fcart%3Fa%3D1%26ids%3D2",
    "POST, true, /a, next=%252Fcart%253Fa%253D1%26ids%3D2",
  })
  void argumentIsEncodedIfItAsksForIt(String method, String encode, String path, String body)
      throws Exception {
    String arguments =
        "<stringProp name='HTTPSampler.method'>"
            + method
            + "</stringProp><elementProp name='HTTPsampler.Arguments'><collectionProp"
            + " name='Arguments.arguments'><elementProp><stringProp"
            + " name='Argument.name'>next</stringProp><stringProp"
            + " name='Argument.value'>%2Fcart%3Fa%3D1&amp;ids=2</stringProp><boolProp"
            + " name='HTTPArgument.always_encode'>"
            + encode
            + "</boolProp></elementProp><elementProp><stringProp name='Argument.value'>x"
            + "</stringProp></elementProp></collectionProp></elementProp>";
    Imported imported = group(sampler("a").replace("</HTTP", arguments + "</HTTP"));
    assertThat(imported.operation("g.a")).containsEntry("path", path);
    assertThat(imported.operation("g.a").getOrDefault("body", "")).isEqualTo(body);
  }

  @Test
  void eachRequestThatIsLostIsNamed() throws Exception {
    Imported imported =
        group(
            sampler("a")
                + "\n<WhileController testname='w'/><hashTree><GenericController/><hashTree>\n"
                + sampler("b")
                + "\n"
                + sampler("c")
                + "</hashTree></hashTree>\n"
                + "<TransactionController testname='off' enabled='false'/><hashTree>\n"
                + sampler("d")
                + "</hashTree></hashTree>\n<SetupThreadGroup testname='s'/><hashTree>\n"
                + sampler("e"));
    assertThat(imported.names()).containsExactly("g.a");
    assertThat(imported.leftOut())
        .containsOnly(
            Map.entry("elements of the kind WhileController", List.of("line 3 w")),
            Map.entry("requests that are lost with line 3", List.of("line 4 b", "line 5 c")),
            Map.entry("elements that are switched off", List.of("line 6 off")),
            Map.entry("requests that are lost with line 6", List.of("line 7 d")),
            Map.entry(
                "thread groups that run once, before or after the others", List.of("line 8 s")),
            Map.entry("requests that are lost with line 8", List.of("line 9 e")));
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
