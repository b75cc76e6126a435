package dev.takt.http2.hpack;

import java.nio.charset.StandardCharsets;
import java.util.Arrays;

/// The fields that both sides know (RFC 7541, appendix A). Indices begin with 1.
final class StaticTable {

  /// The number of its fields.
  static final int SIZE = 61;

  private static final String[] TEXT = {
    ":authority",
    "",
    ":method",
    "GET",
    ":method",
    "POST",
    ":path",
    "/",
    ":path",
    "/index.html",
    ":scheme",
    "http",
    ":scheme",
    "https",
    ":status",
    "200",
    ":status",
    "204",
    ":status",
    "206",
    ":status",
    "304",
    ":status",
    "400",
    ":status",
    "404",
    ":status",
    "500",
    "accept-charset",
    "",
    "accept-encoding",
    "gzip, deflate",
    "accept-language",
    "",
    "accept-ranges",
    "",
    "accept",
    "",
    "access-control-allow-origin",
    "",
    "age",
    "",
    "allow",
    "",
    "authorization",
    "",
    "cache-control",
    "",
    "content-disposition",
    "",
    "content-encoding",
    "",
    "content-language",
    "",
    "content-length",
    "",
    "content-location",
    "",
    "content-range",
    "",
    "content-type",
    "",
    "cookie",
    "",
    "date",
    "",
    "etag",
    "",
    "expect",
    "",
    "expires",
    "",
    "from",
    "",
    "host",
    "",
    "if-match",
    "",
    "if-modified-since",
    "",
    "if-none-match",
    "",
    "if-range",
    "",
    "if-unmodified-since",
    "",
    "last-modified",
    "",
    "link",
    "",
    "location",
    "",
    "max-forwards",
    "",
    "proxy-authenticate",
    "",
    "proxy-authorization",
    "",
    "range",
    "",
    "referer",
    "",
    "refresh",
    "",
    "retry-after",
    "",
    "server",
    "",
    "set-cookie",
    "",
    "strict-transport-security",
    "",
    "transfer-encoding",
    "",
    "user-agent",
    "",
    "vary",
    "",
    "via",
    "",
    "www-authenticate",
    ""
  };

  private static final byte[][] NAMES = new byte[SIZE][];
  private static final byte[][] VALUES = new byte[SIZE][];

  static {
    for (int i = 0; i < SIZE; i++) {
      NAMES[i] = TEXT[2 * i].getBytes(StandardCharsets.US_ASCII);
      VALUES[i] = TEXT[2 * i + 1].getBytes(StandardCharsets.US_ASCII);
    }
  }

  private StaticTable() {}

  /// @param index from 1
  static byte[] name(int index) {
    return NAMES[index - 1];
  }

  /// @param index from 1
  static byte[] value(int index) {
    return VALUES[index - 1];
  }

  /// The first index of a name; 0 if it is not in the table. Fields with the same name are
  /// consecutive.
  static int find(byte[] name) {
    for (int index = 1; index <= SIZE; index++) {
      if (Arrays.equals(NAMES[index - 1], name)) {
        return index;
      }
    }
    return 0;
  }
}
