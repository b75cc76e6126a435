package dev.takt.driver.http;

import dev.takt.load.driver.DriverException;
import dev.takt.load.driver.WireDriver.Tls;
import java.net.Socket;
import java.security.GeneralSecurityException;
import java.security.cert.X509Certificate;
import javax.net.ssl.SSLContext;
import javax.net.ssl.SSLEngine;
import javax.net.ssl.TrustManager;
import javax.net.ssl.X509ExtendedTrustManager;

/// Whose certificates are believed: those that the JDK's trust store vouches for, or any.
final class Trust {

  private Trust() {}

  static Tls tls(String host, boolean insecure) throws DriverException {
    try {
      if (!insecure) {
        return new Tls(SSLContext.getDefault(), host, true);
      }
      SSLContext context = SSLContext.getInstance("TLS");
      context.init(null, new TrustManager[] {new Anyone()}, null);
      return new Tls(context, host, false);
    } catch (GeneralSecurityException e) {
      throw new DriverException("TLS is not available in this JVM: " + e.getMessage(), e);
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
