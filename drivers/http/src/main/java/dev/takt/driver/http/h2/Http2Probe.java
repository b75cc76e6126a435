package dev.takt.driver.http.h2;

import dev.takt.http2.Exchange;
import dev.takt.http2.Http2Session;
import dev.takt.http2.Request;
import dev.takt.http2.hpack.FieldList;
import dev.takt.load.driver.DriverException;
import dev.takt.load.driver.Endpoint;
import dev.takt.load.driver.Outcome;
import dev.takt.load.driver.WireDriver.Codec;
import dev.takt.load.driver.WireDriver.Session;
import dev.takt.load.wire.control.SingleConnection;
import java.nio.ByteBuffer;
import java.util.List;
import java.util.OptionalInt;
import org.jspecify.annotations.Nullable;

/// A connection before the run, which shows whether the server speaks HTTP/2, and how many streams
/// it allows.
public final class Http2Probe {

  /// What a client offers by ALPN. A server without HTTP/2 says so by its choice.
  public static final List<String> OFFERED = List.of(Http2Session.ALPN, "http/1.1");

  private final Endpoint endpoint;
  private final ProbeSession session;

  private Http2Probe(Endpoint endpoint, boolean mustBeHttp2) {
    this.endpoint = endpoint;
    this.session = new ProbeSession(mustBeHttp2, endpoint.tls() == null);
  }

  /// Connects once.
  ///
  /// @param name of the target, for messages
  /// @param version not HTTP/1.1; with [HttpVersion#AUTO] the endpoint uses TLS
  /// @return how many streams the server allows on a connection; empty if it has chosen HTTP/1.1
  /// @throws DriverException if the server cannot be reached, or speaks no HTTP/2 although it must
  public static OptionalInt maxStreams(Endpoint endpoint, String name, HttpVersion version)
      throws DriverException {
    Http2Probe probe = new Http2Probe(endpoint, version == HttpVersion.HTTP_2);
    try (SingleConnection _ = SingleConnection.open(endpoint, probe.session, name)) {
      return probe.session.isHttp2
          ? OptionalInt.of(probe.session.session.maxConcurrentStreams())
          : OptionalInt.empty();
    } catch (DriverException e) {
      throw probe.explained(e);
    }
  }

  /// Adds what the user can do. A server that answers, but not as one of HTTP/2, will not do so
  /// later.
  private DriverException explained(DriverException e) {
    boolean isPlain = endpoint.tls() == null;
    String advice =
        session.isUnoffered
            ? "; --http auto uses what the server has"
            : isPlain && session.hasBegun
                ? "; without TLS a server has to expect HTTP/2 (h2c); --http 1.1 uses HTTP/1.1"
                : "";
    String message = e.getMessage() + advice;
    return session.hasRefused
        ? DriverException.definite(message, e)
        : new DriverException(message, e);
  }

  private static final class ProbeSession implements Session {

    private final Http2Session session = new Http2Session(NoExchange::new);
    private final boolean mustBeHttp2;
    private boolean isHttp2;

    /// Whether the server has been asked for HTTP/2.
    private boolean hasBegun;

    /// Whether the server has not chosen HTTP/2 by ALPN.
    private boolean isUnoffered;

    /// Whether the server's answer was no HTTP/2.
    private boolean hasRefused;

    ProbeSession(boolean mustBeHttp2, boolean isHttp2) {
      this.mustBeHttp2 = mustBeHttp2;
      this.isHttp2 = isHttp2;
    }

    @Override
    public @Nullable Outcome negotiated(String protocol) {
      isHttp2 = protocol.equals(Http2Session.ALPN);
      Outcome refusal = mustBeHttp2 ? session.negotiated(protocol) : null;
      isUnoffered = refusal != null;
      hasRefused = isUnoffered;
      return refusal;
    }

    @Override
    public Codec newCodec(int stream) {
      return session.newCodec(stream);
    }

    @Override
    public boolean hasStreams() {
      return true;
    }

    @Override
    public boolean needsSetup() {
      return isHttp2 && session.needsSetup();
    }

    @Override
    public void encodeSetup(ByteBuffer out) {
      hasBegun = true;
      session.encodeSetup(out);
    }

    @Override
    public @Nullable Outcome decodeSetup(ByteBuffer in) {
      Outcome outcome = session.decodeSetup(in);
      hasRefused = outcome != null && !outcome.isOk();
      return outcome;
    }
  }

  /// Nothing is requested.
  private static final class NoExchange implements Exchange {

    @Override
    public void encode(int operation, long n, Request out) {
      throw new UnsupportedOperationException("not for load");
    }

    @Override
    public @Nullable Outcome fields(FieldList fields, boolean isEnd) {
      return null;
    }

    @Override
    public @Nullable Outcome data(ByteBuffer in, boolean isEnd) {
      return null;
    }

    @Override
    public void reset() {}
  }
}
