package dev.takt.driver.redis;

import java.io.ByteArrayOutputStream;
import java.nio.ByteBuffer;
import java.util.List;

/// The commands of [SessionSettings] as bytes, with the number of expected replies.
final class Handshake {

  private final byte[] bytes;
  private final int replies;

  private Handshake(byte[] bytes, int replies) {
    this.bytes = bytes;
    this.replies = replies;
  }

  static Handshake of(SessionSettings access) {
    ByteArrayOutputStream all = new ByteArrayOutputStream();
    List<List<String>> commands = access.commands();
    commands.forEach(each -> all.writeBytes(Resp.command(each)));
    return new Handshake(all.toByteArray(), commands.size());
  }

  int replies() {
    return replies;
  }

  void put(ByteBuffer out) {
    out.put(bytes);
  }
}
