package dev.takt.fleet.engine;

import java.io.ByteArrayInputStream;
import java.io.DataInput;
import java.io.DataInputStream;
import java.io.IOException;
import java.util.Arrays;
import org.jgroups.Address;
import org.jgroups.stack.GossipData;
import org.jgroups.stack.GossipType;
import org.jgroups.util.ByteArrayDataOutputStream;
import org.jgroups.util.UUID;
import org.jspecify.annotations.Nullable;

/// The frames of the router's protocol. Reading trusts no length in a frame: JGroups' own reading
/// allocates whatever length a message claims to have.
final class Frames {

  /// Names the fleet's own protocol, which is carried by the router's; changes when it does.
  static final String GROUP = "takt-fleet-1";

  static final int MAX_BODY = 1 << 20;

  /// The largest frame of a member: a body, its kind, and the fields of the router.
  static final int MAX_FRAME = MAX_BODY + 128;

  /// The largest frame of a connection that is not yet a member.
  static final int MAX_REGISTRATION = 512;

  static final byte[] HEARTBEAT = encode(new GossipData(GossipType.HEARTBEAT));

  private Frames() {}

  /// What a message contains.
  enum Kind {
    /// A message of the engine's user.
    BODY(1),
    /// The coordinator admits an agent. Empty.
    WELCOME(2),
    /// The coordinator does not admit an agent. A text for people.
    REFUSAL(3);

    /// The first byte of the content.
    private final byte code;

    Kind(int code) {
      this.code = (byte) code;
    }
  }

  static byte[] message(Kind kind, byte[] body) {
    if (body.length > MAX_BODY) {
      throw new IllegalArgumentException(
          "a message has at most " + MAX_BODY + " bytes, not " + body.length);
    }
    byte[] content = new byte[1 + body.length];
    content[0] = kind.code;
    System.arraycopy(body, 0, content, 1, body.length);
    return encode(new GossipData(GossipType.MESSAGE, GROUP, null, content));
  }

  /// What kind of message this is.
  static Kind kind(GossipData message) throws IOException {
    byte code = message.getBuffer()[message.getOffset()];
    for (Kind each : Kind.values()) {
      if (each.code == code) {
        return each;
      }
    }
    throw new IOException("unknown kind of message: " + code);
  }

  /// The body of a message.
  static byte[] body(GossipData message) {
    int from = message.getOffset() + 1;
    return Arrays.copyOfRange(message.getBuffer(), from, from + message.getLength() - 1);
  }

  private static byte[] encode(GossipData frame) {
    ByteArrayDataOutputStream out = new ByteArrayDataOutputStream(frame.serializedSize());
    try {
      frame.writeTo(out);
    } catch (IOException e) {
      throw new IllegalStateException("writing to memory failed", e);
    }
    return Arrays.copyOf(out.buffer(), out.position());
  }

  /// Reads a frame.
  ///
  /// @param length the length that the sender stated
  /// @throws IOException if it is longer than the limit, or not a valid frame
  static GossipData read(DataInput in, int length, int limit) throws IOException {
    if (length < 1 || length > limit) {
      throw new IOException("a frame of " + length + " bytes");
    }
    byte[] bytes = new byte[length];
    in.readFully(bytes);
    return parse(bytes);
  }

  /// Reads a frame that has come.
  ///
  /// @throws IOException if it is not valid
  static GossipData parse(byte[] bytes) throws IOException {
    ByteArrayInputStream left = new ByteArrayInputStream(bytes);
    GossipData frame = parse(bytes, left);
    if (left.available() > 0) {
      throw new IOException("a frame is longer than its content");
    }
    return frame;
  }

  private static GossipData parse(byte[] bytes, ByteArrayInputStream left) throws IOException {
    DataInputStream in = new DataInputStream(left);
    GossipType type = readType(in);
    String group = readText(in);
    UUID address = readAddress(in);
    UUID sender = readAddress(in);
    if (type == GossipType.MESSAGE) {
      int length = in.readInt();
      int offset = bytes.length - left.available();
      if (length < 1 || left.skip(length) != length) {
        throw new IOException("a message of " + length + " bytes");
      }
      return new GossipData(type, group, address, bytes, offset, length).setSender(sender);
    }
    String name = readText(in);
    if (in.readShort() != 0 || readAddress(in) != null || in.readInt() != 0) {
      throw new IOException("unexpected fields in a frame");
    }
    return new GossipData(type, group, address, name, null);
  }

  private static GossipType readType(DataInput in) throws IOException {
    GossipType[] types = GossipType.values();
    int type = in.readByte();
    if (type < 0 || type >= types.length) {
      throw new IOException("unknown type of frame: " + type);
    }
    return types[type];
  }

  private static @Nullable String readText(DataInput in) throws IOException {
    return in.readByte() == 1 ? in.readUTF() : null;
  }

  private static @Nullable UUID readAddress(DataInput in) throws IOException {
    int flags = in.readByte();
    if (flags == Address.NULL) {
      return null;
    }
    if (flags != Address.UUID_ADDR) {
      throw new IOException("unexpected form of address: " + flags);
    }
    UUID address = new UUID();
    address.readFrom(in);
    return address;
  }
}
