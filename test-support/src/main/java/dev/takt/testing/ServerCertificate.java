package dev.takt.testing;

import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.GeneralSecurityException;
import java.security.KeyStore;
import javax.net.ssl.KeyManager;
import javax.net.ssl.KeyManagerFactory;
import javax.net.ssl.SSLContext;

/// A certificate of `localhost` for servers of tests, which no authority has signed, created by the
/// JDK's keytool.
///
/// @param keys has it and its key under [#ALIAS]
public record ServerCertificate(KeyStore keys) {

  /// The name of the entry.
  public static final String ALIAS = "server";

  private static final String PASSWORD = "for-tests-only";

  /// Creates one in a folder.
  public static ServerCertificate in(Path folder)
      throws IOException, GeneralSecurityException, InterruptedException {
    Path store = folder.resolve("server.p12");
    Process keytool =
        new ProcessBuilder(
                Path.of(System.getProperty("java.home"), "bin", "keytool").toString(),
                "-J-XX:TieredStopAtLevel=1",
                "-J-XX:+UseSerialGC",
                "-genkeypair",
                "-alias",
                ALIAS,
                "-keyalg",
                "EC",
                "-dname",
                "CN=localhost",
                "-ext",
                "SAN=dns:localhost",
                "-validity",
                "2",
                "-storetype",
                "PKCS12",
                "-keystore",
                store.toString(),
                "-storepass",
                PASSWORD)
            .redirectErrorStream(true)
            .start();
    String output = new String(keytool.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
    if (keytool.waitFor() != 0) {
      throw new IOException("keytool failed: " + output);
    }
    KeyStore keys = KeyStore.getInstance("PKCS12");
    try (InputStream in = Files.newInputStream(store)) {
      keys.load(in, PASSWORD.toCharArray());
    }
    return new ServerCertificate(keys);
  }

  /// The key itself, as it is encoded.
  public byte[] key() throws GeneralSecurityException {
    return keys.getKey(ALIAS, PASSWORD.toCharArray()).getEncoded();
  }

  /// For servers that present it.
  public KeyManager[] keyManagers() throws GeneralSecurityException {
    KeyManagerFactory managers =
        KeyManagerFactory.getInstance(KeyManagerFactory.getDefaultAlgorithm());
    managers.init(keys, PASSWORD.toCharArray());
    return managers.getKeyManagers();
  }

  /// The context of servers that present it.
  public SSLContext context() throws GeneralSecurityException {
    SSLContext context = SSLContext.getInstance("TLS");
    context.init(keyManagers(), null, null);
    return context;
  }
}
