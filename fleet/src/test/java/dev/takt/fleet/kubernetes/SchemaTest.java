package dev.takt.fleet.kubernetes;

import static org.assertj.core.api.Assertions.assertThat;

import dev.takt.testing.Tool;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/// The manifests under the schemas of several versions of Kubernetes: the oldest one that has all
/// that they use, and newer ones.
class SchemaTest {

  private static final Settings ALL =
      new Settings(
          "target: http://shop/\n",
          20,
          "example.test:5000/takt:1",
          "checkout",
          "load",
          "key",
          new Resources("4", "3Gi", "50Gi"));

  @TempDir private Path folder;
  private Tool validate;

  @BeforeEach
  void find() {
    validate = Tool.required("kubernetes-validate", "pip install kubernetes-validate");
  }

  private Tool.Called validated(String version, String manifests)
      throws IOException, InterruptedException {
    Path file = Files.writeString(folder.resolve("fleet.yaml"), manifests);
    return validate.call(List.of("--strict", "-k", version, file.toString()));
  }

  @ParameterizedTest
  @ValueSource(strings = {"1.29", "1.33", "1.37"})
  void manifestsAreValid(String version) throws Exception {
    for (Settings settings : List.of(ALL, Settings.of("target: http://shop/\n", 1, "takt"))) {
      Tool.Called called = validated(version, Manifests.of(settings));
      assertThat(called.exitCode()).as(called.text()).isZero();
      assertThat(called.text().lines().filter(each -> each.contains("passed")))
          .as(called.text())
          .hasSize(6);
    }
  }

  @ParameterizedTest
  @ValueSource(strings = {"backoffLimitPerIndex", "runAsNonRoot", "clusterIP"})
  void misspeltKeyIsNamed(String key) throws Exception {
    String wrong = Manifests.of(ALL).replace(key + ":", key + "X:");
    Tool.Called called = validated("1.37", wrong);
    assertThat(called.exitCode()).isNotZero();
    assertThat(called.text()).contains(key + "X");
  }

  @Test
  void keyThatAVersionHasNotIsNamed() throws Exception {
    Tool.Called called = validated("1.27", Manifests.of(ALL));
    assertThat(called.exitCode()).isNotZero();
    assertThat(called.text()).contains("job/checkout-agents", "'backoffLimitPerIndex'");
  }
}
