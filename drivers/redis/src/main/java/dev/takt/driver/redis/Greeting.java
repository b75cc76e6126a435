package dev.takt.driver.redis;

import java.io.ByteArrayOutputStream;
import java.nio.ByteBuffer;
import java.util.List;

/// What [Access] has to say as bytes, with how many replies it will have.
final class Greeting {

  private final byte[] bytes;
  private final int replies;

  private Greeting(byte[] bytes, int replies) {
    this.bytes = bytes;
    this.replies = replies;
  }

  static Greeting of(Access access) {
    ByteArrayOutputStream all = new ByteArrayOutputStream();
    List<List<String>> commands = access.commands();
    commands.forEach(each -> all.writeBytes(Resp.command(each)));
    return new Greeting(all.toByteArray(), commands.size());
  }

  int replies() {
    return replies;
  }

  void put(ByteBuffer out) {
    out.put(bytes);
  }
}
