package dev.takt.load.tls;

import java.net.Socket;
import java.security.Principal;
import java.security.PrivateKey;
import java.security.cert.X509Certificate;
import java.util.List;
import javax.net.ssl.SSLEngine;
import javax.net.ssl.X509ExtendedKeyManager;
import org.jspecify.annotations.Nullable;

/// One key and its certificate, which are sent to every server that asks. Unlike the JDK's key
/// manager, it also sends them to a server that lists only other authorities, because that server
/// may be able to complete the chain.
final class ClientIdentity extends X509ExtendedKeyManager {

  private static final String ALIAS = "client";

  private final PrivateKey key;
  private final X509Certificate[] chain;

  ClientIdentity(PrivateKey key, List<X509Certificate> chain) {
    this.key = key;
    this.chain = chain.toArray(X509Certificate[]::new);
  }

  @Override
  public String[] getClientAliases(String type, Principal @Nullable [] issuers) {
    return new String[] {ALIAS};
  }

  @Override
  public @Nullable String chooseClientAlias(
      String[] types, Principal @Nullable [] issuers, @Nullable Socket socket) {
    return alias(types);
  }

  @Override
  public @Nullable String chooseEngineClientAlias(
      String[] types, Principal @Nullable [] issuers, @Nullable SSLEngine engine) {
    return alias(types);
  }

  private @Nullable String alias(String[] types) {
    for (String type : types) {
      if (type.equals(key.getAlgorithm())
          || (type.equals("EdDSA") && key.getAlgorithm().startsWith("Ed"))
          || (type.startsWith("EC") && key.getAlgorithm().equals("EC"))) {
        return ALIAS;
      }
    }
    return null;
  }

  @Override
  public X509Certificate[] getCertificateChain(String alias) {
    return chain.clone();
  }

  @Override
  public PrivateKey getPrivateKey(String alias) {
    return key;
  }

  @Override
  public String @Nullable [] getServerAliases(String type, Principal @Nullable [] issuers) {
    return null;
  }

  @Override
  public @Nullable String chooseServerAlias(
      String type, Principal @Nullable [] issuers, @Nullable Socket socket) {
    return null;
  }
}
