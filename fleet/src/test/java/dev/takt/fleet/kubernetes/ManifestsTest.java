package dev.takt.fleet.kubernetes;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.fabric8.kubernetes.api.model.ConfigMap;
import io.fabric8.kubernetes.api.model.Container;
import io.fabric8.kubernetes.api.model.HasMetadata;
import io.fabric8.kubernetes.api.model.PersistentVolumeClaim;
import io.fabric8.kubernetes.api.model.PodSpec;
import io.fabric8.kubernetes.api.model.Quantity;
import io.fabric8.kubernetes.api.model.Service;
import io.fabric8.kubernetes.api.model.Volume;
import io.fabric8.kubernetes.api.model.batch.v1.Job;
import io.fabric8.kubernetes.api.model.networking.v1.NetworkPolicy;
import java.util.List;
import java.util.Map;
import java.util.Random;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class ManifestsTest {

  private static final String PLAN =
      """
      target: http://shop.shop.svc:8080/items/{uniform:1..1000}
      rate: 200000/s # all machines together

      duration: 5m
      """;

  private static final String IMAGE = "example.test:5000/load/takt:0.1";

  private static final Settings FULL =
      new Settings(
          PLAN,
          20,
          IMAGE,
          "checkout",
          "load",
          "key.of-checkout",
          new Resources("4", "3Gi", "50Gi"));

  @Test
  void allKeysAreKnownToKubernetes() {
    for (Settings settings : List.of(FULL, Settings.of(PLAN, 1, "takt"))) {
      List<HasMetadata> objects = ModelCheck.read(Manifests.of(settings));
      assertThat(objects)
          .extracting(o -> o.getKind() + " " + o.getMetadata().getName())
          .containsExactly(
              "ConfigMap " + settings.name() + "-plan",
              "Service " + settings.name() + "-coordinator",
              "NetworkPolicy " + settings.name() + "-coordinator",
              "PersistentVolumeClaim " + settings.name() + "-results",
              "Job " + settings.name() + "-coordinator",
              "Job " + settings.name() + "-agents");
      assertThat(ModelCheck.unknownKeys(objects)).isEmpty();
    }
  }

  @Test
  void misspeltKeyWouldBeFound() {
    for (String key :
        List.of("backoffLimitPerIndex", "runAsNonRoot", "mountPath", "clusterIP", "topologyKey")) {
      String text = Manifests.of(FULL).replace(key + ":", key + "X:");
      assertThat(ModelCheck.unknownKeys(ModelCheck.read(text)))
          .as(key)
          .isNotEmpty()
          .allMatch(found -> found.endsWith("." + key + "X"));
    }
  }

  @Test
  void settingsAreInTheirPlaces() {
    List<HasMetadata> objects = ModelCheck.read(Manifests.of(FULL));
    assertThat(objects)
        .allSatisfy(o -> {
          assertThat(o.getMetadata().getNamespace()).isEqualTo("load");
          assertThat(o.getMetadata().getLabels())
              .isEqualTo(
                  Map.of(
                      "app.kubernetes.io/name", "takt",
                      "app.kubernetes.io/instance", "checkout"));
        });
    PersistentVolumeClaim results = (PersistentVolumeClaim) objects.get(3);
    assertThat(results.getSpec().getResources().getRequests())
        .isEqualTo(Map.of("storage", new Quantity("50Gi")));
    Job agents = (Job) objects.get(5);
    assertThat(agents.getSpec().getCompletionMode()).isEqualTo("Indexed");
    assertThat(agents.getSpec().getCompletions()).isEqualTo(20);
    assertThat(agents.getSpec().getParallelism()).isEqualTo(20);
    assertThat(agents.getSpec().getMaxFailedIndexes()).isEqualTo(20);
    assertThat(agents.getSpec().getBackoffLimitPerIndex()).isZero();
    for (PodSpec pod : List.of(pod(objects.get(4)), pod(agents))) {
      Container container = pod.getContainers().getFirst();
      assertThat(container.getImage()).isEqualTo(IMAGE);
      assertThat(container.getResources().getRequests())
          .isEqualTo(Map.of("cpu", new Quantity("4"), "memory", new Quantity("3Gi")))
          .isEqualTo(container.getResources().getLimits());
      Volume key = pod.getVolumes().getFirst();
      assertThat(key.getSecret().getSecretName()).isEqualTo("key.of-checkout");
      assertThat(key.getSecret().getDefaultMode()).isEqualTo(0440);
    }
    assertThat(Manifests.of(FULL))
        .startsWith(
            "# Needs the fleet's key: kubectl create secret generic key.of-checkout"
                + " --from-file=fleet.p12 --namespace load\n");
  }

  @Test
  void podsRunTheCommandsOfAFleet() {
    List<HasMetadata> objects = ModelCheck.read(Manifests.of(Settings.of(PLAN, 20, IMAGE)));
    assertThat(String.join(" ", pod(objects.get(4)).getContainers().getFirst().getCommand()))
        .isEqualTo(
            "takt run /plan/plan.yaml --fleet listen:0.0.0.0:7946 --machines 20"
                + " --fleet-key /key/fleet.p12 --join-timeout 10m --out /results/run");
    assertThat(String.join(" ", pod(objects.get(5)).getContainers().getFirst().getCommand()))
        .isEqualTo(
            "takt fleet join takt-coordinator:7946 --fleet-key /key/fleet.p12"
                + " --join-timeout 10m");
  }

  @Test
  void podsHaveNoPrivilegesAndAllTheirMountsHaveVolumes() {
    List<HasMetadata> objects = ModelCheck.read(Manifests.of(FULL));
    for (PodSpec pod : List.of(pod(objects.get(4)), pod(objects.get(5)))) {
      Container container = pod.getContainers().getFirst();
      assertThat(pod.getAutomountServiceAccountToken()).isFalse();
      assertThat(pod.getRestartPolicy()).isEqualTo("Never");
      assertThat(pod.getSecurityContext().getRunAsNonRoot()).isTrue();
      assertThat(pod.getSecurityContext().getRunAsUser()).isPositive();
      assertThat(pod.getSecurityContext().getSeccompProfile().getType())
          .isEqualTo("RuntimeDefault");
      assertThat(container.getSecurityContext().getAllowPrivilegeEscalation()).isFalse();
      assertThat(container.getSecurityContext().getReadOnlyRootFilesystem()).isTrue();
      assertThat(container.getSecurityContext().getCapabilities().getDrop()).containsExactly("ALL");
      assertThat(container.getVolumeMounts())
          .extracting(m -> m.getName())
          .containsExactlyInAnyOrderElementsOf(
              pod.getVolumes().stream().map(Volume::getName).toList());
    }
    assertThat(pod(objects.get(4)).getVolumes())
        .anyMatch(
            v -> v.getConfigMap() != null && v.getConfigMap().getName().equals("checkout-plan"))
        .anyMatch(v ->
            v.getPersistentVolumeClaim() != null
                && v.getPersistentVolumeClaim().getClaimName().equals("checkout-results"));
  }

  @Test
  void onlyAgentsReachTheCoordinator() {
    List<HasMetadata> objects = ModelCheck.read(Manifests.of(FULL));
    Map<String, String> coordinator = template(objects.get(4));
    Map<String, String> agent = template(objects.get(5));
    assertThat(coordinator).isNotEqualTo(agent);
    Service service = (Service) objects.get(1);
    assertThat(service.getSpec().getSelector()).isEqualTo(coordinator);
    assertThat(service.getSpec().getClusterIP()).isEqualTo("None");
    assertThat(service.getSpec().getPorts().getFirst().getPort()).isEqualTo(7946);
    NetworkPolicy policy = (NetworkPolicy) objects.get(2);
    assertThat(policy.getSpec().getPodSelector().getMatchLabels()).isEqualTo(coordinator);
    assertThat(policy.getSpec().getPolicyTypes()).containsExactly("Ingress");
    var ingress = policy.getSpec().getIngress().getFirst();
    assertThat(ingress.getFrom().getFirst().getPodSelector().getMatchLabels()).isEqualTo(agent);
    assertThat(ingress.getPorts().getFirst().getPort().getIntVal()).isEqualTo(7946);
    assertThat(
            pod(objects.get(5))
                .getTopologySpreadConstraints()
                .getFirst()
                .getLabelSelector()
                .getMatchLabels())
        .isEqualTo(agent);
  }

  /// Words that YAML takes for a boolean or for nothing.
  @ParameterizedTest
  @ValueSource(strings = {"true", "no", "on", "y", "null", "e1"})
  void nameIsTextWhateverItIs(String name) {
    Settings settings = new Settings(PLAN, 2, "takt", name, name, name, Resources.DEFAULT);
    String quoted = "\"" + name + "\"";
    assertThat(Manifests.of(settings))
        .contains("namespace: " + quoted, "instance: " + quoted, "secretName: " + quoted)
        .doesNotContainPattern("(namespace|instance|secretName): " + name);
  }

  @Test
  void simplePlanCanBeRead() {
    assertThat(Manifests.of(FULL))
        .contains(
            """
            data:
              plan.yaml: |
                target: http://shop.shop.svc:8080/items/{uniform:1..1000}
                rate: 200000/s # all machines together

                duration: 5m
            ---
            """);
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "a: 1",
        "a: 1\n\n",
        "\n\na: 1\n",
        "  a: 1\n  b: 2\n",
        "a:\n\t- tab\n",
        "a: 1  \nb: 2\t\n",
        "a: 1\r\nb: 2\r\n",
        "a: 1\rb: 2",
        "---\na: 1\n---\nb: 2\n...\n",
        "%YAML 1.2\n---\na: 1\n",
        "# only a comment\n",
        "a: 'it''s' \"quoted\\n\" \\ backslash\n",
        "a: {b: [c, &d e, *d, !!str f]} | > @ ` %\n",
        "a: |\n  text\n    more\n\n\n  end\n",
        "a: \u00E4\u00F6\u20AC \uD83D\uDE00 \u4E2D\n",
        "\uFEFFa: 1\n",
        "a: \u0085 \u00A0 \u2028 \u2029 \uFFFE \u0007 \u007F \u001B[31m\n",
        "a: ${x} $(y) %s %d {{ z }}\n",
        "a\n \nb\n   \n",
        "a: \0\n",
      })
  void planComesOutAsItWentIn(String plan) {
    assertPlanComesOut(plan);
  }

  @Test
  void randomPlanComesOutAsItWentIn() {
    String characters = " \n\t\r:-#|>'\"\\%&*!?{}[],a1\u0085\u00E9\u2028\uFEFF";
    for (int seed = 0; seed < 20; seed++) {
      Random random = new Random(seed);
      for (int i = 0; i < 25; i++) {
        StringBuilder plan = new StringBuilder("x");
        for (int length = random.nextInt(80); length > 0; length--) {
          plan.insert(
              random.nextInt(plan.length() + 1),
              characters.charAt(random.nextInt(characters.length())));
        }
        assertPlanComesOut(plan.toString());
      }
    }
  }

  private static void assertPlanComesOut(String plan) {
    List<HasMetadata> objects = ModelCheck.read(Manifests.of(Settings.of(plan, 2, IMAGE)));
    assertThat(objects).hasSize(6);
    assertThat(((ConfigMap) objects.getFirst()).getData()).isEqualTo(Map.of("plan.yaml", plan));
  }

  @Test
  void planOfMoreThanAMebibyteIsRefused() {
    String largest = "# ".repeat((1 << 19) - 1) + "a\n";
    assertPlanComesOut(largest);
    assertThat(Manifests.of(Settings.of(largest, 2, IMAGE))).contains("apply --server-side");
    assertThat(Manifests.of(FULL)).doesNotContain("--server-side");
    assertThatThrownBy(() -> Settings.of(largest + "\n", 2, IMAGE))
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessage(
            "the plan has 1,048,577 bytes; a ConfigMap of Kubernetes holds at most 1,048,576");
    assertThatThrownBy(() -> Settings.of("\u20AC".repeat(400_000), 2, IMAGE))
        .hasMessageContaining("1,200,000 bytes");
  }

  @ParameterizedTest
  @CsvSource({
    "'takt\nevil: 1', takt, ns, key, 2, 'is not a valid image for Kubernetes'",
    "'a\"b', takt, ns, key, 2, 'is not a valid image for Kubernetes'",
    "takt, Takt, ns, key, 2, '''Takt'' is not a valid name for Kubernetes'",
    "takt, 1takt, ns, key, 2, 'is not a valid name for Kubernetes'",
    "takt, takt-, ns, key, 2, 'is not a valid name for Kubernetes'",
    "takt, aaaaaaaaaabbbbbbbbbbccccccccccddddddddddx, ns, key, 2, 'is longer than 40 characters'",
    "takt, takt, a.b, key, 2, 'is not a valid namespace for Kubernetes'",
    "takt, takt, ns, 'key:', 2, 'is not a valid secret for Kubernetes'",
    "takt, takt, ns, key, '2 }', 'is not a quantity of Kubernetes for cpu'",
    "takt, takt, ns, key, 0, 'is not a quantity of Kubernetes for cpu'",
  })
  void settingThatKubernetesWouldRefuseIsRefused(
      String image, String name, String namespace, String secret, String cpu, String message) {
    assertThatThrownBy(() ->
            new Settings(PLAN, 2, image, name, namespace, secret, new Resources(cpu, "1Gi", "1Gi")))
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessageContaining(message);
  }

  @Test
  void planAndMachinesMustBeThere() {
    assertThatThrownBy(() -> Settings.of(" \n", 2, IMAGE)).hasMessage("the plan is empty");
    assertThatThrownBy(() -> Settings.of("a\uD800", 2, IMAGE)).hasMessageContaining("Unicode");
    assertThatThrownBy(() -> Settings.of(PLAN, 0, IMAGE))
        .hasMessage("0 machines; possible are 1 to 1,000");
  }

  private static PodSpec pod(HasMetadata job) {
    return ((Job) job).getSpec().getTemplate().getSpec();
  }

  private static Map<String, String> template(HasMetadata job) {
    return ((Job) job).getSpec().getTemplate().getMetadata().getLabels();
  }
}
