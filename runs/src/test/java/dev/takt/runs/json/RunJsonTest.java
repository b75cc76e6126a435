package dev.takt.runs.json;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.takt.runs.RunDirectory;
import dev.takt.runs.model.GeneratorReport;
import dev.takt.runs.model.RunRecord;
import dev.takt.runs.model.Samples;
import java.io.IOException;
import java.nio.file.DirectoryStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Objects;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;

class RunJsonTest {

  @TempDir Path temp;
  private RunDirectory directory;

  @BeforeEach
  void makeDirectory() throws IOException {
    directory = RunDirectory.create(temp);
  }

  @Test
  void givesBackWhatWasWritten() throws IOException {
    for (RunRecord run :
        List.of(
            Samples.started(),
            Samples.finished(Samples.scheduled()),
            Samples.finished(Samples.unscheduled()),
            Samples.ofFleet(),
            Samples.started().ended(RunRecord.State.FAILED, null))) {
      directory.write(run);
      assertThat(RunDirectory.open(temp).read()).isEqualTo(run);
    }
  }

  @Test
  void givesBackStalls() throws IOException {
    directory.write(Samples.stalls());
    assertThat(directory.readStalls()).isEqualTo(Samples.stalls());
    directory.write(Samples.stallsOfMachine());
    assertThat(directory.readStalls()).isEqualTo(Samples.stallsOfMachine());
  }

  @Test
  void keysOfAFleetAreAbsentInARunOfOneMachine() {
    assertThat(JsonText.of(Samples.finished(Samples.scheduled())))
        .doesNotContain("fleet")
        .doesNotContain("lost");
    assertThat(JsonText.of(Samples.stalls())).doesNotContain("machine\"");
    assertThat(JsonText.of(Samples.ofFleet())).contains("\"lost\" : 10", "\"fleet\"");
  }

  @Test
  void refusesStallsThatAreMissingDamagedOrNewer() throws IOException {
    assertThatThrownBy(() -> directory.readStalls())
        .isInstanceOf(IOException.class)
        .hasMessageContaining("stalls.json");
    directory.write(Samples.stalls());
    String text = Files.readString(directory.stallsJson());
    Files.writeString(directory.stallsJson(), text.substring(0, text.length() / 2));
    assertThatThrownBy(() -> directory.readStalls()).hasMessageContaining("is damaged in line");
    Files.writeString(
        directory.stallsJson(), text.replace("\"formatVersion\" : 1", "\"formatVersion\" : 2"));
    assertThatThrownBy(() -> directory.readStalls()).hasMessageContaining("newer Takt");
    Files.writeString(directory.stallsJson(), text.replace("\"omitted\"", "\"left out\""));
    assertThatThrownBy(() -> directory.readStalls()).hasMessageContaining("it has no omitted");
  }

  @Test
  void leavesNothingBesideIt() throws IOException {
    directory.write(Samples.started());
    directory.write(Samples.finished(Samples.scheduled()));
    try (DirectoryStream<Path> files = Files.newDirectoryStream(temp)) {
      assertThat(files).containsExactly(directory.runJson());
    }
  }

  @Test
  void keepsTheOrderOfThePlan() throws IOException {
    directory.write(Samples.started());
    assertThat(directory.read().plan().keySet()).containsExactly("target", "rate", "operations");
  }

  @Test
  void addsAnAnchorAtTheEnd() {
    RunRecord run = Samples.finished(Samples.scheduled());
    assertThat(run.timeBase().clockAnchors()).hasSize(2);
    assertThat(run.timeBase().clockAnchors().get(1).nanoTime())
        .isGreaterThan(run.timeBase().clockAnchors().get(0).nanoTime());
  }

  @Test
  void passesOverKeysOfAFutureMinorChange() throws IOException {
    RunRecord run = Samples.finished(Samples.scheduled());
    directory.write(run);
    String text = Files.readString(directory.runJson());
    Files.writeString(directory.runJson(), text.replaceFirst("\\{", "{ \"news\": [1],"));
    assertThat(directory.read()).isEqualTo(run);
  }

  @Test
  void saysWhatIsWrongWithADamagedFile() throws IOException {
    directory.write(Samples.finished(Samples.scheduled()));
    String text = Files.readString(directory.runJson());
    String file = directory.runJson().toString();

    Files.writeString(directory.runJson(), text.substring(0, text.length() / 2));
    assertThatThrownBy(directory::read)
        .isInstanceOf(IOException.class)
        .hasMessageMatching("\\Q" + file + "\\E is damaged in line \\d+, column \\d+: [^\n]*");

    Files.writeString(directory.runJson(), "");
    assertThatThrownBy(directory::read)
        .isInstanceOf(IOException.class)
        .hasMessageContaining(file + " is damaged");

    Files.writeString(directory.runJson(), "[1, 2]");
    assertThatThrownBy(directory::read)
        .isInstanceOf(IOException.class)
        .hasMessage(file + " is damaged: it has no formatVersion");

    Files.writeString(directory.runJson(), "{\"formatVersion\": \"x\"}");
    assertThatThrownBy(directory::read)
        .isInstanceOf(IOException.class)
        .hasMessage(file + " is damaged: it has no formatVersion");

    Files.writeString(directory.runJson(), text + "{}");
    assertThatThrownBy(directory::read)
        .isInstanceOf(IOException.class)
        .hasMessageContaining(file + " is damaged");
  }

