package dev.takt.driver.http;

import dev.takt.load.driver.Outcome;
import dev.takt.load.driver.WireDriver;
import java.lang.foreign.MemorySegment;
import java.nio.ByteBuffer;
import org.jspecify.annotations.Nullable;

/// Writes requests from forms and reads their answers, whose bodies are skipped. Nothing is
/// allocated per answer.
final class HttpCodec implements WireDriver.Codec {

  private final RequestForm[] forms;
  private final long seed;
  private final AnswerReader answers;
  private @Nullable MemorySegment attachment;
  private ByteBuffer scratch = ByteBuffer.allocate(0);

  HttpCodec(RequestForm[] forms, long seed, RedirectOutcomes redirects) {
    this.answers = new AnswerReader(redirects);
    this.forms = forms;
    this.seed = seed;
  }

  @Override
  public void encode(int operation, long n, ByteBuffer out) {
    RequestForm form = forms[operation];
    if (form.hasBody() && scratch.capacity() < out.capacity()) {
      scratch = ByteBuffer.allocate(out.capacity());
    }
    attachment = form.attachment();
    form.encode(seed, n, out, scratch);
    answers.begin(form.expected, form.asked, null);
  }

  @Override
  public @Nullable MemorySegment attachment() {
    return attachment;
  }

  @Override
  public @Nullable Outcome decode(ByteBuffer in) {
    return answers.decode(in);
  }

  @Override
  public @Nullable Outcome decodeEnd() {
    return answers.decodeEnd();
  }

  @Override
  public boolean isReusable() {
    return answers.isReusable();
  }

  @Override
  public void reset() {
    answers.reset();
  }
}
