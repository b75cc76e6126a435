package dev.takt.driver.grpc;

import dev.takt.driver.grpc.message.Rendering;
import dev.takt.driver.grpc.message.TypeLookup;
import dev.takt.http2.Exchange;
import dev.takt.http2.Request;
import dev.takt.http2.hpack.FieldList;
import dev.takt.load.driver.BodyBudget;
import dev.takt.load.driver.FailedResponses;
import dev.takt.load.driver.Outcome;
import dev.takt.load.journey.User;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.util.List;
import org.jspecify.annotations.Nullable;

/// Makes unary calls. Allocates nothing in steady state, except where a step reads an answer.
final class GrpcExchange implements Exchange {

  static final byte[] GRPC_STATUS = "grpc-status".getBytes(StandardCharsets.US_ASCII);

  private static final byte[] CONTENT_TYPE = "content-type".getBytes(StandardCharsets.US_ASCII);
  private static final byte[] GRPC = "application/grpc".getBytes(StandardCharsets.US_ASCII);

  private static final int HTTP_OK = 200;
  private static final int HTTP_FIRST_FINAL = 200;

  private static final Outcome NOT_GRPC =
      Outcome.failed("UNKNOWN: the answer is not application/grpc");
  private static final Outcome NO_STATUS = Outcome.failed("UNKNOWN: an answer without grpc-status");
  private static final Outcome CUT = Outcome.failed("INTERNAL: a message is cut off");
  private static final Outcome SECOND = Outcome.failed("INTERNAL: a second message");

  private final List<Call> calls;
  private final FailedResponses failures;
  private final long seed;
  private final Rendering values;
  private final MessageFrames messages;
  private final StepAnswer answer;

  /// Whose step is in flight; null for an operation that is no step, and for one that is abandoned.
  private @Nullable User user;

  private Call call;
  private boolean isRead;

  /// When the call was sent.
  private long sent;

  GrpcExchange(
      List<Call> calls, FailedResponses failures, long seed, TypeLookup types, BodyBudget budget) {
    this.calls = calls;
    this.failures = failures;
    this.seed = seed;
    this.values = new Rendering(seed, this::put);
    this.messages = new MessageFrames(budget);
    this.answer = new StepAnswer(messages, types);
    this.call = calls.getFirst();
  }

  @Override
  public void actFor(User next) {
    user = next;
  }

  /// Of a user, as it is: texts have a length, so that nothing is escaped.
  private void put(int variable, ByteBuffer out) {
    User known = user;
    if (known != null) {
      out.put(known.value(variable));
    } else { // the generator warms itself up
      out.put((byte) '0');
    }
  }

  @Override
  public void encode(int operation, long n, Request out) {
    call = calls.get(operation);
    call.metadata().put(seed, n, values.variables(), out);
    ByteBuffer body = out.beginBody();
    body.put((byte) 0);
    int begin = body.position();
    body.putInt(0);
    values.next(n);
    values.setWarmup(user == null);
    call.message().encode(values, body);
    body.putInt(begin, body.position() - begin - Integer.BYTES);
    out.endBody();
    begin();
  }

  private void begin() {
    User known = user;
    isRead = known != null && known.readsAnswer();
    messages.begin(known != null && isRead && answer.begin(known));
    sent = call.deadline() == null ? 0 : System.nanoTime();
  }

  @Override
  public long expiry() {
    Deadline deadline = call.deadline();
    return deadline != null && deadline.isOwn() ? sent + deadline.nanos() : Long.MAX_VALUE;
  }

  @Override
  public Outcome expired() {
    return kept(concluded(StatusCode.DEADLINE_EXCEEDED, null), null);
  }

  /// The server gives calls up after their deadline: with a status, or by a reset. Whatever it
  /// does, the outcome is the same.
  @Override
  public Outcome streamReset(Outcome outcome) {
    Deadline deadline = call.deadline();
    if (deadline == null || !isOverdue(deadline)) {
      return outcome;
    }
    return deadline.isOwn() ? concluded(StatusCode.DEADLINE_EXCEEDED, null) : Outcome.TIMED_OUT;
  }

