package dev.takt.report.page;

import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.util.Base64;
import java.util.HexFormat;

/// Hashes: what stands for a path where a path must not be told, and what a policy allows.
final class Hashes {

  private static final int ID_BYTES = 8;

  private Hashes() {}

  /// A name for a path: hexadecimal digits.
  static String id(Path path) {
    byte[] hash = sha256(path.toAbsolutePath().normalize().toString());
    return HexFormat.of().formatHex(hash, 0, ID_BYTES);
  }

  /// A text as a Content-Security-Policy names it.
  static String source(String text) {
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
