/// HTTP/2 for drivers: a session whose streams carry operations, and HPACK.
module dev.takt.http2 {
  requires static org.jspecify;
  requires transitive dev.takt.load;

  exports dev.takt.http2;
  exports dev.takt.http2.hpack;
}
