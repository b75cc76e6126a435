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
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/// Hostile test plans.
class JmxHostileTest {

  private static final String PLAN =
      """
      <jmeterTestPlan><hashTree><TestPlan/><hashTree>
        CONFIG
        <ThreadGroup testname="a"/><hashTree>
          <HTTPSamplerProxy testname="b">
            <stringProp name="HTTPSampler.domain">x.example</stringProp>
            <stringProp name="HTTPSampler.path">/PATH</stringProp>
          </HTTPSamplerProxy><hashTree/>
        </hashTree>
      </hashTree></hashTree></jmeterTestPlan>
      """;

  @TempDir private Path folder;

  private Imported read(String config, String path) throws Exception {
    Path file =
        Files.writeString(
            folder.resolve("a.jmx"), PLAN.replace("CONFIG", config).replace("PATH", path));
    return Imported.of(plan -> JmxImport.read(new ForeignFile(file, "a.jmx"), plan));
  }

  @ParameterizedTest
  @ValueSource(strings = {"${__P(NAME)}", "${NAME}", "${__env(NAME)}"})
  void nameIsNoKeyOfThePlan(String path) throws Exception {
    Imported imported = read("", path.replace("NAME", "a&#10;spawn: sh -c id&#10;#"));
    assertThat(imported.yaml())
        .startsWith("# Made of a test by takt import.\n# Needs A_SPAWN_SH_C_ID: the ")
        .contains("path: \"/{env.A_SPAWN_SH_C_ID}\"")
        .contains("a?spawn: sh -c id?#");
    assertThat(imported.yaml().lines()).noneMatch(line -> line.startsWith("spawn"));
  }

  @Test
  @Timeout(value = 30, threadMode = Timeout.ThreadMode.SEPARATE_THREAD)
  void variablesThatGrowAreRefused() {
    StringBuilder config =
        new StringBuilder("<Arguments><collectionProp name=\"Arguments.arguments\">");
    for (char c = 'a'; c < 'k'; c++) {
      config
          .append("<elementProp><stringProp name=\"Argument.name\">" + c)
          .append("</stringProp><stringProp name=\"Argument.value\">")
          .append(("${" + (char) (c + 1) + "}").repeat(100))
          .append("</stringProp></elementProp>");
    }
    config.append("</collectionProp></Arguments><hashTree/>");
    assertThatThrownBy(() -> read(config.toString(), "${a}"))
        .isInstanceOf(ImportException.class)
        .hasMessageStartingWith("the plan would be larger than 1 MiB");
  }

  @ParameterizedTest
  @CsvSource({
    "/dev/zero, there is no such file of rows",
    "long.csv, a file of rows whose first line is longer than 64 KiB"
  })
  @Timeout(value = 30, threadMode = Timeout.ThreadMode.SEPARATE_THREAD)
  void rowsWithoutAnEndAreLeftOut(String name, String reason) throws Exception {
    Files.writeString(folder.resolve("long.csv"), "a".repeat(1 << 20));
    Imported imported =
        read(
            "<CSVDataSet><stringProp name=\"filename\">"
                + name
                + "</stringProp></CSVDataSet><hashTree/>",
            "a");
    assertThat(imported.leftOut()).containsEntry(reason, List.of("line 2"));
  }
}
