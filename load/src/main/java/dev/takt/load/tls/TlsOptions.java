package dev.takt.load.tls;

import dev.takt.load.driver.DriverException;
import dev.takt.load.driver.DriverProvider;
import dev.takt.load.driver.DriverProvider.Property;
import dev.takt.load.driver.DriverProvider.PropertyProblem;
import dev.takt.load.driver.WireDriver.Tls;
import dev.takt.runs.text.EnglishText;
import java.nio.file.InvalidPathException;
import java.nio.file.Path;
import java.security.GeneralSecurityException;
import java.security.KeyStore;
import java.security.PrivateKey;
import java.security.cert.X509Certificate;
import java.time.Instant;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.function.UnaryOperator;
import javax.net.ssl.KeyManager;
import javax.net.ssl.KeyManagerFactory;
import javax.net.ssl.SSLContext;
import javax.net.ssl.TrustManager;
import org.jspecify.annotations.Nullable;

/// The TLS settings of a target: the properties that drivers of protocols over TLS share. Files are
/// relative to the working directory. Immutable.
public final class TlsOptions {

  /// Whether any certificate is accepted; each driver describes it itself.
  public static final String INSECURE = "insecure";

  /// The environment variable with the password of the key store, if no property gives it.
  static final String PASSWORD_VARIABLE = "TAKT_TLS_KEYSTORE_PASSWORD";

  /// The same for the store of authorities.
  static final String TRUST_PASSWORD_VARIABLE = "TAKT_TLS_TRUSTSTORE_PASSWORD";

  private static final String CERT = "cert";
  private static final String KEY = "key";
  private static final String CACERT = "cacert";
  private static final String KEYSTORE = "tls-keystore";
  private static final String KEYSTORE_PASSWORD = "tls-keystore-password";
  private static final String TRUSTSTORE = "tls-truststore";
  private static final String TRUSTSTORE_PASSWORD = "tls-truststore-password";
  private static final List<String> ALL =
      List.of(
          INSECURE,
          CERT,
          KEY,
          CACERT,
          KEYSTORE,
          KEYSTORE_PASSWORD,
          TRUSTSTORE,
          TRUSTSTORE_PASSWORD);

  private final Map<String, Object> properties;
  private final UnaryOperator<@Nullable String> environment;

  private TlsOptions(Map<String, Object> properties, UnaryOperator<@Nullable String> environment) {
    this.properties = properties;
    this.environment = environment;
  }

  /// @param properties of the target as a whole
  public static TlsOptions of(Map<String, Object> properties) {
    return of(properties, System::getenv);
  }

  static TlsOptions of(
      Map<String, Object> properties, UnaryOperator<@Nullable String> environment) {
    return new TlsOptions(Map.copyOf(properties), environment);
  }

  /// The properties that a driver declares in addition to [#INSECURE].
  public static List<Property> properties() {
    return List.of(
        new Property(
            CERT,
            DriverProvider.Type.STRING,
            "PEM file with the client's certificate, and with those between it and its authority"),
        new Property(
            KEY,
            DriverProvider.Type.STRING,
            "PEM file with the client's private key; default: the --cert file"),
        new Property(
            CACERT,
            DriverProvider.Type.STRING,
            "PEM file with the authorities to trust for the server, instead of the JDK's"),
        new Property(
            KEYSTORE,
            DriverProvider.Type.STRING,
            "PKCS#12 or JKS file with the client's certificate and key"),
        new Property(
            KEYSTORE_PASSWORD,
            DriverProvider.Type.STRING,
            "its password; default: that in the environment variable " + PASSWORD_VARIABLE),
        new Property(
            TRUSTSTORE,
            DriverProvider.Type.STRING,
            "PKCS#12 or JKS file with the authorities to trust, instead of --cacert"),
        new Property(
            TRUSTSTORE_PASSWORD,
            DriverProvider.Type.STRING,
            "its password; default: that in the environment variable " + TRUST_PASSWORD_VARIABLE));
  }

