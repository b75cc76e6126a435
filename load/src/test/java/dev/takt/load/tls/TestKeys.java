package dev.takt.load.tls;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.GeneralSecurityException;
import java.security.KeyStore;
import java.security.PrivateKey;
import java.security.cert.Certificate;
import java.util.ArrayList;
import java.util.Base64;
import java.util.List;
import javax.net.ssl.KeyManagerFactory;
import javax.net.ssl.SSLContext;
import javax.net.ssl.TrustManagerFactory;
import org.jspecify.annotations.Nullable;

/// An authority, a server and a client with certificates of it, and a client that no server trusts,
/// created by the JDK's keytool in a directory.
public final class TestKeys {

  /// The password of the key store and of all keys in it.
  public static final String PASSWORD = "changeit";

  private static @Nullable TestKeys shared;

  private final Path folder;
  private final KeyStore store;

  private TestKeys(Path folder, KeyStore store) {
    this.folder = folder;
    this.store = store;
  }

  /// Created once for all tests, because starting keytool takes long.
  public static synchronized TestKeys shared() throws Exception {
    if (shared == null) {
      Path folder = Files.createTempDirectory("takt-test-keys");
      shared = in(folder);
      Runtime.getRuntime().addShutdownHook(new Thread(() -> delete(folder)));
    }
    return shared;
  }

  private static void delete(Path folder) {
    try (var files = Files.newDirectoryStream(folder)) {
      for (Path each : files) {
        Files.delete(each);
      }
      Files.delete(folder);
    } catch (IOException e) {
      // The file stays in the directory for temporary files.
    }
  }

  private static TestKeys in(Path folder) throws Exception {
    Path file = folder.resolve("all.p12");
    generate(file, "ca", "-ext", "bc:c");
    generate(file, "server", "-signer", "ca", "-ext", "san=dns:localhost,dns:*.example.test");
    generate(file, "client", "-signer", "ca");
    generate(file, "stranger");
    generate(file, "expired", "-startdate", "-10d", "-validity", "5");
    return new TestKeys(folder, KeyStore.getInstance(file.toFile(), PASSWORD.toCharArray()));
  }

  private static void generate(Path store, String alias, String... more) throws Exception {
    List<String> command =
        new ArrayList<>(
            List.of(
                Path.of(System.getProperty("java.home"), "bin", "keytool").toString(),
                "-J-XX:TieredStopAtLevel=1",
                "-J-XX:+UseSerialGC",
                "-genkeypair",
                "-alias",
                alias,
                "-keyalg",
                alias.equals("client") ? "RSA" : "EC",
                "-dname",
                "CN=" + alias,
                "-keystore",
                store.toString(),
                "-storepass",
                PASSWORD));
    if (alias.equals("client")) {
      command.addAll(List.of("-keysize", "2048")); // the default of 3072 bits takes up to 15 s
    }
    command.addAll(List.of(more));
    Process keytool = new ProcessBuilder(command).redirectErrorStream(true).start();
    String output = new String(keytool.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
    assertThat(keytool.waitFor()).as(output).isZero();
  }

  /// The context of a server that trusts the authority.
  public SSLContext serverContext() throws Exception {
    KeyManagerFactory keys = KeyManagerFactory.getInstance(KeyManagerFactory.getDefaultAlgorithm());
    keys.init(only("server"), PASSWORD.toCharArray());
    KeyStore authority = KeyStores.empty();
    authority.setCertificateEntry("ca", store.getCertificate("ca"));
    TrustManagerFactory trust =
        TrustManagerFactory.getInstance(TrustManagerFactory.getDefaultAlgorithm());
    trust.init(authority);
    SSLContext context = SSLContext.getInstance("TLS");
    context.init(keys.getKeyManagers(), trust.getTrustManagers(), null);
    return context;
  }

  private KeyStore only(String alias) throws GeneralSecurityException {
    KeyStore one = KeyStores.empty();
    one.setKeyEntry(alias, key(alias), PASSWORD.toCharArray(), store.getCertificateChain(alias));
    return one;
  }

  Path folder() {
    return folder;
  }

  PrivateKey key(String alias) throws GeneralSecurityException {
    return (PrivateKey) store.getKey(alias, PASSWORD.toCharArray());
  }

  /// A PEM file of a certificate and its chain.
  public Path certificate(String alias) throws Exception {
    StringBuilder pem = new StringBuilder("subject=CN = " + alias + "\n");
    for (Certificate each : store.getCertificateChain(alias)) {
      pem.append(pem("CERTIFICATE", each.getEncoded()));
    }
    return write(alias + ".crt", pem.toString());
  }

  /// A PEM file of a key in PKCS#8.
  public Path keyFile(String alias) throws Exception {
    return write(alias + ".key", pem("PRIVATE KEY", key(alias).getEncoded()));
  }

  /// A PKCS#12 file of one key and its certificate.
  public Path keyStore(String alias) throws Exception {
    Path file = folder.resolve(alias + ".p12");
    try (var out = Files.newOutputStream(file)) {
      only(alias).store(out, PASSWORD.toCharArray());
    }
    return file;
  }

  /// A PKCS#12 file of the trusted certificate of an authority.
  public Path trustStore(String alias) throws Exception {
    KeyStore trusted = KeyStores.empty();
    trusted.setCertificateEntry(alias, store.getCertificate(alias));
    Path file = folder.resolve(alias + "-trust.p12");
    try (var out = Files.newOutputStream(file)) {
      trusted.store(out, PASSWORD.toCharArray());
    }
    return file;
  }

  Path write(String name, String text) throws IOException {
    return Files.writeString(folder.resolve(name), text);
  }

  static String pem(String type, byte[] der) {
    return "-----BEGIN %s-----\n%s\n-----END %s-----\n"
        .formatted(type, Base64.getMimeEncoder().encodeToString(der), type);
  }
}
