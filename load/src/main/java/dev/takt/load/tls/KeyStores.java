package dev.takt.load.tls;

import java.io.IOException;
import java.nio.file.Path;
import java.security.GeneralSecurityException;
import java.security.KeyStore;
import java.security.KeyStoreException;
import java.security.UnrecoverableKeyException;
import java.util.Collections;
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

  static String needsPassword(Path file) {
    return file + " needs a password: " + TlsOptions.PASSWORD_VARIABLE + " in the environment";
  }

  /// Reads a key store in PKCS#12 or JKS format.
  ///
  /// @param password null for none
  /// @throws IllegalArgumentException with what is wrong with the file
  static KeyStore read(Path file, char @Nullable [] password) {
    boolean hasPassword = password != null && password.length > 0;
    FileProblems.checkReadable(file);
    try {
      KeyStore store = KeyStore.getInstance(file.toFile(), password);
      boolean hasKey = false;
      for (String alias : Collections.list(store.aliases())) {
        hasKey |= store.isKeyEntry(alias);
      }
      if (!hasKey) {
        throw new IllegalArgumentException(file + " has no private key");
      }
      return store;
    } catch (IOException e) {
      throw new IllegalArgumentException(
          e.getCause() instanceof UnrecoverableKeyException
              ? hasPassword ? "the password does not open " + file : needsPassword(file)
              : "cannot read " + file + ": " + e.getMessage(),
          e);
    } catch (GeneralSecurityException e) {
      throw new IllegalArgumentException(file + " is neither a PKCS#12 nor a JKS key store", e);
    }
  }
}
