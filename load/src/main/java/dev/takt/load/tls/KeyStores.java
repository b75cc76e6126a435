package dev.takt.load.tls;

import java.io.IOException;
import java.nio.file.Path;
import java.security.GeneralSecurityException;
import java.security.KeyStore;
import java.security.KeyStoreException;
import java.security.UnrecoverableKeyException;
import java.security.cert.Certificate;
import java.security.cert.X509Certificate;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import org.jspecify.annotations.Nullable;

/// Key stores, in memory and as files.
final class KeyStores {

  private KeyStores() {}

  /// An empty in-memory key store.
  static KeyStore empty() throws GeneralSecurityException {
    try {
      KeyStore store = KeyStore.getInstance("PKCS12");
      store.load(null, null);
      return store;
    } catch (IOException e) {
      throw new KeyStoreException(e);
    }
  }

  /// @param variable of the environment that may have it
  static String needsPassword(Path file, String variable) {
    return file + " needs a password: " + variable + " in the environment";
  }

  /// Reads the key store with a client's key, in PKCS#12 or JKS format.
  ///
  /// @param password empty for none
  /// @throws IllegalArgumentException with what is wrong with the file
  static KeyStore ofClient(Path file, char[] password) {
    KeyStore store = read(file, password, TlsOptions.PASSWORD_VARIABLE);
    if (aliases(store).stream().noneMatch(alias -> isKey(store, alias))) {
      throw new IllegalArgumentException(file + " has no private key");
    }
    return store;
  }

  /// Reads the trusted certificates of a key store, in PKCS#12 or JKS format.
  ///
  /// @param password empty for none
  /// @throws IllegalArgumentException with what is wrong with the file
  static List<X509Certificate> trusted(Path file, char[] password) {
    KeyStore store = read(file, password, TlsOptions.TRUST_PASSWORD_VARIABLE);
    List<X509Certificate> trusted = new ArrayList<>();
    for (String alias : aliases(store)) {
      if (!isKey(store, alias) && certificate(store, alias) instanceof X509Certificate each) {
        trusted.add(each);
      }
    }
    if (trusted.isEmpty()) {
      throw new IllegalArgumentException(file + " has no trusted certificate");
    }
    return List.copyOf(trusted);
  }

  private static List<String> aliases(KeyStore store) {
    try {
      return Collections.list(store.aliases());
    } catch (KeyStoreException e) {
      throw new IllegalStateException("a store that was read is initialised", e);
    }
  }

  private static boolean isKey(KeyStore store, String alias) {
    try {
      return store.isKeyEntry(alias);
    } catch (KeyStoreException e) {
      throw new IllegalStateException("a store that was read is initialised", e);
    }
  }

  private static @Nullable Certificate certificate(KeyStore store, String alias) {
    try {
      return store.getCertificate(alias);
    } catch (KeyStoreException e) {
      throw new IllegalStateException("a store that was read is initialised", e);
    }
  }

  private static KeyStore read(Path file, char[] password, String variable) {
    FileProblems.checkReadable(file);
    boolean hasPassword = password.length > 0;
    try {
      return KeyStore.getInstance(file.toFile(), hasPassword ? password : null);
    } catch (IOException e) {
      throw new IllegalArgumentException(
          e.getCause() instanceof UnrecoverableKeyException
              ? hasPassword ? "the password does not open " + file : needsPassword(file, variable)
              : "cannot read " + file + ": " + e.getMessage(),
          e);
    } catch (GeneralSecurityException e) {
      throw new IllegalArgumentException(file + " is neither a PKCS#12 nor a JKS key store", e);
    }
  }
}
