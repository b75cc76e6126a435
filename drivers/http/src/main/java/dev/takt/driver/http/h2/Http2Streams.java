package dev.takt.driver.http.h2;

import dev.takt.http2.Http2Session;
import dev.takt.http2.SampleAnswer;
import dev.takt.http2.hpack.FieldBlock;
import dev.takt.load.driver.DriverException;
import dev.takt.load.driver.Endpoint;
import dev.takt.load.driver.WireDriver.Codec;
import dev.takt.load.driver.WireDriver.Message;
import dev.takt.load.driver.WireDriver.Session;
import dev.takt.runs.text.Units;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.OptionalInt;
import java.util.concurrent.atomic.LongAdder;
import java.util.function.Supplier;
import java.util.function.UnaryOperator;
import org.jspecify.annotations.Nullable;

/// The streams of a run over HTTP/2: how many a connection carries at once, its sessions, and what
/// the user should know of them. Thread-safe.
public final class Http2Streams {

  private static final String HTTP_1_1 = " HTTP/1.1";

  private final int wanted;
  private final int allowed;
  private final LongAdder repeated = new LongAdder();

  private Http2Streams(int wanted, int allowed) {
    this.wanted = wanted;
    this.allowed = allowed;
  }

  /// The streams of a target; null for HTTP/1.1. Connects to it if that is not decided otherwise.
  ///
  /// @param endpoint of the target; with TLS, its ALPN offers [Http2Probe#OFFERED]
  /// @param name of the target, for messages
  /// @throws DriverException if the target cannot be reached, speaks no HTTP/2 although it must, or
  ///   allows no streams
  public static @Nullable Http2Streams of(
      Map<String, Object> properties, Endpoint endpoint, String name) throws DriverException {
    HttpVersion version = HttpVersion.of(properties);
    if (version == HttpVersion.HTTP_1_1
        || (version == HttpVersion.AUTO && endpoint.tls() == null)) {
      return null;
    }
    OptionalInt allowed = Http2Probe.maxStreams(endpoint, name, version);
    if (allowed.isEmpty()) {
      return null;
    }
    if (allowed.getAsInt() == 0) {
      throw DriverException.definite(
          name + " allows no streams on a connection of HTTP/2; --http 1.1 uses HTTP/1.1", null);
    }
    return new Http2Streams(HttpVersion.streams(properties), allowed.getAsInt());
  }

  /// How many requests a connection carries at once.
  public int count() {
    return Math.min(wanted, allowed);
  }

  /// A session for one connection.
  public Session session(Supplier<TextCodec> codecs) {
    return new Http2Session(() -> exchange(codecs.get(), UnaryOperator.identity()));
  }

  /// A session for one connection, whose codecs are watched.
  ///
  /// @param observer wraps each codec
  public Session observedSession(Supplier<TextCodec> codecs, UnaryOperator<Codec> observer) {
    return new Http2Session(() -> exchange(codecs.get(), observer));
  }

  /// A session for warming up the generator without the target.
  public Session warmupSession(Supplier<TextCodec> codecs) {
    return Http2Session.forWarmup(() -> exchange(codecs.get(), UnaryOperator.identity()));
  }

  private static TextExchange exchange(TextCodec codec, UnaryOperator<Codec> observer) {
    return new TextExchange(codec, observer.apply(codec));
  }

  /// An answer of the target, for warming up the generator without the target.
  ///
  /// @param body null for none
  public static ByteBuffer sampleAnswer(int stream, int status, @Nullable String body) {
    FieldBlock fields =
        FieldBlock.EMPTY
            .with("server", "takt")
            .with("date", "Thu, 01 Jan 1970 00:00:00 GMT")
            .with("content-type", "text/plain");
    if (body == null) {
      return SampleAnswer.onStream(stream).head(status, fields).end();
    }
    byte[] bytes = body.getBytes(StandardCharsets.UTF_8);
    return SampleAnswer.onStream(stream)
        .head(status, fields.with("content-length", Integer.toString(bytes.length)))
        .data(bytes)
        .end();
  }

  /// An operation is sent once more: a server had ended its connection without processing it.
  public void repeated() {
    repeated.increment();
  }

  /// A request as text of HTTP/1.1, or an answer, for people.
  public static Message show(Message message) {
    List<String> head = new ArrayList<>(message.head());
    if (!head.isEmpty() && head.getFirst().endsWith(HTTP_1_1)) {
      String line = head.getFirst();
      head.set(0, line.substring(0, line.length() - HTTP_1_1.length()) + " HTTP/2");
    }
    return new Message(head, message.body());
  }

  /// For people, after the name of the target.
  public String describe() {
    return "HTTP/2 with "
        + Units.count(count())
        + (count() == 1 ? " stream" : " streams")
        + " on a connection";
  }

  /// What the user should know after the run.
  public List<String> notes() {
    List<String> notes = new ArrayList<>();
    if (count() < wanted) {
      notes.add(
          "The server allows "
              + Units.count(allowed)
              + " streams on a connection, fewer than the "
              + Units.count(wanted)
              + " of --streams.");
    }
    long count = repeated.sum();
    if (count > 0) {
      notes.add(
          "The server ended connections (GOAWAY) without processing "
              + Units.count(count)
              + (count == 1 ? " request, which was" : " requests, which were")
              + " sent once more.");
    }
    return notes;
  }
}
