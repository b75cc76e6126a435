package dev.takt.driver.http;

import dev.takt.driver.http.h2.TextCodec;
import dev.takt.load.driver.BodyBudget;
import dev.takt.load.driver.FailedResponses;
import dev.takt.load.driver.Outcome;
import dev.takt.load.driver.PendingEndpoint;
import dev.takt.load.journey.User;
import java.lang.foreign.MemorySegment;
import java.nio.ByteBuffer;
import org.jspecify.annotations.Nullable;

/// Writes requests from their forms and parses the responses, skipping bodies. Does not allocate
/// per response.
final class HttpCodec implements TextCodec {

  private final PreparedRequest[] forms;
  private final long seed;
  private final Origin target;
  private final ResponseReader answers;
  private @Nullable MemorySegment attachment;
  private ByteBuffer scratch = ByteBuffer.allocate(0);

  private final StepValues values;
  private final StepAnswer answer;

  /// Null if redirects are not followed.
  private final @Nullable RedirectChain chain;

  /// Whether the response is a redirect to follow.
  private boolean hasNext;

  /// @param bodies of all connections
  /// @param origins null if redirects are not followed
  /// @param isStream whether it is on a stream of HTTP/2
  HttpCodec(
      PreparedRequest[] forms,
      long seed,
      RedirectOutcomes redirects,
      FailedResponses failures,
      Origin target,
      BodyBudget bodies,
      @Nullable RedirectOrigins origins,
      boolean isStream) {
    this.answers = new ResponseReader(redirects, failures, origins != null, isStream);
    this.forms = forms;
    this.seed = seed;
    this.target = target;
    this.values = new StepValues(target);
    this.answer = new StepAnswer(bodies);
    this.chain = origins == null ? null : new RedirectChain(origins, seed, values);
  }

  @Override
  public void actFor(User user) {
    values.of(user);
  }

  @Override
  public void encode(int operation, long n, ByteBuffer out) {
    PreparedRequest next = forms[operation];
    makeRoom(next, out);
    attachment = next.attachment();
    next.encode(seed, n, values, out, scratch);
    begin(next, next.kind);
    if (chain != null) {
      chain.begin(next, n);
    }
  }

  @Override
  public boolean isSecure() {
    return chain == null ? target.tls() : chain.isSecure();
  }

  /// Prepares for the answer to a request of an operation.
  private void begin(PreparedRequest operation, ResponseReader.RequestKind kind) {
    User user = values.user();
    if (user == null) {
      answers.begin(operation.expected, kind, null);
    } else {
      boolean takesBody = answer.begin(user);
      answers.begin(operation.expected, kind, takesBody ? answer : null, answer);
    }
    hasNext = false;
  }

  private void makeRoom(PreparedRequest next, ByteBuffer out) {
    if (next.hasBody() && scratch.capacity() < out.capacity()) {
      scratch = ByteBuffer.allocate(out.capacity());
    }
  }

  @Override
  public @Nullable MemorySegment attachment() {
    return attachment;
  }

  @Override
  public @Nullable Outcome decode(ByteBuffer in) {
    return kept(judged(followed(answers.decode(in))), in);
  }

  @Override
  public @Nullable Outcome decodeEnd() {
    return kept(judged(followed(answers.decodeEnd())), null);
  }

  /// Gives the user of a step the cookies, and lets it extract and check.
  private @Nullable Outcome judged(@Nullable Outcome outcome) {
    User user = values.user();
    if (outcome == null || user == null) {
      return outcome;
    }
    try {
      if (outcome.status() != 0) {
        answer.store(outcome.status(), user, values.path(), values.host());
      }
      String failure =
          outcome.isOk() && outcome.status() != 0 && user.readsAnswer() ? user.judge(answer) : null;
      return failure == null ? outcome : Outcome.failed(failure, outcome.status());
    } finally {
      answer.release();
    }
  }

  private @Nullable Outcome kept(@Nullable Outcome outcome, @Nullable ByteBuffer in) {
    if (outcome != null && !outcome.isOk()) {
      answers.keepFailure(outcome.label(), in);
    }
    return outcome;
  }

  @Override
  public void failed(Outcome outcome, ByteBuffer in) {
    answers.keepFailure(outcome.label(), in);
  }

  /// Null if the response is a redirect and the request that follows it is ready.
  private @Nullable Outcome followed(@Nullable Outcome outcome) {
    if (chain == null || outcome == null || outcome.status() == 0 || !answers.hasRedirect()) {
      return outcome;
    }
    User user = values.user();
    if (user != null) {
      answer.store(outcome.status(), user, values.path(), values.host());
    }
    Outcome failure = chain.follow(outcome.status(), answers.location(), answers.locationLength());
    hasNext = failure == null;
    return failure;
  }

  @Override
  public void abandoned() {
    answer.release();
  }

  @Override
  public boolean hasNext() {
    return hasNext;
  }

  @Override
  public @Nullable PendingEndpoint nextEndpoint() {
    return chain == null ? null : chain.endpoint();
  }

  @Override
  public void encodeNext(ByteBuffer out) {
    if (chain == null) {
      throw new IllegalStateException("no redirect to follow");
    }
    PreparedRequest operation = chain.form();
    makeRoom(operation, out);
    attachment = chain.sendsBody() ? operation.attachment() : null;
    chain.encode(out, scratch);
    begin(operation, chain.asked());
  }

  @Override
  public boolean isReusable() {
    return answers.isReusable();
  }

  @Override
  public void reset() {
    answer.release();
    answers.reset();
  }
}
