package dev.takt.load.driver;

import dev.takt.load.driver.WireDriver.Tls;
import java.net.Socket;
import java.security.GeneralSecurityException;
import java.security.KeyStore;
import java.security.KeyStoreException;
import java.security.cert.CertificateException;
import java.security.cert.X509Certificate;
import javax.net.ssl.SSLContext;
import javax.net.ssl.SSLEngine;
import javax.net.ssl.TrustManager;
import javax.net.ssl.TrustManagerFactory;
import javax.net.ssl.X509ExtendedTrustManager;

/// Whose certificates are believed: those that the JDK's trust store vouches for, or any.
public final class Certificates {

  private Certificates() {}

  /// The TLS to one host.
  ///
  /// @param insecure whether any certificate is accepted, for any host name; a refusal names the
  ///   flag `--insecure`, which the driver that uses this should have
  /// @throws DriverException if this JVM has no TLS
  public static Tls tls(String host, boolean insecure) throws DriverException {
    try {
      if (!insecure) {
        return new Tls(context(new Known(usual())), host, true);
      }
      return new Tls(context(new Anyone()), host, false);
    } catch (GeneralSecurityException e) {
      throw new DriverException("TLS is not available in this JVM: " + e.getMessage(), e);
    }
  }

  private static SSLContext context(TrustManager trust) throws GeneralSecurityException {
    SSLContext context = SSLContext.getInstance("TLS");
    context.init(null, new TrustManager[] {trust}, null);
    return context;
  }

  private static X509ExtendedTrustManager usual() throws GeneralSecurityException {
    TrustManagerFactory factory =
        TrustManagerFactory.getInstance(TrustManagerFactory.getDefaultAlgorithm());
    factory.init((KeyStore) null);
    for (TrustManager each : factory.getTrustManagers()) {
      if (each instanceof X509ExtendedTrustManager usual) {
        return usual;
      }
    }
    throw new KeyStoreException("no trust manager for X.509");
  }

  /// Believes what the JDK believes, and says what can be done if it does not.
  private static final class Known extends X509ExtendedTrustManager {

    private interface Check {
      void check() throws CertificateException;
    }

    private final X509ExtendedTrustManager usual;

    Known(X509ExtendedTrustManager usual) {
      this.usual = usual;
    }

    private static void explaining(Check check) throws CertificateException {
      try {
        check.check();
      } catch (CertificateException e) {
        Throwable cause = e;
        while (cause.getCause() != null) {
          cause = cause.getCause();
        }
        // Without a cause: what is shown is the innermost message.
        throw new CertificateException(
            "its certificate is not trusted ("
                + cause.getMessage()
                + "); --insecure accepts any certificate");
      }
    }

    @Override
    public void checkClientTrusted(X509Certificate[] chain, String type)
        throws CertificateException {
      usual.checkClientTrusted(chain, type);
    }

    @Override
    public void checkServerTrusted(X509Certificate[] chain, String type)
        throws CertificateException {
      explaining(() -> usual.checkServerTrusted(chain, type));
    }

    @Override
    public void checkClientTrusted(X509Certificate[] chain, String type, Socket socket)
        throws CertificateException {
      usual.checkClientTrusted(chain, type, socket);
    }

    @Override
    public void checkServerTrusted(X509Certificate[] chain, String type, Socket socket)
        throws CertificateException {
      explaining(() -> usual.checkServerTrusted(chain, type, socket));
    }

    @Override
    public void checkClientTrusted(X509Certificate[] chain, String type, SSLEngine engine)
        throws CertificateException {
      usual.checkClientTrusted(chain, type, engine);
    }

    @Override
    public void checkServerTrusted(X509Certificate[] chain, String type, SSLEngine engine)
        throws CertificateException {
      explaining(() -> usual.checkServerTrusted(chain, type, engine));
    }

    @Override
    public X509Certificate[] getAcceptedIssuers() {
      return usual.getAcceptedIssuers();
    }
  }

  /// Believes everyone; used only where the user said so.
  private static final class Anyone extends X509ExtendedTrustManager {
    @Override
    public void checkClientTrusted(X509Certificate[] chain, String type) {}

    @Override
    public void checkServerTrusted(X509Certificate[] chain, String type) {}

    @Override
    public void checkClientTrusted(X509Certificate[] chain, String type, Socket socket) {}

    @Override
    public void checkServerTrusted(X509Certificate[] chain, String type, Socket socket) {}

    @Override
    public void checkClientTrusted(X509Certificate[] chain, String type, SSLEngine engine) {}

    @Override
    public void checkServerTrusted(X509Certificate[] chain, String type, SSLEngine engine) {}

    @Override
    public X509Certificate[] getAcceptedIssuers() {
      return new X509Certificate[0];
    }
  }
}