  /// The same without the client's certificate and key.
  public TlsOptions withoutClient() {
    return without(CERT, KEY, KEYSTORE, KEYSTORE_PASSWORD);
  }

  /// The same without the authorities to trust.
  public TlsOptions withoutAuthorities() {
    return without(CACERT, TRUSTSTORE, TRUSTSTORE_PASSWORD);
  }

  private TlsOptions without(String... names) {
    Map<String, Object> others = new HashMap<>(properties);
    others.keySet().removeAll(List.of(names));
    return of(others, environment);
  }

  /// All problems of the settings; reads the files.
  ///
  /// @param secure whether the target uses TLS
  /// @param form the prefix of a target over TLS, such as `https://`
  public List<PropertyProblem> check(boolean secure, String form) {
    List<PropertyProblem> problems = new ArrayList<>();
    if (!secure) {
      for (String each : ALL) {
        if (properties.containsKey(each) && !each.equals(INSECURE)) {
          problems.add(problem(each, "is for targets over TLS, which begin with " + form));
        }
      }
      return problems;
    }
    for (String each : List.of(CACERT, TRUSTSTORE)) {
      if (isInsecure() && properties.containsKey(each)) {
        problems.add(problem(each, "--insecure accepts any certificate: leave out one of both"));
      }
    }
    if (properties.containsKey(TRUSTSTORE) && properties.containsKey(CACERT)) {
      problems.add(problem(TRUSTSTORE, "the authorities are in --cacert: leave out one"));
    }
    if (properties.containsKey(KEYSTORE) && properties.containsKey(CERT)) {
      problems.add(problem(KEYSTORE, "the client has a certificate by --cert: leave out one"));
    }
    if (properties.containsKey(KEY) && !properties.containsKey(CERT)) {
      problems.add(problem(KEY, "the certificate of the key is missing: --cert FILE"));
    }
    if (properties.containsKey(KEYSTORE_PASSWORD) && !properties.containsKey(KEYSTORE)) {
      problems.add(problem(KEYSTORE_PASSWORD, "the key store is missing: --tls-keystore FILE"));
    }
    if (properties.containsKey(TRUSTSTORE_PASSWORD) && !properties.containsKey(TRUSTSTORE)) {
      problems.add(problem(TRUSTSTORE_PASSWORD, "the store is missing: --tls-truststore FILE"));
    }
    check(properties.containsKey(CACERT) ? CACERT : TRUSTSTORE, problems, this::authorities);
    int before = problems.size();
    if (properties.containsKey(CERT)) {
      check(KEY, problems, () -> PemFile.read(requiredFile(KEY)).key());
    }
    if (problems.size() == before) {
      check(CERT, problems, this::keyManagersOfPem);
    }
    check(KEYSTORE, problems, this::keyManagersOfStore);
    return problems;
  }

  private interface Reading {
    @Nullable Object read() throws GeneralSecurityException;
  }

  private void check(String property, List<PropertyProblem> problems, Reading reading) {
    if (!properties.containsKey(property)) {
      return;
    }
    try {
      Object ignored = reading.read();
    } catch (IllegalArgumentException | GeneralSecurityException e) {
      problems.add(problem(property, String.valueOf(e.getMessage())));
    }
  }

  private static PropertyProblem problem(String property, String message) {
    return new PropertyProblem(-1, property, message);
  }

  /// The TLS for a host.
  ///
  /// @throws DriverException if this JVM has no TLS, or a file has become unreadable
  public Tls tls(String host) throws DriverException {
    try {
      boolean isKnownToJdk = host.indexOf('_') < 0;
      TrustManager trust =
          isInsecure()
              ? new TrustAllManager()
              : ServerTrust.of(authorities(), isKnownToJdk ? null : host);
      KeyManager[] keys =
          properties.containsKey(CERT)
              ? keyManagersOfPem()
              : properties.containsKey(KEYSTORE) ? keyManagersOfStore() : null;
      SSLContext context = SSLContext.getInstance("TLS");
      context.init(keys, new TrustManager[] {trust}, null);
      return new Tls(context, host, !isInsecure() && isKnownToJdk);
    } catch (IllegalArgumentException e) {
      throw new DriverException(String.valueOf(e.getMessage()), e);
    } catch (GeneralSecurityException e) {
      throw new DriverException("TLS is not available in this JVM: " + e.getMessage(), e);
    }
  }

