package dev.takt.driver.exec;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

import dev.takt.load.driver.DriverException;
import dev.takt.load.driver.DriverProvider.PropertyProblem;
import dev.takt.load.driver.DriverRequest;
import dev.takt.load.driver.OperationSpec;
import dev.takt.load.driver.WorkloadSpec;
import dev.takt.load.workload.Generators;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class ExecDriverProviderTest {

  private static final ExecDriverProvider PROVIDER = new ExecDriverProvider();

  @TempDir private Path folder;

  @Test
  void targetsBeginWithTheDriverName() throws Exception {
    assertThat(PROVIDER.accepts("exec:true")).isTrue();
    assertThat(PROVIDER.accepts("execute")).isFalse();
    assertThat(PROVIDER.open(request("exec:sh -c 'a b'", Map.of())).describe())
        .isEqualTo("a process for each operation: sh -c 'a b'");
  }

  @ParameterizedTest
  @ValueSource(
      strings = {"run.json", "latency.hdr", "operations.bin", "../out", "/tmp/x", "a/b", "", ".x"})
  void outputHasANameOfItsOwnInTheRunDirectory(String name) {
    assertThat(PROVIDER.check(request("exec:true", Map.of("output", name), Map.of())))
        .singleElement()
        .extracting(PropertyProblem::property)
        .isEqualTo("output");
    assertThat(PROVIDER.check(request("exec:true", Map.of("output", "said.txt"), Map.of())))
        .isEmpty();
  }

  @Test
  void allProblemsAreReportedTogetherWithTheirProperty() {
    List<PropertyProblem> problems =
        PROVIDER.check(
            new DriverRequest(
                "exec:'",
                Map.of("env", List.of("A=1", "B", "=C"), "directory", " "),
                new WorkloadSpec(
                    List.of(
                        operation(Map.of("command", "a {nonsense}", "expect", "0,256")),
                        operation(Map.of("stdin", "{nonsense}")),
                        operation(Map.of("expect", "x"))),
                    Generators.NONE,
                    null,
                    1),
                null,
                1,
                folder,
                message -> {}));
    assertThat(problems.stream().map(each -> each.operation() + " " + each.property()))
        .containsExactly(
            "-1 env",
            "-1 env",
            "-1 directory",
            "0 command",
            "0 expect",
            "-1 target",
            "1 stdin",
            "2 expect");
  }

  @Test
  void targetNeedsNoCommandIfEachOperationHasOne() {
    assertThat(PROVIDER.check(request("exec:", Map.of("command", "true")))).isEmpty();
    assertThat(PROVIDER.check(request("exec:", Map.of()))).hasSize(1);
  }

  @Test
  void missingProgramIsReportedBeforeTheRun() throws Exception {
    Path plain = Files.createFile(folder.resolve("plain"));
    refuses("exec:/no/such --flag", Map.of(), "/no/such");
    refuses("exec:no-such-program", Map.of(), "no-such-program\" in the PATH");
    refuses("exec:" + plain, Map.of(), plain.toString(), "not executable");
    refuses("exec:" + folder, Map.of(), folder.toString());
    refuses("exec:true", Map.of("directory", "/no/such"), "/no/such", "no such directory");
    refuses("exec:true", Map.of("directory", plain.toString()), "not a directory");
  }

  @Test
  void relativeProgramIsResolvedAgainstTheDirectory() throws Exception {
    Files.createSymbolicLink(folder.resolve("here"), Path.of("/bin/true"));
    try (var driver =
        PROVIDER.open(request("exec:./here", Map.of("directory", folder.toString()), Map.of()))) {
      assertThat(driver).isNotNull();
    }
    refuses("exec:./here", Map.of(), "here");
  }

  /// The program is known only when an operation is rendered.
  @Test
  void generatedProgramIsNotCheckedBeforeTheRun() throws Exception {
    try (var driver = PROVIDER.open(request("exec:/no/such/{key}", Map.of()))) {
      assertThat(driver).isNotNull();
    }
    refuses("exec:/no/such {key}", Map.of(), "/no/such");
  }

  private void refuses(String target, Map<String, Object> properties, String... words) {
    assertThatExceptionOfType(DriverException.class)
        .isThrownBy(() -> PROVIDER.open(request(target, properties, Map.of())).close())
        .satisfies(e -> assertThat(e.getMessage()).contains(words));
  }

  private static OperationSpec operation(Map<String, Object> properties) {
    return new OperationSpec("run", 1, properties);
  }

  private DriverRequest request(String target, Map<String, Object> operation) {
    return request(target, Map.of(), operation);
  }

  private DriverRequest request(
      String target, Map<String, Object> properties, Map<String, Object> operation) {
    return new DriverRequest(
        target,
        properties,
        new WorkloadSpec(List.of(operation(operation)), Generators.NONE, null, 1),
        null,
        1,
        folder,
        message -> {});
  }
}
