package dev.takt.driver.http;

import dev.takt.load.driver.MaskedTarget;
import java.io.ByteArrayOutputStream;
import java.nio.charset.StandardCharsets;
import java.util.regex.Pattern;

/// The stored form of a failed response: lines that describe it, its head with secrets masked, and
/// the captured part of its body, unchanged. Bytes that could not be parsed may be part of a head,
/// so secrets in them are masked as well.
final class FailureText {

  private static final String MASK = MaskedTarget.MASK;
  private static final Pattern LINE = Pattern.compile("(?<=\n)");
  private static final Pattern FIRST_PAIR = Pattern.compile("^([^=;]*)=[^;]*");

  /// Secrets in a challenge: a token after the scheme, or a parameter.
  private static final Pattern CHALLENGE =
      Pattern.compile(
          "(?i)(?<=^[\\w-]{1,40} )[\\w+/.~-]{16,}=*(?=$|,)|(?<=\\b(?:nonce|opaque)=)(\"[^\"]*\"|[^,\\s]*)");

  private static final Pattern IN_URL =
      Pattern.compile(
          "(?i)(?<=//)[^/?#@\\s]*(?=@)"
              + "|(?<=[?&;#][\\w.-]{0,40}(?:token|secret|passw|pwd|key|code|sig|session)[\\w.-]{0,40}=)"
              + "[^&;#\\s>\"]*");

  private FailureText() {}

  /// @param rest remaining bytes that could not be parsed; empty if there are none
  static byte[] of(String label, ResponseCapture answer, byte[] rest) {
    ByteArrayOutputStream out = new ByteArrayOutputStream();
    byte[] body = answer.body();
    write(out, "takt: the first answer of the kind \"" + label + "\"\n");
    write(out, "takt: " + bodyLine(body.length, answer.bodyBytes()) + "\n");
    if (rest.length > 0) {
      write(out, "takt: the last " + rest.length + " bytes are what was not understood\n");
    }
    write(out, "\n");
    write(out, masked(new String(answer.head(), StandardCharsets.ISO_8859_1)));
    out.writeBytes(body);
    write(out, masked(new String(rest, StandardCharsets.ISO_8859_1)));
    return out.toByteArray();
  }

  private static String bodyLine(int kept, long all) {
    if (all == 0) {
      return "no body";
    }
    return kept == all
        ? "body of " + all + " bytes"
        : "the first " + kept + " of " + all + " bytes of the body";
  }

  private static void write(ByteArrayOutputStream out, String text) {
    out.writeBytes(text.getBytes(StandardCharsets.ISO_8859_1));
  }

  /// Masks the secrets of a head. Continuation lines belong to their header.
  static String masked(String head) {
    StringBuilder masked = new StringBuilder(head.length());
    StringBuilder field = new StringBuilder();
    for (String line : LINE.splitAsStream(head).toList()) {
      boolean continues = !field.isEmpty() && (line.startsWith(" ") || line.startsWith("\t"));
      if (!continues) {
        masked.append(maskedField(field.toString()));
        field.setLength(0);
      }
      field.append(line);
    }
    return masked.append(maskedField(field.toString())).toString();
  }

  /// Masks the secrets of a request's first line.
  static String maskedUrl(String line) {
    return IN_URL.matcher(line).replaceAll(MASK);
  }

  private static String maskedField(String field) {
    String text = field.stripTrailing();
    String end = field.substring(text.length());
    int colon = text.indexOf(':');
    if (colon < 0) {
      return field;
    }
    String name = text.substring(0, colon).strip();
    String value = text.substring(colon + 1).strip();
    String masked = maskedValue(new HeaderLine(name, value));
    return masked.equals(value) ? field : text.substring(0, colon) + ": " + masked + end;
  }

  private static String maskedValue(HeaderLine header) {
    if (header.is("Set-Cookie")) {
      String masked = FIRST_PAIR.matcher(header.value()).replaceFirst("$1=" + MASK);
      return masked.equals(header.value()) ? MASK : masked;
    } else if (header.isSecret()) {
      return MASK;
    } else if (header.is("WWW-Authenticate") || header.is("Proxy-Authenticate")) {
      return CHALLENGE.matcher(header.value()).replaceAll(MASK);
    }
    return IN_URL.matcher(header.value()).replaceAll(MASK);
  }
}
