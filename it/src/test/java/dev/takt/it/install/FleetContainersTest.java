package dev.takt.it.install;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import dev.takt.it.install.Containers.Container;
import dev.takt.it.install.Containers.Mount;
import dev.takt.runs.RunDirectory;
import dev.takt.runs.model.Fleet;
import dev.takt.runs.model.RunRecord;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.MappingIterator;
import tools.jackson.dataformat.yaml.YAMLMapper;

/// The pods of `takt fleet kubernetes`, without Kubernetes: containerd runs the image's content as
/// the manifests say, with their commands, user, mounts, memory and read-only root. The volumes
/// have the owners and modes that the kubelet gives them.
///
/// Skipped without containerd, runc, debootstrap, a mirror of Debian, or the privileges for them.
@Tag("slow")
@Timeout(value = 20, unit = TimeUnit.MINUTES)
class FleetContainersTest {

  private static final String PLAN =
      """
      target: sim:delay=1ms
      rate: 200/s
      duration: 3s
      """;

  @TempDir static Path folder;

  private final Path image = folder.resolve("image");
  private final Map<String, JsonNode> objects = new HashMap<>();

  @Test
  void manifestsRunAFleet() throws Exception {
    String problem = Containers.problem();
    assumeTrue(problem.isEmpty(), "no containers can be run here: " + problem);
    Packages.image(Packages.make(folder, "sources"), image);
    readManifests();
    makeVolumes();

    try (ExecutorService threads = Executors.newVirtualThreadPerTaskExecutor();
        Containers containers = new Containers(folder.resolve("c"))) {
      Future<Script> coordinator =
          threads.submit(() -> run(containers, "takt-coordinator", "takt-coordinator"));
      List<Future<Script>> agents = new ArrayList<>();
      for (String each : List.of("takt-agents-0", "takt-agents-1")) {
        agents.add(threads.submit(() -> run(containers, "takt-agents", each)));
      }

      Script ended = coordinator.get();
      assertThat(ended.code()).as(ended.err()).isIn(0, 5); // 5: this machine may be too busy
      for (Future<Script> each : agents) {
        assertThat(each.get().code()).as(each.get().err()).isZero();
      }
    }
    RunRecord run = RunDirectory.open(volume("results").resolve("run")).read();
    var balance = Objects.requireNonNull(run.summary()).results().balance();
    assertThat(balance.intended()).isEqualTo(600);
    assertThat(balance.completed()).isEqualTo(600);
    assertThat(balance.lost()).isZero();
    assertThat(Objects.requireNonNull(run.fleet()).machines())
        .extracting(Fleet.Machine::name)
        .containsExactly("takt-agents-0", "takt-agents-1");
  }

  private void readManifests() throws IOException {
    Files.writeString(image.resolve("work/plan.yaml"), PLAN);
    String printed =
        new EmptyRoot(image)
            .bash(
                "takt fleet key fleet.p12"
                    + " && takt fleet kubernetes plan.yaml --machines 2 --image takt")
            .succeeded();
    try (MappingIterator<JsonNode> documents =
        new YAMLMapper().readerFor(JsonNode.class).readValues(printed)) {
      while (documents.hasNext()) {
        JsonNode each = documents.next();
        objects.put(each.get("kind").asString() + " " + each.at("/metadata/name").asString(), each);
      }
    }
  }

  private JsonNode pod(String job) {
    return Objects.requireNonNull(objects.get("Job " + job)).at("/spec/template/spec");
  }

  private static Path volume(String name) {
    return folder.resolve("volumes").resolve(name);
  }

  /// Volumes that pods share. The kubelet makes the files of secrets readable for the pods' group.
  private void makeVolumes() throws IOException {
    String group = pod("takt-agents").at("/securityContext/fsGroup").asString();
    makeFolder(volume("key"), "755", group);
    makeFolder(volume("plan"), "755", group);
    makeFolder(volume("results"), "2775", group);
    String plan =
        Objects.requireNonNull(objects.get("ConfigMap takt-plan")).at("/data/plan.yaml").asString();
    Files.writeString(volume("plan").resolve("plan.yaml"), plan);
    sh("install -m 440 -g \"$0\" \"$1\" \"$2\"", group, image + "/work/fleet.p12", volume("key"));
    Files.writeString(
        folder.resolve("hosts"),
        "127.0.0.1 localhost takt-coordinator takt-agents-0 takt-agents-1\n");
  }

  private static void makeFolder(Path path, String mode, String group) {
    sh("install -d -m \"$0\" -g \"$1\" \"$2\"", mode, group, path);
  }

  private static void sh(String script, Object... arguments) {
    List<String> command = new ArrayList<>(List.of("sh", "-c", script));
    for (Object each : arguments) {
      command.add(each.toString());
    }
    Script.run(folder, Map.of(), command).succeeded();
  }

  /// Runs a pod of a job.
  ///
  /// @param host the host name of the pod
  private Script run(Containers containers, String job, String host) throws IOException {
    JsonNode pod = pod(job);
    JsonNode container = pod.at("/containers/0");
    JsonNode security = pod.get("securityContext");
    assertThat(container.at("/securityContext/readOnlyRootFilesystem").asBoolean()).isTrue();
    assertThat(container.at("/resources/limits/memory").asString()).isEqualTo("2Gi");
    assertThat(security.get("runAsGroup")).isEqualTo(security.get("runAsUser"));
    List<Mount> mounts = new ArrayList<>();
    mounts.add(new Mount(folder.resolve("hosts"), "/etc/hosts", true));
    for (JsonNode each : container.get("volumeMounts")) {
      String name = each.get("name").asString();
      Path source = volume(name);
      if (List.of("work", "tmp").contains(name)) {
        source = folder.resolve("pods").resolve(host).resolve(name);
        makeFolder(source, "2777", security.get("fsGroup").asString());
      }
      boolean isReadOnly = each.path("readOnly").asBoolean(false);
      mounts.add(new Mount(source, each.get("mountPath").asString(), isReadOnly));
    }
    return containers.run(
        new Container(
            image,
            host,
            security.get("runAsUser").asInt(),
            2L << 30,
            container.get("workingDir").asString(),
            container.get("command").valueStream().map(JsonNode::asString).toList(),
            mounts));
  }
}
