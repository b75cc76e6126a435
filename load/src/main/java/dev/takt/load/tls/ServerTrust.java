package dev.takt.load.tls;

import java.net.Socket;
import java.security.GeneralSecurityException;
import java.security.KeyStore;
import java.security.KeyStoreException;
import java.security.cert.CertificateException;
import java.security.cert.X509Certificate;
import java.util.List;
import java.util.Locale;
import javax.net.ssl.SSLEngine;
import javax.net.ssl.TrustManager;
import javax.net.ssl.TrustManagerFactory;
import javax.net.ssl.X509ExtendedTrustManager;
import org.jspecify.annotations.Nullable;

/// Whether a server's certificate is trusted: by the JDK's authorities, or by given ones. The
/// message of a rejection names the flags that help.
final class ServerTrust extends X509ExtendedTrustManager {

  private static final int DNS_NAME = 2;

  private interface Check {
    void check() throws CertificateException;
  }

  private final X509ExtendedTrustManager trust;
  private final String advice;
  private final @Nullable String name;

  private ServerTrust(X509ExtendedTrustManager trust, String advice, @Nullable String name) {
    this.trust = trust;
    this.advice = advice;
    this.name = name;
  }

  /// @param authorities null for the JDK's
  /// @param name the name that the certificate must match if the JDK cannot check it; null if it
  ///   can
  static ServerTrust of(@Nullable List<X509Certificate> authorities, @Nullable String name)
      throws GeneralSecurityException {
    KeyStore store = null;
    if (authorities != null) {
      store = KeyStores.empty();
      for (int i = 0; i < authorities.size(); i++) {
        store.setCertificateEntry("authority-" + i, authorities.get(i));
      }
    }
    TrustManagerFactory factory =
        TrustManagerFactory.getInstance(TrustManagerFactory.getDefaultAlgorithm());
    factory.init(store);
    for (TrustManager each : factory.getTrustManagers()) {
      if (each instanceof X509ExtendedTrustManager trust) {
        String advice =
            authorities == null
                ? "; --cacert FILE names its authority, --insecure accepts any certificate"
                : "; it is not of an authority in --cacert or --tls-truststore";
        return new ServerTrust(trust, advice, name);
      }
    }
    throw new KeyStoreException("no trust manager for X.509");
  }

  private void explaining(X509Certificate[] chain, Check check) throws CertificateException {
    try {
      check.check();
      if (name != null) {
        checkName(chain[0], name);
      }
    } catch (CertificateException e) {
      Throwable cause = e;
      while (cause.getCause() != null) {
        cause = cause.getCause();
      }
      // Without a cause, because the innermost message is what the user sees.
      throw new CertificateException(
          "its certificate is not trusted (" + cause.getMessage() + ")" + advice);
    }
  }

  /// Checks names with an underscore, which the JDK rejects as illegal.
  private static void checkName(X509Certificate certificate, String name)
      throws CertificateException {
    var names = certificate.getSubjectAlternativeNames();
    if (names != null) {
      for (List<?> each : names) {
        if (each.get(0) instanceof Integer type
            && type == DNS_NAME
            && each.get(1) instanceof String pattern
            && matches(name.toLowerCase(Locale.ROOT), pattern.toLowerCase(Locale.ROOT))) {
          return;
        }
      }
    }
    throw new CertificateException("No subject alternative DNS name matching " + name + " found.");
  }

  /// A wildcard matches only the first label (RFC 6125).
  private static boolean matches(String name, String pattern) {
    int dot = name.indexOf('.');
    return name.equals(pattern)
        || (pattern.startsWith("*.")
            && dot > 0
            && name.substring(dot).equals(pattern.substring(1)));
  }

  @Override
  public void checkClientTrusted(X509Certificate[] chain, String type) throws CertificateException {
    trust.checkClientTrusted(chain, type);
  }

  @Override
  public void checkServerTrusted(X509Certificate[] chain, String type) throws CertificateException {
    explaining(chain, () -> trust.checkServerTrusted(chain, type));
  }

  @Override
  public void checkClientTrusted(X509Certificate[] chain, String type, Socket socket)
      throws CertificateException {
    trust.checkClientTrusted(chain, type, socket);
  }

  @Override
  public void checkServerTrusted(X509Certificate[] chain, String type, Socket socket)
      throws CertificateException {
    explaining(chain, () -> trust.checkServerTrusted(chain, type, socket));
  }

  @Override
  public void checkClientTrusted(X509Certificate[] chain, String type, SSLEngine engine)
      throws CertificateException {
    trust.checkClientTrusted(chain, type, engine);
  }

  @Override
  public void checkServerTrusted(X509Certificate[] chain, String type, SSLEngine engine)
      throws CertificateException {
    explaining(chain, () -> trust.checkServerTrusted(chain, type, engine));
  }

  @Override
  public X509Certificate[] getAcceptedIssuers() {
    return trust.getAcceptedIssuers();
  }
}
