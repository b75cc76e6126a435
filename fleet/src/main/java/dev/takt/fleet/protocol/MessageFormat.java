package dev.takt.fleet.protocol;

import dev.takt.fleet.protocol.Message.Checked;
import dev.takt.fleet.protocol.Message.Done;
import dev.takt.fleet.protocol.Message.Ended;
import dev.takt.fleet.protocol.Message.FileFacts;
import dev.takt.fleet.protocol.Message.Files;
import dev.takt.fleet.protocol.Message.Hello;
import dev.takt.fleet.protocol.Message.ListFiles;
import dev.takt.fleet.protocol.Message.Piece;
import dev.takt.fleet.protocol.Message.Ping;
import dev.takt.fleet.protocol.Message.Pong;
import dev.takt.fleet.protocol.Message.Prepare;
import dev.takt.fleet.protocol.Message.Pull;
import dev.takt.fleet.protocol.Message.Ready;
import dev.takt.fleet.protocol.Message.Refusal;
import dev.takt.fleet.protocol.Message.Start;
import dev.takt.fleet.protocol.Message.Stop;
import dev.takt.fleet.protocol.Message.WallClock;
import java.nio.BufferUnderflowException;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;

/// Messages as bytes: a byte for the kind, then the components in the order of the record. Numbers
/// are big-endian; a text or a piece of a file is its length in bytes and the bytes; a list is its
/// length and the elements.
public final class MessageFormat {

  private static final int MAX_FILES = 4096;

  private MessageFormat() {}

  /// The bytes of a message.
  public static byte[] bytes(Message message) {
    Output out = new Output();
    switch (message) {
      case Hello(int version, String takt, String host, int cores, int weight, long instance) ->
          out.kind(1)
              .number(version)
              .text(takt)
              .text(host)
              .number(cores)
              .number(weight)
              .wide(instance);
      case Refusal(String reason) -> out.kind(2).text(reason);
      case Ping(long sent) -> out.kind(3).wide(sent);
      case Pong(long sent, long received, long answered) ->
          out.kind(4).wide(sent).wide(received).wide(answered);
      case Prepare(String plan, String share, long orphan, long run) ->
          out.kind(5).text(plan).text(share).wide(orphan).wide(run);
      case Ready() -> out.kind(6);
      case Start(long nanoTime) -> out.kind(7).wide(nanoTime);
      case Stop() -> out.kind(8);
      case Ended(int exitCode, String text) -> out.kind(9).number(exitCode).text(text);
      case Pull(String file, long offset, int length) ->
          out.kind(10).text(file).wide(offset).number(length);
      case Piece(String file, long offset, byte[] bytes) ->
          out.kind(11).text(file).wide(offset).bytes(bytes);
      case ListFiles() -> out.kind(12);
      case Files(List<FileFacts> files) -> {
        out.kind(13).number(files.size());
        files.forEach(each -> out.text(each.name()).wide(each.size()).text(each.sha256()));
      }
      case Done() -> out.kind(14);
      case Checked(boolean stays) -> out.kind(15).number(stays ? 1 : 0);
      case WallClock(long sent, long nanoTime, long epochNanos, long errorNanos) ->
          out.kind(16).wide(sent).wide(nanoTime).wide(epochNanos).wide(errorNanos);
    }
    return out.toBytes();
  }

  /// Reads a message.
  ///
  /// @throws MalformedMessageException if the bytes are not exactly one message
  public static Message read(byte[] bytes) throws MalformedMessageException {
    ByteBuffer in = ByteBuffer.wrap(bytes);
    try {
      Message message = message(in);
      if (in.hasRemaining()) {
        throw new MalformedMessageException(in.remaining() + " bytes too many");
      }
      return message;
    } catch (BufferUnderflowException _) {
      throw new MalformedMessageException("it ends too early");
    }
  }

  private static Message message(ByteBuffer in) throws MalformedMessageException {
    int kind = in.get();
    return switch (kind) {
      case 1 ->
          new Hello(in.getInt(), plain(in), plain(in), in.getInt(), in.getInt(), in.getLong());
      case 2 -> new Refusal(plain(in));
      case 3 -> new Ping(in.getLong());
      case 4 -> new Pong(in.getLong(), in.getLong(), in.getLong());
      case 5 -> new Prepare(text(in), text(in), in.getLong(), in.getLong());
      case 6 -> new Ready();
      case 7 -> new Start(in.getLong());
      case 8 -> new Stop();
      case 9 -> new Ended(in.getInt(), plain(in));
      case 10 -> new Pull(text(in), in.getLong(), in.getInt());
      case 11 -> new Piece(text(in), in.getLong(), content(in));
      case 12 -> new ListFiles();
      case 13 -> new Files(files(in));
      case 14 -> new Done();
      case 15 -> new Checked(in.getInt() != 0);
      case 16 -> new WallClock(in.getLong(), in.getLong(), in.getLong(), in.getLong());
      default -> throw new MalformedMessageException("unknown kind " + kind);
    };
  }

  private static List<FileFacts> files(ByteBuffer in) throws MalformedMessageException {
    int count = in.getInt();
    if (count < 0 || count > MAX_FILES) {
      throw new MalformedMessageException(count + " files");
    }
    List<FileFacts> files = new ArrayList<>();
    for (int i = 0; i < count; i++) {
      files.add(new FileFacts(text(in), in.getLong(), text(in)));
    }
    return files;
  }

  private static String text(ByteBuffer in) throws MalformedMessageException {
    return new String(content(in), StandardCharsets.UTF_8);
  }

  /// A text for people, which cannot change their terminal.
  private static String plain(ByteBuffer in) throws MalformedMessageException {
    return PlainText.of(text(in));
  }

  private static byte[] content(ByteBuffer in) throws MalformedMessageException {
    int length = in.getInt();
    if (length < 0 || length > in.remaining()) {
      throw new MalformedMessageException(length + " bytes, but " + in.remaining() + " follow");
    }
    byte[] bytes = new byte[length];
    in.get(bytes);
    return bytes;
  }

  /// Collects the bytes.
  private static final class Output {
    private ByteBuffer buffer = ByteBuffer.allocate(64);

    private ByteBuffer room(int bytes) {
      if (buffer.remaining() < bytes) {
        int needed = Math.addExact(buffer.position(), bytes);
        buffer = ByteBuffer.allocate(Math.max(needed, 2 * buffer.position())).put(buffer.flip());
      }
      return buffer;
    }

    Output kind(int kind) {
      room(1).put((byte) kind);
      return this;
    }

    Output number(int value) {
      room(Integer.BYTES).putInt(value);
      return this;
    }

    Output wide(long value) {
      room(Long.BYTES).putLong(value);
      return this;
    }

    Output text(String text) {
      return bytes(text.getBytes(StandardCharsets.UTF_8));
    }

    Output bytes(byte[] bytes) {
      number(bytes.length);
      room(bytes.length).put(bytes);
      return this;
    }

    byte[] toBytes() {
      byte[] bytes = new byte[buffer.position()];
      buffer.flip().get(bytes);
      return bytes;
    }
  }
}
