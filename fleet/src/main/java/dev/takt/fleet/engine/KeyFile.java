package dev.takt.fleet.engine;

import dev.takt.process.Command;
import dev.takt.process.Launcher;
import dev.takt.process.Redirect;
import dev.takt.process.RunResult;
import java.io.IOException;
import java.nio.file.FileAlreadyExistsException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.time.Duration;
import java.util.List;

/// Creates the file of a [FleetKey] with the JDK's `keytool`: the JDK has no API to sign a
/// certificate. The file is made in a directory that only its owner can enter, and then moved.
final class KeyFile {

  private static final String PASSWORD_VARIABLE = "TAKT_FLEET_KEY_PASSWORD";
  private static final Duration TIMEOUT = Duration.ofMinutes(1);

  private KeyFile() {}

  static void create(Path file) throws IOException, InterruptedException {
    Path target = file.toAbsolutePath();
    if (Files.exists(target)) {
      throw exists(file);
    }
    Path parent = target.getParent();
    if (parent == null || !Files.isDirectory(parent)) {
      throw new IOException("cannot create " + file + ": there is no directory " + parent);
    }
    Path folder = Files.createTempDirectory(parent, ".takt-fleet-key");
    Path made = folder.resolve("key");
    try {
      generate(made);
      if (FleetKey.hasPermissions(made)) {
        Files.setPosixFilePermissions(made, PosixFilePermissions.fromString("rw-------"));
      }
      Files.move(made, target);
    } catch (FileAlreadyExistsException e) {
      throw exists(file);
    } finally {
      Files.deleteIfExists(made);
      Files.deleteIfExists(folder);
    }
  }

  /// Creates a key, and leaves no file.
  ///
  /// @return what its file would contain
  static byte[] create() throws IOException, InterruptedException {
    Path folder = Files.createTempDirectory("takt-fleet-key");
    Path made = folder.resolve("key");
    try {
      generate(made);
      return Files.readAllBytes(made);
    } finally {
      Files.deleteIfExists(made);
      Files.deleteIfExists(folder);
    }
  }

  private static IOException exists(Path file) {
    return new IOException(file + " exists already; choose another name, or delete it");
  }

  private static void generate(Path file) throws IOException, InterruptedException {
    RunResult result = Launcher.shared().run(keytool(file), TIMEOUT);
    if (!result.isSuccess() || !Files.exists(file)) {
      throw new IOException(
          "keytool made no key: "
              + (result.timedOut() ? "timeout" : result.exit().describe())
              + " "
              + (result.stdout().text() + result.stderr().text()).strip());
    }
  }

  private static Command keytool(Path file) {
    List<String> words =
        List.of(
            Path.of(System.getProperty("java.home"), "bin", "keytool").toString(),
            "-J-XX:TieredStopAtLevel=1",
            "-J-XX:+UseSerialGC",
            "-genkeypair",
            "-alias",
            FleetKey.ALIAS,
            "-keyalg",
            "EC",
            "-groupname",
            "secp256r1",
            "-sigalg",
            "SHA256withECDSA",
            "-dname",
            "CN=takt-fleet",
            "-validity",
            "3650",
            "-storetype",
            "PKCS12",
            "-keystore",
            file.toString(),
            "-storepass:env",
            PASSWORD_VARIABLE);
    return Command.builder(words)
        .environment(PASSWORD_VARIABLE, FleetKey.PASSWORD)
        .stdin(Redirect.discard())
        .build();
  }
}
