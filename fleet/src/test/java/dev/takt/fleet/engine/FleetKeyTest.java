package dev.takt.fleet.engine;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.security.KeyStore;
import java.security.cert.X509Certificate;
import java.security.interfaces.ECPublicKey;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class FleetKeyTest {

  @TempDir Path folder;

  @Test
  void createdKeyIsAnEllipticCurvePairThatOnlyItsOwnerMayRead() throws Exception {
    assertThat(PosixFilePermissions.toString(Files.getPosixFilePermissions(TestKeys.OURS)))
        .isEqualTo("rw-------");
    KeyStore store = KeyStore.getInstance(TestKeys.OURS.toFile(), FleetKey.PASSWORD.toCharArray());
    assertThat(store.size()).isOne();
    X509Certificate certificate = (X509Certificate) store.getCertificate(FleetKey.ALIAS);
    assertThat(certificate.getPublicKey()).isInstanceOf(ECPublicKey.class);
    assertThat(store.getCertificateChain(FleetKey.ALIAS)).hasSize(1);
    FleetKey.read(TestKeys.OURS);
  }

  @Test
  void creatingLeavesNothingElseInTheDirectory() throws Exception {
    try (var files = Files.list(TestKeys.OURS.getParent())) {
      assertThat(files).containsExactlyInAnyOrder(TestKeys.OURS, TestKeys.OTHERS);
    }
  }

  @Test
  void existingFileIsNotOverwritten() throws IOException {
    Path file = Files.writeString(folder.resolve("fleet.p12"), "mine");
    assertThatThrownBy(() -> FleetKey.create(file))
        .isInstanceOf(IOException.class)
        .hasMessage(file + " exists already; choose another name, or delete it");
    assertThat(file).hasContent("mine");
  }

  @Test
  void missingDirectoryIsNamed() {
    assertThatThrownBy(() -> FleetKey.create(folder.resolve("none/fleet.p12")))
        .isInstanceOf(IOException.class)
        .hasMessageEndingWith("there is no directory " + folder.resolve("none"));
  }

  @Test
  void absentFileIsNamedWithTheCommandThatMakesOne() {
    Path file = folder.resolve("fleet.p12");
    assertThatThrownBy(() -> FleetKey.read(file))
        .isInstanceOf(IOException.class)
        .hasMessage(
            "there is no fleet key "
                + file
                + ". All machines have a copy of the same one, which takt fleet key FILE makes once");
  }

  @Test
  void fileThatOthersMayReadIsRefused() throws IOException {
    Path file = Files.copy(TestKeys.OURS, folder.resolve("fleet.p12"));
    Files.setPosixFilePermissions(file, PosixFilePermissions.fromString("rw-r-----"));
    assertThatThrownBy(() -> FleetKey.read(file))
        .isInstanceOf(IOException.class)
        .hasMessage("other users may read the fleet key " + file + ". Run: chmod 600 " + file);
    Files.setPosixFilePermissions(file, PosixFilePermissions.fromString("r--------"));
    FleetKey.read(file);
  }

  /// The mode of a secret in Kubernetes, whose pods do not run as root.
  @ParameterizedTest
  @CsvSource({
    "rw-------, takt, takt, true",
    "r--r-----, root, takt, true",
    "r--r-----, root, ?, true",
    "rw-r--r--, root, takt, false",
    "rw-rw----, root, takt, false",
    "rw-r-----, root, root, false",
    "rw-r-----, takt, takt, false",
    "rw-r-----, other, takt, false",
    "---------, takt, takt, true",
  })
  void groupMayReadOnlyWhatRootInstalledForIt(
      String mode, String owner, String user, boolean isPrivate) {
    assertThat(FleetKey.isPrivate(PosixFilePermissions.fromString(mode), owner, user))
        .isEqualTo(isPrivate);
  }

  @Test
  void fileThatIsNoKeyIsRefused() throws IOException {
    Path file = Files.writeString(folder.resolve("fleet.p12"), "not PKCS#12");
    Files.setPosixFilePermissions(file, PosixFilePermissions.fromString("rw-------"));
    assertThatThrownBy(() -> FleetKey.read(file))
        .isInstanceOf(IOException.class)
        .hasMessageStartingWith(file + " is not a fleet key. Make one: takt fleet key FILE (");
  }

  @Test
  void storeWithoutTheKeyOfAFleetIsRefused() throws Exception {
    Path file = folder.resolve("fleet.p12");
    KeyStore empty = KeyStore.getInstance("PKCS12");
    empty.load(null, null);
    try (var out = Files.newOutputStream(file)) {
      empty.store(out, FleetKey.PASSWORD.toCharArray());
    }
    Files.setPosixFilePermissions(file, PosixFilePermissions.fromString("rw-------"));
    assertThatThrownBy(() -> FleetKey.read(file))
        .isInstanceOf(IOException.class)
        .hasMessageContaining("it has no key of a fleet");
  }
}
