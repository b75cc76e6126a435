package dev.takt.watch.jvm;

import dev.takt.runs.text.EnglishText;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/// What `/proc` tells of a process that may be a JVM. Where there is no `/proc`, nothing.
///
/// @param pid its number as this process sees it
public record JvmProcess(long pid) {

  /// The process of that number, whether there is one or not.
  public static JvmProcess of(long pid) {
    return new JvmProcess(pid);
  }

  /// Whether it runs, or could.
  boolean isAlive() {
    Optional<ProcessHandle> handle = ProcessHandle.of(pid);
    return handle.isPresent() && handle.get().isAlive() && state() != 'Z';
  }

  /// Why it cannot be attached to, as far as can be seen from outside; null if nothing speaks
  /// against it. To ask a process that is no JVM would end it: the signal for that is SIGQUIT.
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
          "process %d is stopped by a signal or a debugger, and cannot answer: continue it (kill -CONT %d)",
          pid, pid);
    }
    if (isOtherProgram()) {
      return EnglishText.format(
          "process %d is not a JVM that can be attached to: no libjvm.so is loaded (a native image has none)",
          pid);
    }
    if (text("cmdline").contains("+DisableAttachMechanism")
        || text("environ").contains("+DisableAttachMechanism")) {
      return EnglishText.format(
          "process %d was started with -XX:+DisableAttachMechanism: start it without, or read a recording that it makes itself",
          pid);
    }
    return null;
  }

  /// Whether it is a JVM that is ready to be attached to.
  boolean isReadyJvm() {
    return text("maps").contains("/libjvm.so") && catchesQuit();
  }

  private boolean isOtherProgram() {
    String maps = text("maps");
    return !maps.isEmpty() && !maps.contains("/libjvm.so");
  }

  /// A JVM that has not come so far does not handle SIGQUIT yet, and would be ended by it.
  private boolean catchesQuit() {
    String caught = status("SigCgt:");
    return caught != null && (Long.parseUnsignedLong(caught, 16) & 1 << 2) != 0;
  }

  private char state() {
    String stat = text("stat");
    int afterName = stat.lastIndexOf(") ");
    return afterName < 0 ? '?' : stat.charAt(afterName + 2);
  }

  private @Nullable String otherUser() {
    String theirs = effectiveUser();
    String ours = of(ProcessHandle.current().pid()).effectiveUser();
    return theirs == null || ours == null || ours.equals("0") || ours.equals(theirs)
        ? null
        : ProcessHandle.of(pid).flatMap(each -> each.info().user()).orElse(theirs);
  }

  /// The number of the user as whom it acts; null if that is not known.
  @Nullable String effectiveUser() {
    String users = status("Uid:");
    return users == null ? null : users.split("\\s+", -1)[1];
  }

  /// Whether it sees the same files as this process.
  boolean seesSameFiles() {
    try {
      Path ours = Path.of("/proc/self");
      return same(ours.resolve("ns/mnt"), directory().resolve("ns/mnt"))
          && same(ours.resolve("root"), directory().resolve("root"));
    } catch (IOException e) {
      return true; // That cannot be seen; mostly it does.
    }
  }

  /// Whether it knows this process by the number that it has here.
  public boolean seesSameProcesses() {
    try {
      return same(Path.of("/proc/self/ns/pid"), directory().resolve("ns/pid"));
    } catch (IOException e) {
      return true; // That cannot be seen; mostly it does.
    }
  }

  private static boolean same(Path a, Path b) throws IOException {
    return Files.readSymbolicLink(a).equals(Files.readSymbolicLink(b));
  }

  /// Where its files are seen from here.
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

  /// A file of it; empty if there is none or it may not be read.
  String text(String file) {
    try {
      return new String(Files.readAllBytes(directory().resolve(file)), StandardCharsets.ISO_8859_1);
    } catch (IOException e) {
      return "";
    }
  }
}
