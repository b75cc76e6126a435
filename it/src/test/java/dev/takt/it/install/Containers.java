package dev.takt.it.install;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.TimeUnit;
import java.util.stream.Stream;
import tools.jackson.databind.json.JsonMapper;

/// Containers of a containerd of their own. All share a network that has nothing but a loopback
/// device; without privileges, with a root that cannot be written.
final class Containers implements AutoCloseable {

  private static final List<String> PROGRAMS = List.of("containerd", "ctr", "runc", "ip");

  private static final String CONFIGURATION =
      """
      version = 2
      root = "FOLDER/root"
      state = "FOLDER/state"
      disabled_plugins = ["io.containerd.grpc.v1.cri"]
      [grpc]
        address = "FOLDER/socket"
      """;

  private static final List<Map<String, Object>> SYSTEM_MOUNTS =
      List.of(
          Map.of("destination", "/proc", "type", "proc", "source", "proc"),
          Map.of("destination", "/dev", "type", "tmpfs", "source", "tmpfs"),
          Map.of(
              "destination", "/sys", "type", "sysfs", "source", "sysfs", "options", List.of("ro")));

  private final Path folder;
  private final Process network;
  private final Process containerd;

  /// A container.
  ///
  /// @param root the image's content
  /// @param host its name, and its host name
  /// @param user the number of its user and group
  record Container(
      Path root,
      String host,
      int user,
      long memoryBytes,
      String directory,
      List<String> command,
      List<Mount> mounts) {}

  /// A file or folder of this machine in a container.
  record Mount(Path from, String to, boolean isReadOnly) {

    private Map<String, Object> specification() {
      return Map.of(
          "destination",
          to,
          "type",
          "bind",
          "source",
          from.toString(),
          "options",
          List.of("rbind", isReadOnly ? "ro" : "rw"));
    }
  }

  /// Starts containerd.
  ///
  /// @param folder for its files; its path must be short, because of the socket
  Containers(Path folder) throws IOException, InterruptedException {
    this.folder = Files.createDirectories(folder);
    this.network = network();
    Path configuration =
        Files.writeString(
            folder.resolve("config.toml"), CONFIGURATION.replace("FOLDER", folder.toString()));
    Path log = folder.resolve("containerd.log");
    this.containerd =
        new ProcessBuilder("containerd", "--config", configuration.toString())
            .redirectErrorStream(true)
            .redirectOutput(log.toFile())
            .start();
    long deadline = System.nanoTime() + TimeUnit.SECONDS.toNanos(60);
    while (ctr("version").code() != 0) {
      if (System.nanoTime() > deadline) {
        throw new AssertionError(Files.readString(log));
      }
      Thread.sleep(200);
    }
  }

  /// Why there can be no containers here; empty if there can.
  static String problem() {
    Path here = Path.of(".");
    for (String each : PROGRAMS) {
      if (Script.run(here, Map.of(), "bash", "-c", "type -P " + each).code() != 0) {
        return each + " is not installed";
      }
    }
    Script script = Script.run(here, Map.of(), "unshare", "--net", "ip", "link", "set", "lo", "up");
    return script.code() == 0 ? "" : script.err().strip();
  }

  /// A process that has a network of its own until it is destroyed.
  private static Process network() throws IOException {
    Process process =
        new ProcessBuilder(
                "unshare", "--net", "sh", "-c", "ip link set lo up && echo up && exec sleep 3600")
            .redirectError(ProcessBuilder.Redirect.INHERIT)
            .start();
    byte[] up = process.getInputStream().readNBytes(2);
    if (!new String(up, StandardCharsets.UTF_8).equals("up")) {
      throw new IOException("no network can be made here");
    }
    return process;
  }

  /// Runs a container until it ends.
  Script run(Container container) throws IOException {
    Path file = folder.resolve(container.host() + ".json");
    Files.writeString(file, JsonMapper.shared().writeValueAsString(specification(container)));
    return ctr("run", "--rm", "--config", file.toString(), id(container.host()));
  }

  private static String id(String host) {
    return "takt-it-" + ProcessHandle.current().pid() + "-" + host;
  }

  /// As the runtime specification of OCI says.
  private Map<String, Object> specification(Container container) {
    return Map.of(
        "ociVersion",
        "1.0.2",
        "hostname",
        container.host(),
        "root",
        Map.of("path", container.root().toString(), "readonly", true),
        "process",
        Map.of(
            "user",
            Map.of("uid", container.user(), "gid", container.user()),
            "args",
            container.command(),
            "env",
            List.of("PATH=/usr/local/bin:/usr/bin:/bin", "HOME=/"),
            "cwd",
            container.directory(),
            "noNewPrivileges",
            true,
            "capabilities",
            Map.of()),
        "mounts",
        Stream.concat(SYSTEM_MOUNTS.stream(), container.mounts().stream().map(Mount::specification))
            .toList(),
        "linux",
        Map.of(
            "namespaces",
            List.of(
                Map.of("type", "pid"),
                Map.of("type", "ipc"),
                Map.of("type", "uts"),
                Map.of("type", "mount"),
                Map.of("type", "network", "path", "/proc/" + network.pid() + "/ns/net")),
            "cgroupsPath",
            "/" + id(container.host()),
            "resources",
            Map.of("memory", Map.of("limit", container.memoryBytes()))));
  }

  private Script ctr(String... arguments) {
    List<String> command = new ArrayList<>(List.of("ctr", "--address", folder + "/socket"));
    command.addAll(List.of(arguments));
    return Script.run(folder, Map.of(), command);
  }

  /// Kills all containers.
  @Override
  public void close() {
    for (String each : ctr("tasks", "ls", "--quiet").out().lines().toList()) {
      ctr("tasks", "kill", "--signal", "SIGKILL", each);
    }
    for (Process each : List.of(containerd, network)) {
      each.destroy();
      each.onExit().completeOnTimeout(each, 10, TimeUnit.SECONDS).join();
    }
  }
}
