package dev.takt.report.page;

import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.util.Base64;
import java.util.HexFormat;

/// SHA-256 hashes: ids that do not reveal a path, and sources of a Content-Security-Policy.
final class Hashes {

  private static final int ID_BYTES = 8;

  private Hashes() {}

  /// An id for a path: the first 8 bytes of its hash in hexadecimal.
  static String id(Path path) {
    byte[] hash = sha256(path.toAbsolutePath().normalize().toString());
    return HexFormat.of().formatHex(hash, 0, ID_BYTES);
  }

  /// The source expression of a Content-Security-Policy that allows a text.
  static String cspSource(String text) {
    return "'sha256-" + Base64.getEncoder().encodeToString(sha256(text)) + "'";
  }

  private static byte[] sha256(String text) {
    try {
      return MessageDigest.getInstance("SHA-256").digest(text.getBytes(StandardCharsets.UTF_8));
    } catch (NoSuchAlgorithmException e) {
      throw new IllegalStateException(e); // every JDK has it
    }
  }
}