  private boolean isInsecure() {
    return Boolean.TRUE.equals(properties.get(INSECURE));
  }

  private @Nullable List<X509Certificate> authorities() {
    boolean isPem = properties.containsKey(CACERT);
    Path file = file(isPem ? CACERT : TRUSTSTORE);
    if (file == null) {
      return null;
    }
    List<X509Certificate> all =
        isPem
            ? PemFile.read(file).certificates()
            : KeyStores.trusted(file, password(TRUSTSTORE_PASSWORD, TRUST_PASSWORD_VARIABLE));
    List<X509Certificate> valid = all.stream().filter(each -> !isExpired(each)).toList();
    if (valid.isEmpty()) {
      throw new IllegalArgumentException(expiry(all.getFirst()) + " in " + file);
    }
    return valid;
  }

  private static boolean isExpired(X509Certificate certificate) {
    return certificate.getNotAfter().toInstant().isBefore(Instant.now());
  }

  private static String expiry(X509Certificate certificate) {
    return EnglishText.format(
        "the certificate of %s has expired (%tF)",
        certificate.getSubjectX500Principal().getName(), certificate.getNotAfter());
  }

  private KeyManager[] keyManagersOfPem() throws GeneralSecurityException {
    Path certFile = requiredFile(CERT);
    Path given = file(KEY);
    List<X509Certificate> chain = PemFile.read(certFile).certificates();
    if (given == null && !PemFile.read(certFile).hasKey()) {
      throw new IllegalArgumentException(
          certFile + " has no private key: --key FILE names the file that has it");
    }
    Path keyFile = given == null ? certFile : given;
    PrivateKey key = PemFile.read(keyFile).key();
    X509Certificate own = chain.getFirst();
    if (!PrivateKeys.belongTogether(key, own.getPublicKey())) {
      throw new IllegalArgumentException(
          "the key in "
              + keyFile
              + " does not belong to the "
              + (chain.size() > 1 ? "first certificate" : "certificate")
              + " in "
              + certFile);
    }
    if (isExpired(own)) {
      throw new IllegalArgumentException(expiry(own) + " in " + certFile);
    }
    return new KeyManager[] {new ClientIdentity(key, chain)};
  }

  private KeyManager[] keyManagersOfStore() throws GeneralSecurityException {
    Path file = requiredFile(KEYSTORE);
    char[] characters = password(KEYSTORE_PASSWORD, PASSWORD_VARIABLE);
    KeyStore store = KeyStores.ofClient(file, characters);
    KeyManagerFactory factory =
        KeyManagerFactory.getInstance(KeyManagerFactory.getDefaultAlgorithm());
    try {
      factory.init(store, characters);
    } catch (GeneralSecurityException e) {
      throw new IllegalArgumentException(
          characters.length == 0
              ? KeyStores.needsPassword(file, PASSWORD_VARIABLE)
              : "the password opens " + file + ", but not the key in it",
          e);
    }
    return factory.getKeyManagers();
  }

  /// Empty if there is none.
  private char[] password(String property, String variable) {
    Object given = properties.get(property);
    String password = given == null ? environment.apply(variable) : given.toString();
    return password == null ? new char[0] : password.toCharArray();
  }

  private Path requiredFile(String property) {
    Path file = file(property);
    if (file == null) {
      throw new IllegalStateException(property + " is not set");
    }
    return file;
  }

  private @Nullable Path file(String property) {
    Object name = properties.get(property);
    try {
      return name == null ? null : Path.of(name.toString());
    } catch (InvalidPathException e) {
      throw new IllegalArgumentException("not a file name: " + e.getReason(), e);
    }
  }
}
