package dev.takt.load.engine.once;

import dev.takt.load.driver.Endpoint;
import dev.takt.load.driver.Outcome;
import dev.takt.load.driver.PendingEndpoint;
import dev.takt.load.driver.WireDriver;
import dev.takt.load.journey.User;
import java.lang.foreign.MemorySegment;
import java.nio.ByteBuffer;
import java.util.List;
import org.jspecify.annotations.Nullable;

/// A driver whose requests and answers are seen: after encryption has been removed, and before
/// anything is read of them.
record TracedDriver(WireDriver driver, Exchanges exchanges) implements WireDriver {

  @Override
  public String describe() {
    return driver.describe();
  }

  @Override
  public Endpoint endpoint() {
    return driver.endpoint();
  }

  @Override
  public List<Endpoint> endpoints() {
    return driver.endpoints();
  }

  @Override
  public int preferredEndpoint(int operation, long n) {
    return driver.preferredEndpoint(operation, n);
  }

  @Override
  public Session newSession() {
    Session shown = driver.shownSession(exchanges.viewer());
    if (shown != null) {
      return shown;
    }
    Session observed = driver.observedSession(codec -> new TracedCodec(codec, exchanges));
    return observed != null ? observed : new TracedSession(driver.newSession(), exchanges);
  }

  @Override
  public ByteBuffer sampleAnswer(int operation) {
    return driver.sampleAnswer(operation);
  }

  @Override
  public int pipelining() {
    return driver.pipelining();
  }

  @Override
  public boolean isRepeatable(int operation) {
    return driver.isRepeatable(operation);
  }

  @Override
  public void repeated(int operation) {
    driver.repeated(operation);
  }

  @Override
  public void close() {
    driver.close();
  }

  private record TracedSession(Session session, Exchanges exchanges) implements Session {

    @Override
    public Codec newCodec(int stream) {
      return new TracedCodec(session.newCodec(stream), exchanges);
    }

    @Override
    public void reset() {
      session.reset();
    }

    @Override
    public boolean needsSetup() {
      return session.needsSetup();
    }

    @Override
    public void encodeSetup(ByteBuffer out) {
      session.encodeSetup(out);
    }

    @Override
    public @Nullable Outcome decodeSetup(ByteBuffer in) {
      return session.decodeSetup(in);
    }

    @Override
    public boolean hasStreams() {
      return session.hasStreams();
    }

    @Override
    public int nextStream(ByteBuffer in) {
      return session.nextStream(in);
    }

    @Override
    public ByteBuffer frame() {
      return session.frame();
    }

    @Override
    public Outcome failure() {
      return session.failure();
    }

    @Override
    public boolean hasOutput() {
      return session.hasOutput();
    }

    @Override
    public void encodeOutput(ByteBuffer out) {
      session.encodeOutput(out);
    }

    @Override
    public @Nullable Outcome negotiated(String protocol) {
      return session.negotiated(protocol);
    }

    @Override
    public void disconnected() {
      session.disconnected();
    }

    @Override
    public boolean takesOperations() {
      return session.takesOperations();
    }

    @Override
    public boolean isUnprocessed(int stream) {
      return session.isUnprocessed(stream);
    }

    @Override
    public @Nullable Outcome goAway() {
      return session.goAway();
    }

    @Override
    public boolean isSent(int stream) {
      return session.isSent(stream);
    }

    @Override
    public boolean cancelsAbandoned() {
      return session.cancelsAbandoned();
    }
  }

  private static final class TracedCodec implements Codec {

    private final Codec codec;
    private final Exchanges exchanges;
    private Traffic answer = new Traffic();

    TracedCodec(Codec codec, Exchanges exchanges) {
      this.codec = codec;
      this.exchanges = exchanges;
    }

    @Override
    public void actFor(User user) {
      codec.actFor(user);
    }

    @Override
    public void encode(int operation, long n, ByteBuffer out) {
      int from = out.position();
      codec.encode(operation, n, out);
      requested(out, from);
    }

    @Override
    public void encodeNext(ByteBuffer out) {
      int from = out.position();
      codec.encodeNext(out);
      requested(out, from);
    }

    private void requested(ByteBuffer out, int from) {
      Traffic request = new Traffic();
      request.add(out, from, out.position());
      request.add(codec.attachment());
      answer = new Traffic();
      exchanges.requested(request, System.nanoTime());
    }

    @Override
    public @Nullable MemorySegment attachment() {
      return codec.attachment();
    }

    @Override
    public @Nullable Outcome decode(ByteBuffer in) {
      int from = in.position();
      exchanges.reading(System.nanoTime());
      Outcome outcome = codec.decode(in);
      boolean isUnreadable = outcome != null && !outcome.isOk() && outcome.status() == 0;
      answer.add(in, from, isUnreadable ? in.limit() : in.position());
      return read(outcome);
    }

    @Override
    public @Nullable Outcome decodeEnd() {
      exchanges.reading(System.nanoTime());
      return read(codec.decodeEnd());
    }

    private @Nullable Outcome read(@Nullable Outcome outcome) {
      boolean isWhole = outcome != null || codec.hasNext();
      exchanges.read(isWhole ? answer : null);
      if (isWhole) {
        answer = new Traffic();
      }
      return outcome;
    }

    @Override
    public boolean hasNext() {
      return codec.hasNext();
    }

    @Override
    public @Nullable PendingEndpoint nextEndpoint() {
      return codec.nextEndpoint();
    }

    @Override
    public boolean isReusable() {
      return codec.isReusable();
    }

    @Override
    public long expiry() {
      return codec.expiry();
    }

    @Override
    public Outcome expired() {
      return codec.expired();
    }

    /// Shows what has come of the answer.
    @Override
    public void abandoned() {
      codec.abandoned();
      exchanges.read(answer);
      answer = new Traffic();
    }

    @Override
    public void failed(Outcome outcome, ByteBuffer in) {
      codec.failed(outcome, in);
    }

    @Override
    public void takeOver(Codec other) {
      codec.takeOver(other instanceof TracedCodec traced ? traced.codec : other);
    }

    @Override
    public void reset() {
      codec.reset();
    }
  }
}
