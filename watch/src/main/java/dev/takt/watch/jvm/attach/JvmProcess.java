package dev.takt.watch.jvm.attach;

import dev.takt.runs.text.EnglishText;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/// Reads `/proc` for a process that may be a JVM. Without `/proc`, everything is unknown.
///
/// @param pid its process id in this process's namespace
public record JvmProcess(long pid) {

  /// The process with an id, which need not exist.
  public static JvmProcess of(long pid) {
    return new JvmProcess(pid);
  }

  /// Whether it exists and is no zombie.
  public boolean isAlive() {
    Optional<ProcessHandle> handle = ProcessHandle.of(pid);
    return handle.isPresent() && handle.get().isAlive() && state() != 'Z';
  }

  /// Why it cannot be attached to, as far as `/proc` shows; null if there is no obstacle. Attaching
  /// sends SIGQUIT, which would end a process that is no JVM.
  public @Nullable String obstacle() {
    if (!isAlive()) {
      return "there is no process " + pid;
    }
    String user = otherUser();
    if (user != null) {
      return EnglishText.format(
          "process %d belongs to user %s: run Takt as that user or as root", pid, user);
    }
    if (state() == 'T' || state() == 't') {
      return EnglishText.format(
          "process %d is stopped by a signal or a debugger: continue it (kill -CONT %d)", pid, pid);
    }
    if (isOtherProgram()) {
      return EnglishText.format(
          "process %d is not a JVM that can be attached to: no libjvm.so is loaded (a native image has none)",
          pid);
    }
    if (text("cmdline").contains("+DisableAttachMechanism")
        || text("environ").contains("+DisableAttachMechanism")) {
      return EnglishText.format(
          "process %d runs with -XX:+DisableAttachMechanism: start it without, or read a recording that it makes itself",
          pid);
    }
    return null;
  }

  /// Whether it is a JVM that is ready to be attached to.
  public boolean isReadyJvm() {
    return text("maps").contains("/libjvm.so") && handlesSigquit();
  }

  private boolean isOtherProgram() {
    String maps = text("maps");
    return !maps.isEmpty() && !maps.contains("/libjvm.so");
  }

  /// Whether it handles SIGQUIT. A JVM that is still starting does not, and would be ended by it.
  private boolean handlesSigquit() {
    String caught = status("SigCgt:");
    return caught != null && (Long.parseUnsignedLong(caught, 16) & 1 << 2) != 0;
  }

  private char state() {
    String stat = text("stat");
    int afterName = stat.lastIndexOf(") ");
    return afterName < 0 ? '?' : stat.charAt(afterName + 2);
  }

  private @Nullable String otherUser() {
    String itsUser = effectiveUser();
    String ownUser = of(ProcessHandle.current().pid()).effectiveUser();
    return itsUser == null || ownUser == null || ownUser.equals("0") || ownUser.equals(itsUser)
        ? null
        : ProcessHandle.of(pid).flatMap(each -> each.info().user()).orElse(itsUser);
  }

  /// Its effective user id; null if it is not known.
  @Nullable String effectiveUser() {
    String users = status("Uid:");
    return users == null ? null : users.split("\\s+", -1)[1];
  }

  /// Whether it has the same mount namespace and root directory as this process.
  boolean seesSameFiles() {
    try {
      Path self = Path.of("/proc/self");
      return same(self.resolve("ns/mnt"), directory().resolve("ns/mnt"))
          && same(self.resolve("root"), directory().resolve("root"));
    } catch (IOException e) {
      return true; // Unknown; true in most cases.
    }
  }

  /// Whether it has the same pid namespace as this process.
  public boolean seesSameProcesses() {
    try {
      return same(Path.of("/proc/self/ns/pid"), directory().resolve("ns/pid"));
    } catch (IOException e) {
      return true; // Unknown; true in most cases.
    }
  }

  private static boolean same(Path a, Path b) throws IOException {
    return Files.readSymbolicLink(a).equals(Files.readSymbolicLink(b));
  }

  /// Its root directory, as this process sees it.
  Path root() {
    return directory().resolve("root");
  }

  private Path directory() {
    return Path.of("/proc", Long.toString(pid));
  }

  private @Nullable String status(String field) {
    for (String line : text("status").split("\n", -1)) {
      if (line.startsWith(field)) {
        return line.substring(field.length()).strip();
      }
    }
    return null;
  }

  /// The content of one of its files in `/proc`; empty if it cannot be read.
  public String text(String file) {
    try {
      return new String(Files.readAllBytes(directory().resolve(file)), StandardCharsets.ISO_8859_1);
    } catch (IOException e) {
      return "";
    }
  }
}
