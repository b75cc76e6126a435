package dev.takt.watch.host;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;

/// Finds the control groups that limit the CPU time of a process: its own and their ancestors.
final class ControlGroups {

  private ControlGroups() {}

  /// Returns their files `cpu.stat`, of cgroup version 1 and 2, the process's own group first.
  ///
  /// @param root `/`, or another directory in tests
  static List<Path> cpuStats(Path root, long pid) throws IOException {
    List<String> groups = lines(root.resolve("proc/" + pid + "/cgroup"));
    List<String> mounts = lines(root.resolve("proc/self/mountinfo"));
    List<Path> files = new ArrayList<>();
    for (String each : groups) {
      // number:controllers:path, where version 2 has no controllers
      List<String> fields = Arrays.asList(each.split(":", 3));
      if (fields.size() == 3 && (fields.get(1).isEmpty() || has(fields.get(1), "cpu"))) {
        addAll(root, mounts, fields.get(1).isEmpty(), fields.get(2), files);
      }
    }
    return files;
  }

  /// Reads the lines of a file. Names that are not UTF-8 are replaced, which affects only
  /// themselves.
  private static List<String> lines(Path file) throws IOException {
    return new String(Files.readAllBytes(file), StandardCharsets.UTF_8).lines().toList();
  }

  private static void addAll(
      Path root, List<String> mounts, boolean two, String group, List<Path> files) {
    for (String mount : mounts) {
      // id parent device root point options fields... - type source options
      List<String> halves = Arrays.asList(mount.split(" - ", 2));
      List<String> left = Arrays.asList(halves.getFirst().split(" ", -1));
      List<String> right = Arrays.asList(halves.getLast().split(" ", -1));
      if (halves.size() < 2 || left.size() < 5 || right.size() < 3) {
        continue;
      }
      boolean fits =
          two
              ? right.getFirst().equals("cgroup2")
              : right.getFirst().equals("cgroup") && has(right.getLast(), "cpu");
      if (fits) {
        addAncestors(
            root.resolve(left.get(4).substring(1)), relativeToMount(left.get(3), group), files);
        return;
      }
    }
  }

  /// Makes a group's path relative to the mount: in a container only a subtree may be mounted.
  private static String relativeToMount(String mounted, String group) {
    return !mounted.equals("/") && group.startsWith(mounted)
        ? group.substring(mounted.length())
        : group;
  }

  private static void addAncestors(Path mount, String group, List<Path> files) {
    String relative = group.startsWith("/") ? group.substring(1) : group;
    for (Path each = mount.resolve(relative).normalize();
        each != null && each.startsWith(mount);
        each = each.getParent()) {
      Path file = each.resolve("cpu.stat");
      if (Files.isReadable(file)) {
        files.add(file);
      }
    }
  }

  private static boolean has(String list, String word) {
    return Arrays.asList(list.split(",", -1)).contains(word);
  }
}
