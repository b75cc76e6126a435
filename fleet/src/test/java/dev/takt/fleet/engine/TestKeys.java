package dev.takt.fleet.engine;

import java.nio.file.Files;
import java.nio.file.Path;

/// The key of a fleet and the key of another one, created once for all tests, because keytool is
/// slow.
final class TestKeys {

  static final Path OURS;
  static final Path OTHERS;

  static {
    try {
      Path folder = Files.createTempDirectory("takt-fleet-keys");
      OURS = folder.resolve("ours.p12");
      OTHERS = folder.resolve("others.p12");
      FleetKey.create(OURS);
      FleetKey.create(OTHERS);
      folder.toFile().deleteOnExit();
      OURS.toFile().deleteOnExit();
      OTHERS.toFile().deleteOnExit();
    } catch (Exception e) {
      throw new ExceptionInInitializerError(e);
    }
  }

  private TestKeys() {}
}
