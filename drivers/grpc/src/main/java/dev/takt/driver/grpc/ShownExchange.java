package dev.takt.driver.grpc;

import dev.takt.http2.Exchange;
import dev.takt.http2.Request;
import dev.takt.http2.hpack.FieldList;
import dev.takt.load.driver.AsyncDriver.Viewer;
import dev.takt.load.driver.Outcome;
import dev.takt.load.journey.User;
import java.nio.ByteBuffer;
import java.util.List;
import org.jspecify.annotations.Nullable;

/// Makes calls, and shows each of them as it is sent and received.
final class ShownExchange implements Exchange {

  private final GrpcExchange exchange;
  private final List<Call> calls;
  private final MessageDecoder decoder;
  private final Viewer viewer;
  private final AnswerCopy answer = new AnswerCopy();
  private Call call;

  ShownExchange(GrpcExchange exchange, List<Call> calls, MessageDecoder decoder, Viewer viewer) {
    this.exchange = exchange;
    this.calls = calls;
    this.decoder = decoder;
    this.viewer = viewer;
    this.call = calls.getFirst();
  }

  @Override
  public void actFor(User user) {
    exchange.actFor(user);
  }

  @Override
  public void encode(int operation, long n, Request out) {
    RequestCopy copy = new RequestCopy(out);
    exchange.encode(operation, n, copy);
    call = calls.get(operation);
    answer.begin();
    viewer.requested(copy.text(call.input(), decoder));
  }

  @Override
  public @Nullable Outcome fields(FieldList fields, boolean isEnd) {
    viewer.reading(System.nanoTime());
    answer.take(fields);
    return shown(exchange.fields(fields, isEnd));
  }

  @Override
  public @Nullable Outcome data(ByteBuffer in, boolean isEnd) {
    viewer.reading(System.nanoTime());
    answer.take(in.duplicate());
    return shown(exchange.data(in, isEnd));
  }

  private @Nullable Outcome shown(@Nullable Outcome outcome) {
    if (outcome == null) {
      viewer.answered("");
    } else {
      show();
    }
    return outcome;
  }

  private void show() {
    viewer.answered(answer.hasBegun() ? answer.text(call.output(), decoder) : "");
    answer.begin();
  }

  /// Shows what has come of the answer.
  @Override
  public void abandoned() {
    exchange.abandoned();
    show();
  }

  /// Shows what has come of the answer.
  @Override
  public void failed(Outcome outcome) {
    exchange.failed(outcome);
    show();
  }

  @Override
  public void takeOver(Exchange other) {
    exchange.takeOver(other instanceof ShownExchange shown ? shown.exchange : other);
  }

  @Override
  public long expiry() {
    return exchange.expiry();
  }

  @Override
  public Outcome expired() {
    return exchange.expired();
  }

  @Override
  public Outcome streamReset(Outcome outcome) {
    return exchange.streamReset(outcome);
  }

  @Override
  public void reset() {
    exchange.reset();
    answer.begin();
  }
}
