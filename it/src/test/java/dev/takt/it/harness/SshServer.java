package dev.takt.it.harness;

import dev.takt.runs.text.EnglishText;
import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.ServerSocket;
import java.net.Socket;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.TimeUnit;
import java.util.stream.Stream;

/// An sshd of OpenSSH on a loopback port, with keys of its own, which lets only this user in. Each
/// host name that begins with `load` leads to it.
public final class SshServer implements AutoCloseable {

  private static final List<String> FOLDERS =
      List.of("/usr/sbin", "/usr/local/sbin", "/usr/bin", "/usr/local/bin");

  private final Path folder;
  private final Process server;

  /// Starts one.
  ///
  /// @param folder new and empty
  public SshServer(Path folder) throws IOException, InterruptedException {
    this.folder = folder;
    for (String key : List.of("host", "user")) {
      run(find("ssh-keygen"), "-q", "-t", "ed25519", "-N", "", "-f", folder.resolve(key) + "");
    }
    int port = freePort();
    Files.writeString(
        folder.resolve("sshd_config"),
        EnglishText.format(
            """
            ListenAddress 127.0.0.1:%2$d
            HostKey %1$s/host
            AuthorizedKeysFile %1$s/user.pub
            PasswordAuthentication no
            KbdInteractiveAuthentication no
            PermitRootLogin prohibit-password
            StrictModes no
            UsePAM no
            PidFile none
            """,
            folder, port));
    Files.writeString(
        folder.resolve("ssh_config"),
        EnglishText.format(
            """
            Host load*
            HostName 127.0.0.1
            Port %2$d
            IdentityFile %1$s/user
            IdentitiesOnly yes
            UserKnownHostsFile %1$s/known_hosts
            StrictHostKeyChecking accept-new
            """,
            folder, port));
    script(
        Files.createDirectory(clients()).resolve("ssh"),
        "exec " + find("ssh") + " -F " + folder + "/ssh_config \"$@\"");
    if (System.getProperty("user.name").equals("root")) {
      Files.createDirectories(Path.of("/run/sshd")); // as its service does
    }
    server =
        new ProcessBuilder(find("sshd"), "-D", "-e", "-f", folder + "/sshd_config")
            .redirectErrorStream(true)
            .redirectOutput(folder.resolve("sshd.log").toFile())
            .start();
    await(port);
  }

  /// Why there can be none; empty if there can.
  public static Optional<String> whyNot() {
    return Stream.of("sshd", "ssh", "ssh-keygen")
        .filter(each -> path(each).isEmpty())
        .map(each -> "no " + each + " here; Debian has it in openssh-server")
        .findFirst();
  }

  /// A directory for the `PATH` with an `ssh` that knows this server.
  public Path clients() {
    return folder.resolve("clients");
  }

  /// Writes an executable script of the shell.
  public static Path script(Path file, String text) throws IOException {
    Files.writeString(file, "#!/bin/sh\n" + text + "\n");
    return Files.setPosixFilePermissions(file, PosixFilePermissions.fromString("rwx------"));
  }

  private void await(int port) throws IOException, InterruptedException {
    while (true) {
      try (Socket socket = new Socket()) {
        socket.connect(new InetSocketAddress(InetAddress.getLoopbackAddress(), port), 1_000);
        return;
      } catch (IOException e) {
        if (!server.isAlive()) {
          throw new IOException(Files.readString(folder.resolve("sshd.log")), e);
        }
        Thread.sleep(20);
      }
    }
  }

  private static int freePort() throws IOException {
    try (ServerSocket socket = new ServerSocket(0)) {
      return socket.getLocalPort();
    }
  }

  private static void run(String... words) throws IOException, InterruptedException {
    Process process = new ProcessBuilder(words).inheritIO().start();
    if (!process.waitFor(20, TimeUnit.SECONDS) || process.exitValue() != 0) {
      throw new IOException("failed: " + String.join(" ", words));
    }
  }

  private static String find(String program) {
    return path(program).orElseThrow();
  }

  private static Optional<String> path(String program) {
    return FOLDERS.stream()
        .map(each -> each + "/" + program)
        .filter(each -> Files.isExecutable(Path.of(each)))
        .findFirst();
  }

  /// Ends it and its sessions.
  @Override
  public void close() {
    server.descendants().forEach(ProcessHandle::destroyForcibly);
    server.destroyForcibly();
  }
}
