package dev.takt.driver.redis;

import dev.takt.load.workload.Generators;
import dev.takt.load.workload.Template;
import java.nio.ByteBuffer;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/// One operation: a command whose words can contain generated values. Everything that does not vary
/// between requests is rendered once.
final class RedisCommand {

  /// Read-only commands, which can be resent without an effect.
  private static final Set<String> READING =
      Set.of(
          "PING",
          "ECHO",
          "GET",
          "MGET",
          "STRLEN",
          "GETRANGE",
          "EXISTS",
          "TYPE",
          "TTL",
          "PTTL",
          "HGET",
          "HMGET",
          "HGETALL",
          "HKEYS",
          "HVALS",
          "HLEN",
          "HEXISTS",
          "HSTRLEN",
          "LRANGE",
          "LINDEX",
          "LLEN",
          "SMEMBERS",
          "SISMEMBER",
          "SMISMEMBER",
          "SCARD",
          "SRANDMEMBER",
          "ZRANGE",
          "ZRANGEBYSCORE",
          "ZRANGEBYLEX",
          "ZSCORE",
          "ZMSCORE",
          "ZRANK",
          "ZCARD",
          "ZCOUNT",
          "XRANGE",
          "XREVRANGE",
          "XLEN",
          "GETBIT",
          "BITCOUNT",
          "PFCOUNT",
          "GEOPOS",
          "GEODIST",
          "GEOSEARCH",
          "DBSIZE",
          "SCAN",
          "HSCAN",
          "SSCAN",
          "ZSCAN");

  /// Commands that change the state of a connection, with what to use instead. Operations share
  /// their connection with other operations.
  private static final Map<String, String> UNFIT =
      Map.ofEntries(
          Map.entry("AUTH", "give --user and --password instead"),
          Map.entry("HELLO", "give --resp 3 instead"),
          Map.entry("SELECT", "give --database instead"),
          Map.entry("MULTI", "a script (EVAL) does several things at once in one operation"),
          Map.entry("EXEC", "a script (EVAL) does several things at once in one operation"),
          Map.entry("DISCARD", "a script (EVAL) does several things at once in one operation"),
          Map.entry("WATCH", "a script (EVAL) does several things at once in one operation"),
          Map.entry("SUBSCRIBE", "it has no end; PUBLISH can be an operation"),
          Map.entry("PSUBSCRIBE", "it has no end; PUBLISH can be an operation"),
          Map.entry("SSUBSCRIBE", "it has no end; SPUBLISH can be an operation"),
          Map.entry("MONITOR", "it has no end"),
          Map.entry("SYNC", "it has no end"),
          Map.entry("PSYNC", "it has no end"),
          Map.entry("QUIT", "connections are Takt's to close"),
          Map.entry("RESET", "connections are Takt's to set up"));

  /// Literal bytes and the generated word after them; the last part has no word.
  private static final class Part {

    final byte[] literal;
    final @Nullable Template word;

    Part(byte[] literal, @Nullable Template word) {
      this.literal = literal;
      this.word = word;
    }
  }

  final Expectation expectation;
  final boolean repeatable;

  private final Part[] parts;

  private RedisCommand(List<Part> parts, Expectation expectation, boolean repeatable) {
    this.parts = parts.toArray(Part[]::new);
    this.expectation = expectation;
    this.repeatable = repeatable;
  }

  /// @throws IllegalArgumentException if the command is invalid, or cannot be an operation
  static RedisCommand parse(String text, Generators generators, Expectation expectation) {
    return parse(text, generators, expectation, Map.of());
  }

  /// The same for a step of a journey.
  ///
  /// @param variables the index of each in [dev.takt.load.journey.User#value], by its name
  static RedisCommand parse(
      String text, Generators generators, Expectation expectation, Map<String, Integer> variables) {
    List<String> words = Words.of(text);
    String name = words.getFirst().toUpperCase(Locale.ROOT);
    String instead = UNFIT.get(name);
    if (instead != null) {
      throw new IllegalArgumentException(name + " cannot be an operation: " + instead);
    }
    return new RedisCommand(
        parts(words, generators, Template.VariableNames.of(variables)),
        expectation,
        READING.contains(name));
  }

  private static List<Part> parts(
      List<String> words, Generators generators, Template.VariableNames variables) {
    List<Part> parts = new ArrayList<>();
    ByteBuffer literal = ByteBuffer.allocate(literalRoom(words));
    Resp.putHead(words.size(), literal);
    for (String each : words) {
      Template word = Template.parse(each, generators, variables);
      if (word.isConstant()) {
        literal.put(Resp.word(Resp.bytes(word.withMarkers(""))));
      } else {
        parts.add(new Part(taken(literal), word));
      }
    }
    parts.add(new Part(taken(literal), null));
    return parts;
  }

  private static int literalRoom(List<String> words) {
    return 16 + words.stream().mapToInt(each -> Resp.bytes(each).length + 16).sum();
  }

  private static byte[] taken(ByteBuffer literal) {
    byte[] bytes = new byte[literal.position()];
    literal.get(0, bytes);
    literal.clear();
    return bytes;
  }

  /// Appends the request of operation `n`.
  ///
  /// @param variables the values of the user whose step it is
  /// @param scratch for a word, whose length must be known before it is written; at least as large
  ///   as `out`
  void encode(long seed, long n, Template.Variables variables, ByteBuffer out, ByteBuffer scratch) {
    for (Part part : parts) {
      out.put(part.literal);
      if (part.word != null) {
        scratch.clear();
        part.word.render(seed, n, variables, scratch);
        scratch.flip();
        Resp.putLength(scratch.remaining(), out);
        out.put(scratch);
        Resp.putEnd(out);
      }
    }
  }
}
