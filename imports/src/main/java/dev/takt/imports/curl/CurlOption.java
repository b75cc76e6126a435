package dev.takt.imports.curl;

import java.util.Map;
import java.util.Set;

/// The options of curl by their names.
final class CurlOption {

  /// Long names of letters.
  private static final Map<String, String> LONG_NAMES =
      Map.ofEntries(
          Map.entry("X", "request"),
          Map.entry("H", "header"),
          Map.entry("d", "data"),
          Map.entry("u", "user"),
          Map.entry("b", "cookie"),
          Map.entry("G", "get"),
          Map.entry("I", "head"),
          Map.entry("k", "insecure"),
          Map.entry("L", "location"),
          Map.entry("A", "user-agent"),
          Map.entry("e", "referer"),
          Map.entry("m", "max-time"),
          Map.entry("F", "form"),
          Map.entry("T", "upload-file"),
          Map.entry("x", "proxy"),
          Map.entry("o", "output"),
          Map.entry("c", "cookie-jar"),
          Map.entry("w", "write-out"),
          Map.entry("D", "dump-header"),
          Map.entry("E", "cert"),
          Map.entry("r", "range"),
          Map.entry("K", "config"),
          Map.entry("U", "proxy-user"),
          Map.entry("C", "continue-at"),
          Map.entry("y", "speed-time"),
          Map.entry("Y", "speed-limit"),
          Map.entry("z", "time-cond"),
          Map.entry("P", "ftp-port"),
          Map.entry("Q", "quote"),
          Map.entry("t", "telnet-option"),
          Map.entry("h", "help"));

  /// Those with a value.
  private static final Set<String> WITH_VALUE =
      Set.of(
          "request",
          "header",
          "data",
          "data-raw",
          "data-binary",
          "data-ascii",
          "data-urlencode",
          "json",
          "user",
          "cookie",
          "user-agent",
          "referer",
          "max-time",
          "form",
          "form-string",
          "upload-file",
          "proxy",
          "output",
          "cookie-jar",
          "write-out",
          "dump-header",
          "cert",
          "key",
          "cacert",
          "capath",
          "pass",
          "cert-type",
          "key-type",
          "range",
          "config",
          "proxy-user",
          "continue-at",
          "speed-time",
          "speed-limit",
          "time-cond",
          "ftp-port",
          "quote",
          "telnet-option",
          "url",
          "connect-timeout",
          "resolve",
          "connect-to",
          "retry",
          "retry-delay",
          "retry-max-time",
          "max-redirs",
          "limit-rate",
          "interface",
          "ciphers",
          "tls-max",
          "unix-socket",
          "oauth2-bearer",
          "proxy-header",
          "noproxy",
          "output-dir",
          "stderr",
          "trace",
          "trace-ascii",
          "aws-sigv4",
          "url-query",
          "dns-servers",
          "socks5",
          "socks5-hostname",
          "max-filesize",
          "keepalive-time",
          "parallel-max",
          "rate",
          "variable",
          "tls13-ciphers",
          "curves",
          "pinnedpubkey",
          "local-port",
          "proto",
          "proto-default");

  private CurlOption() {}

  static String longName(String letter) {
    return LONG_NAMES.getOrDefault(letter, letter);
  }

  static boolean hasValue(String longName) {
    return WITH_VALUE.contains(longName);
  }
}
