package dev.takt.fleet.kubernetes;

import static org.assertj.core.api.Assertions.assertThat;

import dev.takt.testing.Tool;
import io.fabric8.kubernetes.api.model.HasMetadata;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/// The chart, rendered by Helm itself.
class HelmTest {

  private static final String CHART = Path.of("..", "deploy", "helm", "takt").toString();

  /// Helm without a cluster assumes a version, which can be too old.
  private static final String KUBERNETES = "--kube-version=1.33.0";

  @TempDir private Path folder;
  private Tool helm;

  @BeforeEach
  void find() {
    helm = Tool.required("helm", "see helm.sh");
  }

  @Test
  void chartMakesTheObjectsThatTheCommandPrints() throws Exception {
    Settings settings =
        new Settings(
            "target: http://shop/ # \"the\" <shop>\nrate: 5/s\n\n",
            20,
            "example.test:5000/takt:1",
            "checkout",
            "load",
            Settings.DEFAULT_KEY_SECRET,
            new Resources("500m", "3Gi", "50Gi"));
    Path plan = Files.writeString(folder.resolve("plan.yaml"), settings.plan());
    Tool.Called called =
        helm.call(
            List.of(
                "template",
                "checkout",
                CHART,
                "--namespace=load",
                KUBERNETES,
                "--set-file=plan=" + plan,
                "--set=machines=20,image=" + settings.image(),
                "--set=cpu=500m,memory=3Gi,storage=50Gi"));
    assertThat(called.exitCode()).as(called.text()).isZero();
    assertThat(byName(called.text())).isEqualTo(byName(Manifests.of(settings)));
  }

  private static Map<String, HasMetadata> byName(String text) {
    Map<String, HasMetadata> byName = new TreeMap<>();
    for (HasMetadata each : ModelCheck.read(text)) {
      byName.put(each.getKind() + " " + each.getMetadata().getName(), each);
    }
    assertThat(byName).hasSize(6);
    return byName;
  }

  @Test
  void chartIsLinted() throws Exception {
    Path plan = Files.writeString(folder.resolve("plan.yaml"), "target: http://shop/\n");
    Tool.Called called =
        helm.call(
            List.of("lint", "--strict", CHART, "--set-file=plan=" + plan, "--set=image=takt"));
    assertThat(called.exitCode()).as(called.text()).isZero();
  }

  @Test
  void valueThatIsWrongIsRefused() throws Exception {
    Tool.Called called =
        helm.call(
            List.of("template", "t", CHART, KUBERNETES, "--set=plan=x,image=takt,machines=0"));
    assertThat(called.exitCode()).isNotZero();
    assertThat(called.text()).contains("machines");
  }
}
