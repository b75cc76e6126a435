package dev.takt.http2;

import dev.takt.http2.hpack.FieldList;
import dev.takt.http2.hpack.FieldName;
import dev.takt.load.driver.Outcome;
import dev.takt.load.driver.WireDriver;
import java.nio.BufferOverflowException;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/// A session as an event loop uses it, with exchanges that write down what they read.
final class Client {

  /// How a request of a test is written.
  interface Form {
    void write(long n, Request out);
  }

  /// Reads answers as text: heads, data and trailers.
  static final class Recorder implements Exchange {

    final StringBuilder read = new StringBuilder();
    final List<String> calls = new ArrayList<>();
    private final Form form;
    private final int steps;
    private int step;
    private long number;
    private boolean hasNext;

    /// Whether no answer is enough.
    boolean isNeverComplete;

    /// Whether data are not written down.
    boolean isQuiet;

    /// Ends the operation when this is read as data.
    @Nullable String enough;

    Recorder(Form form, int steps) {
      this.form = form;
      this.steps = steps;
    }

    @Override
    public void encode(int operation, long n, Request out) {
      number = n;
      step = 0;
      hasNext = false;
      form.write(n, out);
    }

    @Override
    public void encodeNext(Request out) {
      step++;
      hasNext = false;
      form.write(1_000 + step, out);
    }

    @Override
    public @Nullable Outcome fields(FieldList fields, boolean isEnd) {
      read.append(fields.status() == 0 ? "trailers" : "head");
      for (int i = 0; i < fields.count(); i++) {
        read.append(' ').append(fields.name(i)).append('=').append(fields.value(i));
      }
      read.append('\n');
      return end(isEnd);
    }

    @Override
    public @Nullable Outcome data(ByteBuffer in, boolean isEnd) {
      if (!isQuiet) {
        read.append(StandardCharsets.UTF_8.decode(in.duplicate()));
      }
      if (enough != null && read.toString().endsWith(enough)) {
        return Outcome.OK;
      }
      return end(isEnd);
    }

    private @Nullable Outcome end(boolean isEnd) {
      if (!isEnd || isNeverComplete) {
        return null;
      }
      hasNext = step + 1 < steps;
      return hasNext ? null : Outcome.ok(200);
    }

    @Override
    public void takeOver(Exchange other) {
      calls.add("took over the operation of " + ((Recorder) other).number);
    }

    @Override
    public boolean hasNext() {
      return hasNext;
    }

    @Override
    public void abandoned() {
      calls.add("abandoned");
    }

    @Override
    public void failed(Outcome outcome) {
      calls.add("failed: " + outcome.label());
    }

    @Override
    public void reset() {
      calls.add("reset");
    }
  }

  static final Form GET =
      (n, out) -> {
        out.field(FieldName.METHOD, ascii("GET"));
        out.field(FieldName.PATH, ascii("/" + n));
      };

  final List<Recorder> exchanges = new ArrayList<>();
  final Http2Session session;
  final List<WireDriver.Codec> codecs = new ArrayList<>();

  /// By codec: how its operation has ended.
  final Map<Integer, Outcome> outcomes = new TreeMap<>();

  /// Why the connection has failed.
  @Nullable Outcome failure;

  /// What was sent since it was last taken.
  private ByteBuffer sent = ByteBuffer.allocate(64).flip();

  private ByteBuffer in = ByteBuffer.allocate(64);

  Client(int count, Form form) {
    this(count, form, 1);
  }

  Client(int count, Form form, int steps) {
    session =
        new Http2Session(() -> {
          Recorder exchange = new Recorder(form, steps);
          exchanges.add(exchange);
          return exchange;
        });
    for (int i = 0; i < count; i++) {
      codecs.add(session.newCodec(i));
    }
  }

  /// A client whose connection is set up.
  static Client open(int count, Form form, int... settings) {
    Client client = new Client(count, form);
    client.setUp(settings);
    return client;
  }

  void setUp(int... settings) {
    append(session::encodeSetup);
    ByteBuffer answer = ByteBuffer.wrap(new Server().settings(settings).bytes());
    if (!Outcome.OK.equals(session.decodeSetup(answer))) {
      throw new AssertionError("not set up");
    }
    sendOutput();
    sent();
  }

  static byte[] ascii(String text) {
    return text.getBytes(StandardCharsets.US_ASCII);
  }

  private void append(Consumer<ByteBuffer> encoder) {
    while (true) {
      sent.compact();
      int mark = sent.position();
      try {
        encoder.accept(sent);
        sent.flip();
        return;
      } catch (BufferOverflowException e) {
        sent.position(mark).flip();
        sent = ByteBuffer.allocate(2 * sent.capacity()).put(sent).flip();
      } catch (RuntimeException e) {
        sent.position(mark).flip();
        throw e;
      }
    }
  }

  void send(int codec, long n) {
    outcomes.remove(codec);
    append(out -> codecs.get(codec).encode(0, n, out));
  }

  /// As an event loop does at a timeout.
  void cancel(int codec) {
    codecs.get(codec).abandoned();
    sendOutput();
  }

  void disconnect() {
    session.disconnected();
    in.clear();
    sent.clear().flip();
  }

  private void sendOutput() {
    while (session.hasOutput()) {
      append(session::encodeOutput);
    }
  }

  Client receive(Server server) {
    return receive(server.bytes());
  }

  Client receive(byte[] bytes) {
    while (in.remaining() < bytes.length) {
      in = ByteBuffer.allocate(2 * in.capacity()).put(in.flip());
    }
    in.put(bytes).flip();
    int stream = session.nextStream(in);
    while (stream >= 0 || stream == WireDriver.Session.OWN) {
      if (stream >= 0) {
        decode(stream);
      }
      stream = session.nextStream(in);
    }
    if (stream == WireDriver.Session.BROKEN) {
      failure = session.failure();
      in.clear();
      return this;
    }
    in.compact();
    sendOutput();
    return this;
  }

  private void decode(int stream) {
    WireDriver.Codec codec = codecs.get(stream);
    Outcome outcome = codec.decode(session.frame());
    if (outcome == null && codec.hasNext()) {
      append(codec::encodeNext);
    } else if (outcome != null && outcomes.put(stream, outcome) != null) {
      throw new AssertionError("a second outcome on codec " + stream);
    }
  }

  String read(int codec) {
    return exchanges.get(codec).read.toString();
  }

  String label(int codec) {
    Outcome outcome = outcomes.get(codec);
    return outcome == null ? "none" : outcome.label();
  }

  String failureLabel() {
    return failure == null ? "none" : failure.label();
  }

  /// The frames that were sent since they were last taken, one a line.
  List<String> sent() {
    List<String> frames = SentFrames.read(sent);
    sent.clear().flip();
    return frames;
  }
}
