package dev.takt.driver.http.h2;

import dev.takt.load.driver.WireDriver;

/// Writes requests and reads answers as text of HTTP/1.1, and knows the scheme of their URL.
public interface TextCodec extends WireDriver.Codec {

  /// Whether the request that was encoded last is sent over TLS. A redirect may lead elsewhere.
  boolean isSecure();
}
