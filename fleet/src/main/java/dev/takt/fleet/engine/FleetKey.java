package dev.takt.fleet.engine;

import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.io.InputStream;
import java.net.Socket;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFileAttributeView;
import java.nio.file.attribute.PosixFilePermission;
import java.nio.file.attribute.PosixFilePermissions;
import java.security.GeneralSecurityException;
import java.security.KeyStore;
import java.security.cert.X509Certificate;
import java.util.Set;
import javax.net.ssl.KeyManagerFactory;
import javax.net.ssl.SSLContext;
import javax.net.ssl.SSLSocket;
import javax.net.ssl.TrustManager;

/// The key that all members of a fleet share: a PKCS#12 file with a key pair and a self-signed
/// certificate. Each member proves to the other that it has it, by TLS 1.3 with client
/// certificates. No other certificate is trusted, of a public authority neither. The dates of the
/// certificate are ignored, because the clocks of machines differ.
public final class FleetKey {

  /// The password of the file, which some tools require. The mode of the file protects it.
  public static final String PASSWORD = "takt-fleet";

  static final String ALIAS = "takt-fleet";

  /// Stands for standard input instead of a file.
  public static final String STDIN = "-";

  private static final int MAX_FILE_BYTES = 1 << 16;

  private static final Set<PosixFilePermission> OF_OWNER =
      PosixFilePermissions.fromString("rwx------");
  private static final Set<PosixFilePermission> INSTALLED =
      PosixFilePermissions.fromString("rwxr-----");

  private static final String ROOT = "root";

  private final SSLContext context;
  private final byte[] file;

  private FleetKey(SSLContext context, byte[] file) {
    this.context = context;
    this.file = file;
  }

  /// Creates a key in a new file that only its owner can read.
  ///
  /// @throws IOException if the file exists, or cannot be created
  public static void create(Path file) throws IOException, InterruptedException {
    KeyFile.create(file);
  }

  /// Makes a key that is in no file, for one run.
  ///
  /// @throws IOException if it cannot be made
  public static FleetKey temporary() throws IOException, InterruptedException {
    return of("the new key", KeyFile.create());
  }

  /// Reads a key from the content of its file, to the end.
  ///
  /// @throws IOException if it is not a key, or cannot be read; the message is for people
  public static FleetKey read(InputStream in) throws IOException {
    return of("standard input", in.readNBytes(MAX_FILE_BYTES));
  }

  /// Reads a key.
  ///
  /// @throws IOException if there is no such file, it is not a key, or others can read it; the
  ///   message is for people
  public static FleetKey read(Path file) throws IOException {
    return of(file.toString(), content(file));
  }

  private static FleetKey of(String source, byte[] content) throws IOException {
    try {
      KeyStore store = KeyStore.getInstance("PKCS12");
      store.load(new ByteArrayInputStream(content), PASSWORD.toCharArray());
      if (!store.isKeyEntry(ALIAS)
          || !(store.getCertificate(ALIAS) instanceof X509Certificate certificate)) {
        throw new IOException("it has no key of a fleet");
      }
      return new FleetKey(context(store, certificate), content);
    } catch (IOException | GeneralSecurityException e) {
      throw new IOException(
          source + " is not a fleet key. Make one: takt fleet key FILE (" + e.getMessage() + ")",
          e);
    }
  }

  /// The content of its file.
  public byte[] file() {
    return file.clone();
  }

  private static byte[] content(Path file) throws IOException {
    if (Files.exists(file) && !Files.isRegularFile(file)) {
      throw new IOException(
          file + " is not a file; expected a fleet key, from takt fleet key FILE");
    }
    try {
      if (hasPermissions(file)
          && !isPrivate(
              Files.getPosixFilePermissions(file),
              Files.getOwner(file).getName(),
              System.getProperty("user.name"))) {
        throw new IOException(
            "other users may read the fleet key " + file + ". Run: chmod 600 " + file);
      }
      try (InputStream in = Files.newInputStream(file)) {
        return in.readNBytes(MAX_FILE_BYTES);
      }
    } catch (NoSuchFileException e) {
      throw new IOException(
          "there is no fleet key "
              + file
              + ". All machines have a copy of the same one, which takt fleet key FILE makes once",
          e);
    }
  }

  /// Whether the file's system has users and modes. Unlike the file's store, this can be asked
  /// below a chroot, too, whose root is no mount point.
  static boolean hasPermissions(Path file) {
    return Files.getFileAttributeView(file, PosixFileAttributeView.class) != null;
  }

  /// Whether only this user and root can read the file. In a file of root that is not for root, the
  /// group may read: so Kubernetes mounts a secret, and so administrators install keys for a
  /// service.
  static boolean isPrivate(Set<PosixFilePermission> permissions, String owner, String user) {
    boolean isInstalled = owner.equals(ROOT) && !user.equals(ROOT);
    return (isInstalled ? INSTALLED : OF_OWNER).containsAll(permissions);
  }

  private static SSLContext context(KeyStore store, X509Certificate certificate)
      throws GeneralSecurityException {
    KeyManagerFactory keys = KeyManagerFactory.getInstance(KeyManagerFactory.getDefaultAlgorithm());
    keys.init(store, PASSWORD.toCharArray());
    SSLContext context = SSLContext.getInstance("TLSv1.3");
    TrustManager[] trust = {new SameCertificate(certificate)};
    context.init(keys.getKeyManagers(), trust, null);
    return context;
  }

  /// A socket that connects to a coordinator with this key.
  Socket clientSocket() throws IOException {
    SSLSocket socket = (SSLSocket) context.getSocketFactory().createSocket();
    socket.setEnabledProtocols(new String[] {"TLSv1.3"});
    return socket;
  }

  /// The coordinator's end of TLS on an accepted connection.
  SSLSocket serverSocket(Socket accepted) throws IOException {
    SSLSocket socket = (SSLSocket) context.getSocketFactory().createSocket(accepted, null, true);
    socket.setUseClientMode(false);
    socket.setNeedClientAuth(true);
    socket.setEnabledProtocols(new String[] {"TLSv1.3"});
    return socket;
  }
}
