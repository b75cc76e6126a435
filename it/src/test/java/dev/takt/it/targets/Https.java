package dev.takt.it.targets;

import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.net.Socket;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.GeneralSecurityException;
import java.security.KeyStore;
import javax.net.ssl.KeyManagerFactory;
import javax.net.ssl.SSLContext;
import javax.net.ssl.TrustManagerFactory;

/// Answers every request at once, over TLS, with a certificate for 127.0.0.1 and localhost that
/// nobody but itself has signed.
public final class Https extends SocketTarget {

  private static final char[] PASSWORD = "changeit".toCharArray();

  /// Made once for all tests, by the JDK's `keytool`.
  private static final class Certificate {
    static final KeyStore STORE = make();

    private static KeyStore make() {
      try {
        Path directory = Files.createTempDirectory("takt-https");
        Path file = directory.resolve("self-signed.p12");
        try {
          keytool(file);
          KeyStore store = KeyStore.getInstance("PKCS12");
          try (InputStream in = Files.newInputStream(file)) {
            store.load(in, PASSWORD);
          }
          return store;
        } finally {
          Files.deleteIfExists(file);
          Files.delete(directory);
        }
      } catch (IOException | GeneralSecurityException e) {
        throw new IllegalStateException("cannot make a certificate", e);
      } catch (InterruptedException e) {
        Thread.currentThread().interrupt();
        throw new IllegalStateException("interrupted", e);
      }
    }

    private static void keytool(Path file) throws IOException, InterruptedException {
      Process keytool =
          new ProcessBuilder(
                  Path.of(System.getProperty("java.home"), "bin", "keytool").toString(),
                  "-J-XX:TieredStopAtLevel=1",
                  "-J-XX:+UseSerialGC",
                  "-genkeypair",
                  "-alias",
                  "takt",
                  "-keyalg",
                  "EC",
                  "-groupname",
                  "secp256r1",
                  "-dname",
                  "CN=localhost",
                  "-ext",
                  "SAN=dns:localhost,ip:127.0.0.1",
                  "-validity",
                  "2",
                  "-storetype",
                  "PKCS12",
                  "-keystore",
                  file.toString(),
                  "-storepass",
                  new String(PASSWORD))
              .redirectErrorStream(true)
              .start();
      String output = new String(keytool.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
      if (keytool.waitFor() != 0) {
        throw new IOException("keytool: " + output);
      }
    }
  }

  /// A server on any free port.
  public Https() {
    super(listener());
  }

  private static ServerSocket listener() {
    try {
      KeyManagerFactory keys =
          KeyManagerFactory.getInstance(KeyManagerFactory.getDefaultAlgorithm());
      keys.init(Certificate.STORE, PASSWORD);
      SSLContext context = SSLContext.getInstance("TLS");
      context.init(keys.getKeyManagers(), null, null);
      return context
          .getServerSocketFactory()
          .createServerSocket(0, 1024, InetAddress.getLoopbackAddress());
    } catch (IOException | GeneralSecurityException e) {
      throw new IllegalStateException("cannot listen", e);
    }
  }

  /// What a client needs that is to trust the certificate.
  public static SSLContext trusting() {
    try {
      KeyStore trusted = KeyStore.getInstance("PKCS12");
      trusted.load(null, null);
      trusted.setCertificateEntry("takt", Certificate.STORE.getCertificate("takt"));
      TrustManagerFactory trust =
          TrustManagerFactory.getInstance(TrustManagerFactory.getDefaultAlgorithm());
      trust.init(trusted);
      SSLContext context = SSLContext.getInstance("TLS");
      context.init(null, trust.getTrustManagers(), null);
      return context;
    } catch (IOException | GeneralSecurityException e) {
      throw new IllegalStateException("cannot make a TLS context", e);
    }
  }

  @Override
  public String url() {
    return "https://127.0.0.1:" + port() + "/";
  }

  @Override
  boolean answer(Socket socket, OutputStream out, long n) throws IOException {
    out.write(Answers.OK);
    return true;
  }
}
