package dev.takt.driver.grpc;

import dev.takt.driver.grpc.message.UnreadableMessageException;
import dev.takt.driver.grpc.schema.UnaryCaller;
import dev.takt.http2.Exchange;
import dev.takt.http2.Http2Session;
import dev.takt.http2.Request;
import dev.takt.http2.hpack.FieldBlock;
import dev.takt.http2.hpack.FieldList;
import dev.takt.load.driver.BodyBudget;
import dev.takt.load.driver.DriverException;
import dev.takt.load.driver.Endpoint;
import dev.takt.load.driver.Outcome;
import dev.takt.load.journey.Answer;
import dev.takt.load.wire.control.SingleConnection;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import org.jspecify.annotations.Nullable;

/// A connection for what has to be known before a run: one call at a time, which blocks. Must be
/// used by the thread that opens it.
final class ControlConnection implements UnaryCaller, AutoCloseable {

  private static final Duration TIMEOUT = Duration.ofSeconds(30);

  private final GrpcTarget target;
  private final Http2Session session = new Http2Session(() -> new CallExchange(this));
  private final SingleConnection connection;
  private FieldBlock fields = FieldBlock.EMPTY;
  private byte[] message = {};
  private Reply reply = new Reply("", "", message);

  private ControlConnection(GrpcTarget target, Endpoint endpoint) throws DriverException {
    this.target = target;
    this.connection = SingleConnection.open(endpoint, session, target.toString());
  }

  /// @throws DriverException if the server cannot be reached, or does not speak HTTP/2
  static ControlConnection open(GrpcTarget target, Endpoint endpoint) throws DriverException {
    return new ControlConnection(target, endpoint);
  }

  /// How many calls the server takes on a connection at once.
  int maxStreams() {
    return session.maxConcurrentStreams();
  }

  @Override
  public Reply call(String path, byte[] message) throws DriverException {
    fields = GrpcOptions.fields(target, path);
    this.message = message;
    Outcome ended = connection.call(TIMEOUT);
    if (ended == null) {
      throw new DriverException("no answer within 30 s to " + path);
    }
    if (!ended.isOk()) {
      throw new DriverException(path + ": " + ended.label());
    }
    return reply;
  }

  @Override
  public void close() {
    connection.close();
  }

  private static final class CallExchange implements Exchange {

    private static final int HTTP_OK = 200;
    private static final byte[] MESSAGE = "grpc-message".getBytes(StandardCharsets.US_ASCII);

    private final ControlConnection calls;
    private final MessageFrames messages =
        new MessageFrames(new BodyBudget(2L * Answer.MAX_BODY_BYTES));

    CallExchange(ControlConnection calls) {
      this.calls = calls;
    }

    @Override
    public void encode(int operation, long n, Request out) {
      messages.begin(true);
      out.fields(calls.fields);
      ByteBuffer body = out.beginBody();
      body.put((byte) 0).putInt(calls.message.length).put(calls.message);
      out.endBody();
    }

    @Override
    public @Nullable Outcome fields(FieldList fields, boolean isEnd) {
      int http = fields.status();
      int status = fields.find(GrpcExchange.GRPC_STATUS);
      if (http != 0 && http < HTTP_OK) {
        return null;
      }
      if (http != 0) {
        messages.head(fields);
      }
      if (status == FieldList.NONE && (isEnd || (http != 0 && http != HTTP_OK))) {
        StatusCode code = http == 0 ? StatusCode.UNKNOWN : StatusCode.ofHttp(http);
        return ended(code, http == 0 ? "no grpc-status" : "HTTP status " + http);
      }
      if (!isEnd) {
        return null;
      }
      int detail = fields.find(MESSAGE);
      return ended(
          StatusCode.of(fields.number(status)),
          detail == FieldList.NONE ? "" : FailureText.decoded(fields.value(detail)));
    }

    private Outcome ended(StatusCode code, String detail) {
      if (messages.isCut()) {
        return Outcome.failed("a message is cut off");
      }
      byte[] first = {};
      try {
        if (messages.messages() > 0) {
          ByteBuffer content = messages.content();
          first = new byte[content.remaining()];
          content.get(first);
        }
      } catch (UnreadableMessageException e) {
        return Outcome.failed(String.valueOf(e.getMessage()));
      } catch (IOException _) {
        return Outcome.failed("a message is not compressed as its grpc-encoding says");
      }
      calls.reply = new Reply(code.name(), detail, first);
      return Outcome.OK;
    }

    @Override
    public @Nullable Outcome data(ByteBuffer in, boolean isEnd) {
      Outcome invalid = messages.take(in);
      if (invalid != null) {
        return invalid;
      }
      return isEnd ? ended(StatusCode.UNKNOWN, "no grpc-status") : null;
    }

    @Override
    public void reset() {
      messages.begin(false);
    }
  }
}
