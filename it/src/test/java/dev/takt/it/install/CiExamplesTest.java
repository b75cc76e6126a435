package dev.takt.it.install;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.File;
import java.io.IOException;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import tools.jackson.databind.JsonNode;
import tools.jackson.dataformat.yaml.YAMLMapper;

/// The samples of `examples/ci`, executed step by step as a build server does, in a directory with
/// copies of the files that a user copies. Takt comes from an archive that only calls these
/// classes.
@Tag("slow")
@Timeout(value = 180, threadMode = Timeout.ThreadMode.SEPARATE_THREAD)
class CiExamplesTest {

  private static final Path EXAMPLES = Script.ROOT.resolve("examples");
  private static final String SERVICE = "examples/SlowService.java";

  @TempDir Path folder;
  private Path work;
  private int port;
  private final Map<String, String> environment = new LinkedHashMap<>();

  @BeforeEach
  void makeWorkspace() throws IOException {
    work = Files.createDirectories(folder.resolve("work"));
    Files.createDirectories(work.resolve("examples"));
    Files.copy(EXAMPLES.resolve("ci/latency.yaml"), work.resolve("latency.yaml"));
    Files.copy(EXAMPLES.resolve("SlowService.java"), work.resolve(SERVICE));
    try (ServerSocket free = new ServerSocket(0, 1, InetAddress.getLoopbackAddress())) {
      port = free.getLocalPort();
    }
    environment.put("TAKT_ARCHIVE", "file://" + archive());
    environment.put("PORT", Integer.toString(port));
    environment.put("TAKT_TARGET", "http://127.0.0.1:" + port + "/");
    // A comparison needs ten intervals, and a shorter run leaves errors undecided on a busy
    // machine.
    environment.put("TAKT_DURATION", "13s");
    environment.put("TAKT_WARMUP", "1s");
    environment.put("TAKT_SELF_WARMUP", "off");
    environment.put("PATH", Path.of(System.getProperty("java.home"), "bin") + ":" + path());
  }

  /// The server of a step goes on when the step has ended; a runner ends it with the job.
  @AfterEach
  void endService() {
    ProcessHandle.allProcesses()
        .filter(each -> each.info().commandLine().orElse("").contains(SERVICE + " " + port))
        .forEach(ProcessHandle::destroyForcibly);
  }

  private static String path() {
    return System.getenv("PATH");
  }

  private Path archive() throws IOException {
    Path takt = Files.createDirectories(folder.resolve("takt-0.1.0-linux-x64/bin")).resolve("takt");
    Files.writeString(
        takt,
        "#!/bin/sh\nexec '%s/bin/java' -cp '%s' --enable-native-access=ALL-UNNAMED dev.takt.cli.Main \"$@\"\n"
            .formatted(System.getProperty("java.home"), System.getProperty("java.class.path")));
    assertThat(takt.toFile().setExecutable(true)).isTrue();
    Path archive = folder.resolve("takt.tar.gz");
    Script.run(folder, Map.of(), "tar", "czf", archive.toString(), "takt-0.1.0-linux-x64")
        .succeeded();
    return archive;
  }

  private void makeRuleBroken() throws IOException {
    Path plan = work.resolve("latency.yaml");
    String text = Files.readString(plan);
    assertThat(text).contains("p50 > 20ms");
    Files.writeString(plan, text.replace("p50 > 20ms", "p50 > 1us"));
  }

  private static JsonNode yaml(String name) throws IOException {
    return new YAMLMapper().readTree(Files.readString(EXAMPLES.resolve("ci").resolve(name)));
  }

  /// Runs the steps of a job of GitHub Actions: each in a shell of its own, those after a failure
  /// only with `if: always()`.
  private Map<String, Script> github() throws IOException {
    Path summary = Files.createFile(folder.resolve("summary.md"));
    Path paths = Files.createFile(folder.resolve("paths"));
    JsonNode workflow = yaml("github-actions.yml");
    Map<String, String> variables = new LinkedHashMap<>();
    workflow
        .get("env")
        .properties()
        .forEach(each -> variables.put(each.getKey(), each.getValue().asString()));
    variables.putAll(environment);
    variables.putAll(
        Map.of(
            "GITHUB_ACTIONS", "true",
            "GITHUB_STEP_SUMMARY", summary.toString(),
            "GITHUB_PATH", paths.toString()));
    Map<String, Script> done = new LinkedHashMap<>();
    boolean hasFailed = false;
    for (JsonNode step : workflow.at("/jobs/latency/steps")) {
      boolean isWanted = !hasFailed || step.path("if").asString("").equals("always()");
      if (!step.has("run") || !isWanted) {
        continue;
      }
      Path file = Files.writeString(folder.resolve("step.sh"), step.get("run").asString());
      variables.put(
          "PATH", String.join(":", Files.readAllLines(paths)) + ":" + environment.get("PATH"));
      Script script = Script.run(work, variables, "bash", "-e", file.toString());
      done.put(step.get("name").asString(), script);
      hasFailed |= script.code() != 0;
    }
    return done;
  }