  private boolean isOverdue(Deadline deadline) {
    return System.nanoTime() - sent >= deadline.nanos();
  }

  @Override
  public @Nullable Outcome fields(FieldList fields, boolean isEnd) {
    int http = fields.status();
    if (http != 0 && http < HTTP_FIRST_FINAL) {
      return null;
    }
    if (http != 0) {
      messages.head(fields);
    }
    if (isRead) {
      answer.take(fields);
    }
    int status = fields.find(GRPC_STATUS);
    if (http == 0 || (isEnd && status != FieldList.NONE)) {
      return kept(status == FieldList.NONE ? NO_STATUS : ended(fields, status), fields);
    }
    if (http != HTTP_OK) {
      return kept(Outcome.failed(StatusCode.ofHttp(http) + " (HTTP status " + http + ")"), fields);
    }
    if (!isGrpc(fields)) {
      return kept(NOT_GRPC, fields);
    }
    return isEnd ? kept(NO_STATUS, fields) : null;
  }

  private static boolean isGrpc(FieldList fields) {
    int type = fields.find(CONTENT_TYPE);
    if (type == FieldList.NONE || fields.valueLength(type) < GRPC.length) {
      return false;
    }
    for (int i = 0; i < GRPC.length; i++) {
      if (fields.bytes()[fields.valueStart(type) + i] != GRPC[i]) {
        return false;
      }
    }
    return true;
  }

  @Override
  public @Nullable Outcome data(ByteBuffer in, boolean isEnd) {
    Outcome invalid = messages.take(in);
    if (invalid != null) {
      return kept(invalid, null);
    } else if (messages.messages() > 1) {
      return kept(SECOND, null);
    }
    return isEnd ? kept(NO_STATUS, null) : null;
  }

  private Outcome ended(FieldList fields, int status) {
    StatusCode code = StatusCode.of(fields.number(status));
    if (code == StatusCode.OK && messages.isCut()) {
      return CUT;
    }
    Deadline deadline = call.deadline();
    if (code == StatusCode.DEADLINE_EXCEEDED
        && deadline != null
        && !deadline.isOwn()
        && isOverdue(deadline)) {
      return Outcome.TIMED_OUT;
    }
    return concluded(code, fields);
  }

  /// @param fields that the answer has ended with; null if there are none
  private Outcome concluded(StatusCode code, @Nullable FieldList fields) {
    Outcome outcome = call.expectation().outcome(code, messages.messages() == 1);
    User known = user;
    if (known == null || !isRead || !outcome.isOk()) {
      return outcome;
    }
    answer.complete(call.output());
    String failure = known.judge(answer);
    if (failure != null && failures.wants(failure)) {
      failures.keep(failure, FailureText.of(failure, fields, answer.text()));
    }
    answer.forget();
    return failure == null ? outcome : Outcome.failed(failure);
  }

  /// Keeps the fields of the first failure of each kind.
  private Outcome kept(Outcome outcome, @Nullable FieldList fields) {
    messages.release();
    if (!outcome.isOk() && failures.wants(outcome.label())) {
      failures.keep(outcome.label(), FailureText.of(outcome.label(), fields, null));
    }
    return outcome;
  }

  @Override
  public void takeOver(Exchange other) {
    if (!(other instanceof GrpcExchange from)) {
      throw new IllegalArgumentException("an exchange of another protocol");
    }
    user = from.user;
    from.abandoned();
  }

  @Override
  public void abandoned() {
    user = null;
    isRead = false;
    answer.forget();
  }

  @Override
  public void failed(Outcome outcome) {
    kept(outcome, null);
  }

  @Override
  public void reset() {
    messages.begin(false);
  }
}
