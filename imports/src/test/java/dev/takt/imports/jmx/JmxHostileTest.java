package dev.takt.imports.jmx;

import static org.assertj.core.api.Assertions.assertThat;

import dev.takt.imports.Imported;
import dev.takt.imports.file.ForeignFile;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
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
}