  private static void assertUploadsExist(JsonNode files, Path work) {
    assertThat(files.asString().lines())
        .allSatisfy(each -> assertThat(work.resolve(each.strip())).exists());
  }

  @Test
  void jobOfGithubIsGreenWithSaneRulesAndUsesTheBaselineOnceThereIsOne() throws IOException {
    Map<String, Script> steps = github();

    assertThat(steps.values()).allSatisfy(each -> assertThat(each.code()).as(each.err()).isZero());
    assertThat(steps).hasSize(4);
    assertThat(Files.readString(folder.resolve("summary.md")))
        .contains("### ✅ ", "fail-if p50 > 20ms");
    assertThat(Files.readString(work.resolve("takt.xml"))).contains("tests=\"4\" failures=\"0\"");
    assertUploadsExist(upload(), work);

    String takt = work.resolve("takt/bin/takt").toString();
    Script.run(
            work,
            environment,
            takt,
            "compare",
            "--write-baseline",
            "latency-baseline.json",
            "takt-run")
        .succeeded();
    Path file = folder.resolve("step.sh"); // the last step, again
    Map<String, String> variables = new LinkedHashMap<>(environment);
    variables.put("PATH", work.resolve("takt/bin") + ":" + environment.get("PATH"));
    assertThat(Script.run(work, variables, "bash", "-e", file.toString()).succeeded())
        .contains("ok", "p50 worse by > 50%");
  }

  private static JsonNode upload() throws IOException {
    JsonNode steps = yaml("github-actions.yml").at("/jobs/latency/steps");
    return steps.get(steps.size() - 1).at("/with/path");
  }

  @Test
  void jobOfGithubIsRedAndAnnotatedWithABrokenRule() throws IOException {
    makeRuleBroken();

    Map<String, Script> steps = github();

    Script check = new ArrayList<>(steps.values()).getLast();
    assertThat(steps.keySet()).last().isEqualTo("Check its latency");
    assertThat(check.code()).as(check.err()).isNotZero();
    assertThat(check.err()).contains("::error title=takt fail-if p50 > 1us::it is ");
    assertThat(Files.readString(folder.resolve("summary.md")))
        .startsWith("### ❌ ")
        .contains("fail-if p50 > 1us");
    assertUploadsExist(upload(), work);
  }

  /// Runs the lines of a job of GitLab: all in one shell, which ends at the first error.
  private Script gitlab() throws IOException {
    JsonNode job = yaml("gitlab-ci.yml").get("latency");
    List<String> lines = new ArrayList<>(List.of("set -eo pipefail"));
    Stream.of("before_script", "script")
        .forEach(each -> job.get(each).forEach(line -> lines.add(line.asString())));
    Map<String, String> variables = new LinkedHashMap<>();
    job.get("variables")
        .properties()
        .forEach(each -> variables.put(each.getKey(), each.getValue().asString()));
    variables.putAll(environment);
    Path file = Files.writeString(folder.resolve("job.sh"), String.join("\n", lines) + "\n");
    return Script.run(work, variables, "bash", file.toString());
  }

  @Test
  void jobOfGitlabIsGreenWithSaneRulesAndRedWithABrokenOne() throws IOException {
    Script green = gitlab();
    int undecided = yaml("gitlab-ci.yml").at("/latency/allow_failure/exit_codes").asInt();
    assertThat(green.code()).as(green.err()).isIn(0, undecided);
    endService();
    Path first = Files.move(work, folder.resolve("first"));
    JsonNode artifacts = yaml("gitlab-ci.yml").at("/latency/artifacts");
    artifacts.get("paths").forEach(each -> assertThat(first.resolve(each.asString())).exists());
    assertThat(first.resolve(artifacts.at("/reports/junit").asString())).exists();

    makeWorkspace();
    makeRuleBroken();
    Script red = gitlab();
    assertThat(red.code()).as(red.err()).isEqualTo(3);
    assertThat(Files.readString(work.resolve("takt.xml"))).contains("<failure message=\"it is ");
  }

  @Test
  void scriptRunsOnceMoreWhereTheFirstRunDecidesNothing() throws IOException {
    Path tools = Files.createDirectories(folder.resolve("tools"));
    Path takt =
        Files.writeString(
            tools.resolve("takt"),
            "#!/bin/sh\necho \"$*\" >> calls\n[ \"$(wc -l < calls)\" = 1 ] && exit 5\nexit 3\n");
    assertThat(takt.toFile().setExecutable(true)).isTrue();
    environment.put("PATH", tools + File.pathSeparator + path());

    Script script =
        Script.run(
            work,
            environment,
            EXAMPLES.resolve("ci/latency.sh").toString(),
            "latency.yaml",
            "--rate",
            "50/s");

    assertThat(script.code()).isEqualTo(3);
    assertThat(Files.readAllLines(work.resolve("calls")))
        .hasSize(2)
        .allMatch(each ->
            each.equals(
                "run latency.yaml --quiet --out takt-run --report-junit takt.xml"
                    + " --summary-markdown takt.md --rate 50/s"));
  }
}
