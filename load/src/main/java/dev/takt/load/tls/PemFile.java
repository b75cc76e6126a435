package dev.takt.load.tls;

import dev.takt.runs.text.EnglishText;
import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.GeneralSecurityException;
import java.security.PrivateKey;
import java.security.cert.CertificateException;
import java.security.cert.CertificateFactory;
import java.security.cert.X509Certificate;
import java.util.ArrayList;
import java.util.Base64;
import java.util.List;
import java.util.Set;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/// The blocks of a PEM file (RFC 7468), as OpenSSL and others write them. Text around them is
/// skipped.
final class PemFile {

  private static final Pattern BLOCK =
      Pattern.compile("-----BEGIN ([A-Z0-9 ]+)-----(.*?)-----END \\1-----", Pattern.DOTALL);

  private static final Set<String> CERTIFICATES = Set.of("CERTIFICATE", "X509 CERTIFICATE");
  private static final String PKCS8 = "PRIVATE KEY";
  private static final String PKCS1 = "RSA PRIVATE KEY";
  private static final String SEC1 = "EC PRIVATE KEY";
  private static final String EC_PARAMETERS = "EC PARAMETERS";
  private static final String ENCRYPTED = "ENCRYPTED PRIVATE KEY";

  private record Block(String type, String body) {}

  private final Path file;
  private final List<Block> blocks;

  private PemFile(Path file, List<Block> blocks) {
    this.file = file;
    this.blocks = blocks;
  }

  /// @throws IllegalArgumentException with what is wrong with the file
  static PemFile read(Path file) {
    FileProblems.checkReadable(file);
    String text;
    try {
      // Every byte is a character in this charset. A file that is not PEM is then rejected for that
      // reason, and not as invalid UTF-8.
      text = Files.readString(file, StandardCharsets.ISO_8859_1);
    } catch (IOException e) {
      throw new IllegalArgumentException("cannot read " + file + ": " + e.getMessage(), e);
    }
    List<Block> blocks = new ArrayList<>();
    Matcher matcher = BLOCK.matcher(text);
    while (matcher.find()) {
      blocks.add(new Block(matcher.group(1), matcher.group(2)));
    }
    if (blocks.isEmpty()) {
      throw new IllegalArgumentException(
          file + " is not a PEM file: it has no line -----BEGIN …-----");
    }
    return new PemFile(file, blocks);
  }

  /// All certificates, in the file's order.
  ///
  /// @throws IllegalArgumentException if there is none, or one cannot be read
  List<X509Certificate> certificates() {
    List<X509Certificate> certificates = new ArrayList<>();
    for (Block block : blocks) {
      if (CERTIFICATES.contains(block.type)) {
        certificates.add(certificate(block));
      }
    }
    if (certificates.isEmpty()) {
      throw new IllegalArgumentException(
          file + " has no certificate, but " + types() + "; a certificate was expected");
    }
    return certificates;
  }

  private X509Certificate certificate(Block block) {
    try {
      return (X509Certificate)
          CertificateFactory.getInstance("X.509")
              .generateCertificate(new ByteArrayInputStream(decoded(block)));
    } catch (CertificateException e) {
      throw new IllegalArgumentException("a certificate in " + file + " is damaged", e);
    }
  }

  boolean hasKey() {
    return blocks.stream().anyMatch(block -> block.type.endsWith(PKCS8));
  }

  /// The first private key.
  ///
  /// @throws IllegalArgumentException if there is none, or it cannot be read
  PrivateKey key() {
    byte @Nullable [] curve = null;
    for (Block block : blocks) {
      if (block.type.equals(ENCRYPTED) || block.body.contains("ENCRYPTED")) {
        throw new IllegalArgumentException(
            EnglishText.format(
                "the key in %s is encrypted; openssl pkey -in %s -out PLAIN writes it without, --tls-keystore takes PKCS#12",
                file, file));
      }
      try {
        switch (block.type) {
          case PKCS8 -> {
            return PrivateKeys.of(decoded(block));
          }
          case PKCS1 -> {
            return PrivateKeys.ofRsa(decoded(block));
          }
          case EC_PARAMETERS -> curve = decoded(block);
          case SEC1 -> {
            return PrivateKeys.ofEc(decoded(block), curve);
          }
          default -> {
            // The block is not a key.
          }
        }
      } catch (GeneralSecurityException e) {
        throw new IllegalArgumentException(
            "the private key in " + file + " is damaged or of an unknown kind", e);
      }
    }
    throw new IllegalArgumentException(
        file + " has no private key, but " + types() + "; a private key was expected");
  }

  private String types() {
    return String.join(", ", blocks.stream().map(Block::type).distinct().toList());
  }

  private byte[] decoded(Block block) {
    try {
      return Base64.getDecoder().decode(block.body.replaceAll("\\s+", ""));
    } catch (IllegalArgumentException e) {
      throw new IllegalArgumentException(
          "the " + block.type + " in " + file + " is not Base64: it is damaged", e);
    }
  }
}