  @Test
  void saysThatAKeyIsMissing() throws IOException {
    Files.writeString(directory.runJson(), "{\"formatVersion\": 1, \"state\": \"running\"}");
    assertThatThrownBy(directory::read)
        .isInstanceOf(IOException.class)
        .hasMessage(directory.runJson() + " is damaged: it has no plan");
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      textBlock =
          """
          "environment"  | "surroundings" | it has no environment
          "pid"          | "number"       | environment.jvm has no pid
          "achieved"     | "reached"      | summary.rate has no achieved
          "errors" : {   | "errors" : { "timeout" : "often", | summary.errors.timeout is no integer
          "complete" : true | "complete" : 1 | summary.complete is no boolean
          "finished" | "perhaps" | perhaps is a word that this Takt does not know there
          "name" : "warmup" | "name" : 7 | 7 is no string
          """)
  void saysWhichPartOfARunIsDamaged(String part, String instead, String problem)
      throws IOException {
    directory.write(Samples.finished(Samples.scheduled()));
    String text = Files.readString(directory.runJson());
    assertThat(text).contains(part);
    Files.writeString(
        directory.runJson(),
        text.replaceFirst(Pattern.quote(part), Matcher.quoteReplacement(instead)));
    assertThatThrownBy(directory::read)
        .isInstanceOf(IOException.class)
        .hasMessage(directory.runJson() + " is damaged: " + problem);
  }

  @Test
  void aRunHasBeenAtSomeTime() throws IOException {
    directory.write(Samples.started());
    String text = Files.readString(directory.runJson());
    Files.writeString(
        directory.runJson(),
        text.replaceFirst("(?s)\"clockAnchors\" : \\[.*?]", "\"clockAnchors\" : []"));
    assertThatThrownBy(directory::read)
        .hasMessage(directory.runJson() + " is damaged: clockAnchors is empty");
  }

  private GeneratorReport generator() throws IOException {
    return Objects.requireNonNull(directory.read().summary()).generator();
  }

  /// Older versions stated the part only in the first finding's text.
  @Test
  void partToBlameIsParsedFromOlderFinding() throws IOException {
    String finding =
        "of what the slowest 1 % took too long, 33.3 % was lost in the generator and not in the"
            + " target; without that p99 would be 4.1 ms in place of 6 ms, p99.9 8 ms in place of 9"
            + " ms";
    directory.write(Samples.finished(Samples.scheduled()));
    String text = Files.readString(directory.runJson());
    assertThat(generator().partToBlame()).isNull();

    Files.writeString(
        directory.runJson(),
        text.replace(
            "\"the generator was stopped",
            "\"to blame in part: " + finding + "\", \"the generator was stopped"));

    assertThat(generator().partToBlame()).isEqualTo(0.333);
    assertThat(generator().findings())
        .containsExactly(finding, "the generator was stopped 3 times");
  }

  @Test
  void refusesANewerFormat() throws IOException {
    directory.write(Samples.started());
    String text = Files.readString(directory.runJson());
    Files.writeString(
        directory.runJson(), text.replace("\"formatVersion\" : 1", "\"formatVersion\" : 2"));
    assertThatThrownBy(directory::read)
        .isInstanceOf(IOException.class)
        .hasMessage(
            directory.runJson()
                + " was written by a newer Takt: its format is 2, this one reads up to 1");
  }

  @Test
  void saysThatItIsMissing() {
    assertThatThrownBy(directory::read)
        .isInstanceOf(IOException.class)
        .hasMessage("cannot read " + directory.runJson() + ": no such file or directory");
  }

  @Test
  void summaryHasTheShapeThatScriptsRelyOn() {
    JsonNode json = new JsonMapper().readTree(SummaryJson.write(Samples.scheduled()));

    JsonNode read = json.get("operations").get(0);
    assertThat(read.get("name").asString()).isEqualTo("read");
    for (String measure : List.of("response", "service", "wait")) {
      assertThat(read.get(measure).propertyNames())
          .containsExactly("count", "mean", "p50", "p90", "p99", "p999", "p9999", "max");
    }
    assertThat(json.get("balance").propertyNames())
        .containsExactly("intended", "completed", "failed", "timedOut", "unfinished", "neverSent");
    assertThat(json.get("rate").get("intended").asDouble()).isEqualTo(1000);
    assertThat(json.get("rate").get("achieved").asDouble()).isEqualTo(998.5);
    assertThat(json.get("generator").get("verdict").asString()).isEqualTo("stalled");
    assertThat(json.get("generator").get("latenessP99").asLong()).isEqualTo(12_345);
    assertThat(json.get("runDirectory").asString()).isEqualTo("takt-runs/x");
    assertThat(json.propertyNames()).startsWith("formatVersion", "mode").endsWith("runDirectory");
  }

  @Test
  void withoutAScheduleNothingSpeaksOfResponseTime() {
    String json = SummaryJson.write(Samples.unscheduled());
    assertThat(json).doesNotContain("response", "wait", "lateness", "null");
    assertThat(new JsonMapper().readTree(json).get("rate").propertyNames())
        .containsExactly("achieved");
  }
}
