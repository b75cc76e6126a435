package dev.takt.fleet.engine;

import java.net.Socket;
import java.security.cert.CertificateException;
import java.security.cert.X509Certificate;
import javax.net.ssl.SSLEngine;
import javax.net.ssl.X509ExtendedTrustManager;

/// Trusts one certificate. TLS makes the peer prove that it has the private key to it. An extended
/// trust manager, because around others the JDK adds checks of names and dates.
final class SameCertificate extends X509ExtendedTrustManager {

  private final X509Certificate trusted;

  SameCertificate(X509Certificate trusted) {
    this.trusted = trusted;
  }

  private void check(X509Certificate[] chain) throws CertificateException {
    if (chain.length == 0 || !chain[0].equals(trusted)) {
      throw new CertificateException("the certificate is not that of this fleet key");
    }
  }

  @Override
  public void checkClientTrusted(X509Certificate[] chain, String type) throws CertificateException {
    check(chain);
  }

  @Override
  public void checkServerTrusted(X509Certificate[] chain, String type) throws CertificateException {
    check(chain);
  }

  @Override
  public void checkClientTrusted(X509Certificate[] chain, String type, Socket socket)
      throws CertificateException {
    check(chain);
  }

  @Override
  public void checkServerTrusted(X509Certificate[] chain, String type, Socket socket)
      throws CertificateException {
    check(chain);
  }

  @Override
  public void checkClientTrusted(X509Certificate[] chain, String type, SSLEngine engine)
      throws CertificateException {
    check(chain);
  }

  @Override
  public void checkServerTrusted(X509Certificate[] chain, String type, SSLEngine engine)
      throws CertificateException {
    check(chain);
  }

  /// Empty: a member offers its key whatever its issuer is named.
  @Override
  public X509Certificate[] getAcceptedIssuers() {
    return new X509Certificate[0];
  }
}
