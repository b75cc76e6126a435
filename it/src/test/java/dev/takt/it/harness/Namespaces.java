package dev.takt.it.harness;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.TimeUnit;

/// Machines that are network namespaces on one bridge, with cables that can be cut. Needs root, and
/// touches nothing outside of them.
public final class Namespaces implements AutoCloseable {

  private final String prefix = "takt" + ProcessHandle.current().pid();
  private final List<String> names = new ArrayList<>();

  /// Makes machines with the numbers from 1.
  public Namespaces(int machines) throws IOException, InterruptedException {
    try {
      String bridge = add("bridge");
      ip("-n", bridge, "link", "add", "br0", "type", "bridge");
      ip("-n", bridge, "link", "set", "br0", "up");
      for (int i = 1; i <= machines; i++) {
        String name = add(Integer.toString(i));
        String port = "v" + i;
        ip(
            "-n", name, "link", "add", "eth0", "type", "veth", "peer", "name", port, "netns",
            bridge);
        ip("-n", bridge, "link", "set", port, "master", "br0", "up");
        ip("-n", name, "addr", "add", address(i) + "/24", "dev", "eth0");
        ip("-n", name, "link", "set", "eth0", "up");
        ip("-n", name, "link", "set", "lo", "up");
      }
    } catch (IOException e) {
      close();
      throw e;
    }
  }

  /// Why there can be none here; empty if there can.
  public static Optional<String> whyNot() {
    try (Namespaces probe = new Namespaces(1)) {
      return Optional.empty();
    } catch (IOException e) {
      return Optional.of("no network namespaces here: " + e.getMessage());
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      return Optional.of("interrupted");
    }
  }

  private String add(String suffix) throws IOException, InterruptedException {
    String name = prefix + suffix;
    ip("netns", "add", name);
    names.add(name);
    return name;
  }

  private static void ip(String... arguments) throws IOException, InterruptedException {
    List<String> command = new ArrayList<>(List.of("ip"));
    command.addAll(List.of(arguments));
    Process process = new ProcessBuilder(command).redirectErrorStream(true).start();
    String text = new String(process.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
    if (!process.waitFor(10, TimeUnit.SECONDS) || process.exitValue() != 0) {
      throw new IOException(String.join(" ", command) + ": " + text.strip());
    }
  }

  /// The address of a machine.
  public String address(int machine) {
    return "10.77.0." + machine;
  }

  /// A shell's script that runs a command on a machine.
  public String script(int machine) {
    return "exec ip netns exec " + prefix + machine + " \"$@\"";
  }

  /// A shell's script that runs a command on a machine whose monotonic clock is ahead.
  public String script(int machine, long secondsAhead) {
    return "exec ip netns exec "
        + prefix
        + machine
        + " unshare --fork --kill-child --time --monotonic "
        + secondsAhead
        + " \"$@\"";
  }

  /// Cuts the cable of a machine.
  public void cut(int machine) throws IOException, InterruptedException {
    ip("-n", prefix + machine, "link", "set", "eth0", "down");
  }

  /// Mends the cable of a machine.
  public void mend(int machine) throws IOException, InterruptedException {
    ip("-n", prefix + machine, "link", "set", "eth0", "up");
  }

  @Override
  public void close() {
    for (String each : names) {
      try {
        ip("netns", "del", each);
      } catch (IOException e) {
        // It goes with the machine.
      } catch (InterruptedException e) {
        Thread.currentThread().interrupt();
      }
    }
  }
}
