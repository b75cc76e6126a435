package dev.takt.driver.redis;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.takt.load.driver.FailedResponses;
import dev.takt.load.driver.KeyValueOutcomes;
import dev.takt.load.driver.Outcome;
import dev.takt.load.driver.WireDriver.Codec;
import dev.takt.load.keyvalue.KeyValueKind;
import dev.takt.load.workload.Generators;
import java.nio.BufferOverflowException;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/// The bytes of requests, and the outcomes of replies, whole and split at every position.
class CodecTest {

  private static final FailedResponses UNKEPT = new FailedResponses(Path.of("none"));
  private static final Outcome OK = Outcome.OK;

  private final Notes notes = new Notes();

  private static Codec codec(String command, @Nullable String expect) {
    RedisCommand only = RedisCommand.parse(command, Generators.NONE, Expectation.parse(expect));
    return new CommandCodec(new RedisCommand[] {only}, UNKEPT, 42);
  }

  private Codec records() {
    return new RecordCodec(new Records(notes), UNKEPT);
  }

  private interface Encoding {
    void to(ByteBuffer out);
  }

  private static String encoded(Encoding encoding) {
    ByteBuffer out = ByteBuffer.allocate(4096);
    encoding.to(out);
    return new String(out.array(), 0, out.position(), StandardCharsets.UTF_8).replace("\r\n", "_");
  }

  private static String encoded(Codec codec, long n) {
    return encoded(out -> codec.encode(0, n, out));
  }

  private static String encoded(Codec codec, KeyValueKind kind, long n) {
    return encoded(out -> codec.encode(Notes.of(kind), n, out));
  }

  private static String next(Codec codec) {
    assertThat(codec.hasNext()).isTrue();
    return encoded(codec::encodeNext);
  }

  private static @Nullable Outcome answer(Codec codec, String reply) {
    return answer(codec, reply, reply.length());
  }

  private static @Nullable Outcome answer(Codec codec, String reply, int piece) {
    byte[] bytes = reply.replace("_", "\r\n").getBytes(StandardCharsets.UTF_8);
    ByteBuffer in = ByteBuffer.allocate(bytes.length + 1);
    for (int from = 0; from < bytes.length; from += piece) {
      int to = Math.min(bytes.length, from + piece);
      in.put(bytes, from, to - from);
      in.flip();
      Outcome outcome = codec.decode(in);
      if (outcome != null) {
        assertThat(to).as("decided before all had come").isEqualTo(bytes.length);
        return outcome;
      }
      in.compact();
    }
    return null;
  }

  @Test
  void aCommandIsAListOfWords() {
    assertThat(encoded(codec("SET k 'two words'", null), 0))
        .isEqualTo("*3_$3_SET_$1_k_$9_two words_");
  }

  @Test
  void wordsAreGenerated() {
    Codec codec = codec("SET user:{seq} \"{{n}: {seq}!\" EX 10", null);
    assertThat(encoded(codec, 9)).isEqualTo("*5_$3_SET_$6_user:9_$7_{n}: 9!_$2_EX_$2_10_");
    assertThat(encoded(codec, 10)).isEqualTo("*5_$3_SET_$7_user:10_$8_{n}: 10!_$2_EX_$2_10_");
  }

  @Test
  void lengthsAreInBytes() {
    assertThat(encoded(codec("SET größe {seq}ß", null), 1)).isEqualTo("*3_$3_SET_$7_größe_$3_1ß_");
  }

  @Test
  void aRequestThatDoesNotFitSaysSo() {
    Codec codec = codec("SET k {hex:100}", null);
    for (int room = 0; room < 128; room++) {
      ByteBuffer out = ByteBuffer.allocate(room);
      assertThatThrownBy(() -> codec.encode(0, 0, out)).isInstanceOf(BufferOverflowException.class);
    }
    ByteBuffer enough = ByteBuffer.allocate(128);
    codec.encode(0, 0, enough);
    assertThat(enough.hasRemaining()).isFalse();
  }

  @ParameterizedTest
  @ValueSource(strings = {"SUBSCRIBE x", "monitor", "AUTH x", "select 1", "MULTI", "quit"})
  void connectionChangingCommandIsRejected(String command) {
    assertThatThrownBy(() -> RedisCommand.parse(command, Generators.NONE, Expectation.parse(null)))
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessageContaining("cannot be an operation");
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = ';',
      nullValues = "-",
      value = {
        "-;+OK_;ok",
        "-;$-1_;ok",
        "-;*2_$-1_*1_:1_;ok",
        "-;-WRONGTYPE x_;WRONGTYPE",
        "-;*2_:1_-ERR no_;ERR no",
        "any;:0_;ok",
        "found;$1_x_;ok",
        "found;$0__;ok",
        "found;:0_;ok",
        "found;$-1_;not found",
        "found;*-1_;not found",
        "found;*0_;not found",
        "found;%0_;not found",
        "found;*2_$-1_$-1_;not found",
        "found;*2_$-1_$1_x_;ok",
        "found;-MOVED 1 h:1_;MOVED",
        "=OK;+OK_;ok",
        "=OK;$2_OK_;ok",
        "=OK;$3_OK!_;unexpected reply",
        "=OK;$-1_;unexpected reply",
        "=;$-1_;unexpected reply",
        "=;$0__;ok",
        "=1;:1_;ok",
        "=1;:10_;unexpected reply",
        "=1;*1_:1_;unexpected reply",
        "=OK;-OK_;OK",
        "-;HTTP/1.1 200_;not a Redis reply",
      })
  void repliesAreHeldAgainstWhatIsExpected(String expect, String reply, String label) {
    Codec codec = codec("GET {key}", expect);
    for (int piece = 1; piece <= reply.length() + 5; piece++) {
      codec.encode(0, piece, ByteBuffer.allocate(1000));
      if (label.equals("not a Redis reply")) {
        assertThat(answer(codec, reply, 100)).isEqualTo(Outcome.failed(label));
        assertThat(codec.isReusable()).isFalse();
      } else {
        Outcome outcome = answer(codec, reply, piece);
        Outcome expected = label.equals("ok") ? OK : Outcome.failed(label);
        assertThat(outcome).as("in pieces of %d", piece).isEqualTo(expected);
        assertThat(codec.isReusable()).isTrue();
      }
    }
  }

  @ParameterizedTest
  @ValueSource(strings = {"any", "found", "=OK", "=", "=größe"})
  void aSampleIsAsExpected(String expect) {
    Codec codec = codec("GET {key}", expect);
    codec.encode(0, 0, ByteBuffer.allocate(1000));
    ByteBuffer sample = ByteBuffer.wrap(Expectation.parse(expect).sample());
    assertThat(codec.decode(sample)).isEqualTo(OK);
    assertThat(sample.hasRemaining()).isFalse();
  }

  @ParameterizedTest
  @CsvSource(
      nullValues = "-",
      value = {
        "-,-,0,2,''",
        "-,-,3,2,*2_$6_SELECT_$1_3_",
        "-,pw,0,2,*2_$4_AUTH_$2_pw_",
        "me,pw,12,2,*3_$4_AUTH_$2_me_$2_pw_*2_$6_SELECT_$2_12_",
        "-,-,0,3,*2_$5_HELLO_$1_3_",
        "-,pw,1,3,*5_$5_HELLO_$1_3_$4_AUTH_$7_default_$2_pw_*2_$6_SELECT_$1_1_",
        "me,pw,0,3,*5_$5_HELLO_$1_3_$4_AUTH_$2_me_$2_pw_",
      })
  void theHandshakeSaysWhatTheServerNeeds(
      @Nullable String user, @Nullable String password, int database, int resp, String bytes) {
    RedisSession session = session(new SessionSettings(user, password, database, resp));
    assertThat(session.needsSetup()).isEqualTo(!bytes.isEmpty());
    assertThat(encoded(session::encodeSetup)).isEqualTo(bytes);
  }

  private RedisSession session(SessionSettings settings) {
    return new RedisSession(
        Handshake.of(settings), () -> new RecordCodec(new Records(notes), UNKEPT));
  }

  @Test
  void aHandshakeIsOverWhenAllOfItIsAnswered() {
    RedisSession session = session(new SessionSettings("me", "pw", 1, 3));
    session.encodeSetup(ByteBuffer.allocate(1000));
    assertThat(session.decodeSetup(bytes("%1_$5_proto_:3_"))).isNull();
    assertThat(session.decodeSetup(bytes("+OK_"))).isEqualTo(OK);
    assertThat(session.needsSetup()).isFalse();
    session.reset();
    assertThat(session.needsSetup()).as("on a new connection").isTrue();
    session.encodeSetup(ByteBuffer.allocate(1000));
    assertThat(session.decodeSetup(bytes("-WRONGPASS no_"))).isNull();
    assertThat(session.decodeSetup(bytes("-NOAUTH no_"))).isEqualTo(Outcome.failed("WRONGPASS"));
    assertThat(session.needsSetup()).isTrue();
  }

  private static ByteBuffer bytes(String text) {
    return ByteBuffer.wrap(text.replace("_", "\r\n").getBytes(StandardCharsets.UTF_8));
  }

  private static String word(String text) {
    return "$" + text.length() + "_" + text + "_";
  }

  private static String record(long n) {
    return "*6_$4_text_"
        + word(Notes.value(n, 1))
        + "$5_title_"
        + word(Notes.value(n, 0))
        + "$2_by_"
        + word(Notes.value(n, 2));
  }

  @Test
  void aReadAsksForAllFieldsAndChecksThem() {
    Codec codec = records();
    assertThat(encoded(codec, KeyValueKind.READ, 7)).isEqualTo("*2_$7_HGETALL_$5_note7_");
    for (int piece = 1; piece <= record(7).length(); piece++) {
      codec.encode(Notes.of(KeyValueKind.READ), 7, ByteBuffer.allocate(1000));
      assertThat(answer(codec, record(7), piece)).as("pieces of %d", piece).isEqualTo(OK);
    }
    codec.encode(Notes.of(KeyValueKind.READ), 7, ByteBuffer.allocate(1000));
    assertThat(answer(codec, record(7).replace("*6", "%3"))).isEqualTo(OK);
    assertThat(notes.told).last().isEqualTo("read 7 succeeded");
  }

  @Test
  void whatIsReadMustBeWhatWasWritten() {
    assertThat(read(record(8))).isEqualTo(KeyValueOutcomes.UNEXPECTED_STATE);
    assertThat(read("*2_$4_text_" + word(Notes.value(7, 1))))
        .isEqualTo(KeyValueOutcomes.UNEXPECTED_STATE);
    assertThat(read(record(7).replace("$2_by_", "$2_to_")))
        .isEqualTo(KeyValueOutcomes.UNEXPECTED_STATE);
    assertThat(read(record(7).replace("$2_by_", "$4_text_")))
        .isEqualTo(KeyValueOutcomes.UNEXPECTED_STATE);
    assertThat(read("*0_")).isEqualTo(KeyValueOutcomes.NOT_FOUND);
    assertThat(read("%0_")).isEqualTo(KeyValueOutcomes.NOT_FOUND);
    assertThat(read("+OK_")).isEqualTo(Expectation.UNEXPECTED);
    assertThat(read("-WRONGTYPE x_")).isEqualTo(Outcome.failed("WRONGTYPE"));
    assertThat(notes.told).hasSize(8).allMatch(each -> each.equals("read 7 failed"));
    notes.checks = false;
    assertThat(read(record(8))).isEqualTo(OK);
  }

  private @Nullable Outcome read(String reply) {
    Codec codec = records();
    codec.encode(Notes.of(KeyValueKind.READ), 7, ByteBuffer.allocate(1000));
    return answer(codec, reply);
  }

  @Test
  void aReadOfOneField() {
    notes.readsAll = false;
    Codec codec = records();
    assertThat(encoded(codec, KeyValueKind.READ, 7)).isEqualTo("*3_$5_HMGET_$5_note7_$4_text_");
    assertThat(answer(codec, "*1_" + word(Notes.value(7, 1)))).isEqualTo(OK);
    assertThat(read("*1_" + word(Notes.value(7, 2)))).isEqualTo(KeyValueOutcomes.UNEXPECTED_STATE);
    assertThat(read("*1_$-1_")).isEqualTo(KeyValueOutcomes.NOT_FOUND);
  }

  @Test
  void anUpdateWritesItsFields() {
    Codec codec = records();
    assertThat(encoded(codec, KeyValueKind.UPDATE, 7))
        .isEqualTo("*4_$5_HMSET_$5_note7_$2_by_" + word(Notes.value(7, 2)));
    assertThat(answer(codec, "+OK_")).isEqualTo(OK);
    assertThat(codec.hasNext()).isFalse();
  }

  @Test
  void anInsertWritesAndThenAddsToTheIndex() {
    Codec codec = records();
    assertThat(encoded(codec, KeyValueKind.INSERT, 7))
        .isEqualTo(
            "*8_$5_HMSET_$5_note7_$5_title_"
                + word(Notes.value(7, 0))
                + "$4_text_"
                + word(Notes.value(7, 1))
                + "$2_by_"
                + word(Notes.value(7, 2)));
    assertThat(answer(codec, "+OK_")).isNull();
    assertThat(notes.told).isEmpty();
    assertThat(next(codec))
        .isEqualTo(
            "*4_$4_ZADD_$8__indices_" + word(Integer.toString("note7".hashCode())) + "$5_note7_");
    assertThat(answer(codec, ":1_")).isEqualTo(OK);
    assertThat(notes.told).containsExactly("insert 7 succeeded");
  }

  @Test
  void anInsertThatIsRefusedIsNotAddedToTheIndex() {
    Codec codec = records();
    codec.encode(Notes.of(KeyValueKind.INSERT), 7, ByteBuffer.allocate(1000));
    assertThat(answer(codec, "-OOM command not allowed_")).isEqualTo(Outcome.failed("OOM"));
    assertThat(codec.hasNext()).isFalse();
    assertThat(notes.told).containsExactly("insert 7 failed");
  }

  @Test
  void anInsertWithoutAnAnswerHasFailed() {
    Codec codec = records();
    codec.encode(Notes.of(KeyValueKind.INSERT), 7, ByteBuffer.allocate(1000));
    codec.abandoned();
    assertThat(notes.told).containsExactly("insert 7 failed");
  }

  /// Hash codes of texts are often negative.
  @Test
  void theScoreIsTheHashCode() {
    for (long n : new long[] {0, 1, 6284781860667377211L, 1234567, 8517097267634966620L}) {
      Codec codec = records();
      codec.encode(Notes.of(KeyValueKind.INSERT), n, ByteBuffer.allocate(1000));
      assertThat(answer(codec, "+OK_")).isNull();
      assertThat(next(codec)).contains(word(Integer.toString(Notes.key(n).hashCode())));
    }
  }

  @Test
  void toReadModifyAndWriteIsToReadAndThenToWrite() {
    Codec codec = records();
    int operation = Notes.of(KeyValueKind.READ_MODIFY_WRITE);
    codec.encode(operation, 7, ByteBuffer.allocate(1000));
    assertThat(answer(codec, record(7))).isNull();
    assertThat(next(codec)).startsWith("*4_$5_HMSET_$5_note7_");
    assertThat(answer(codec, "+OK_")).isEqualTo(OK);
    assertThat(notes.told).containsExactly("read-modify-write 7 succeeded");

    codec.encode(operation, 7, ByteBuffer.allocate(1000));
    assertThat(answer(codec, "*0_")).isNull();
    assertThat(next(codec)).startsWith("*4_$5_HMSET_$5_note7_");
    assertThat(answer(codec, "+OK_")).isEqualTo(KeyValueOutcomes.NOT_FOUND);

    codec.encode(operation, 7, ByteBuffer.allocate(1000));
    assertThat(answer(codec, "-WRONGTYPE x_")).isNull();
    assertThat(next(codec)).startsWith("*4_$5_HMSET_$5_note7_");
    assertThat(answer(codec, "-OOM x_")).isEqualTo(Outcome.failed("WRONGTYPE"));

    codec.encode(operation, 7, ByteBuffer.allocate(1000));
    assertThat(answer(codec, record(7))).isNull();
    assertThat(next(codec)).startsWith("*4_$5_HMSET_$5_note7_");
    assertThat(answer(codec, "-OOM x_")).isEqualTo(Outcome.failed("OOM"));

    codec.encode(operation, 7, ByteBuffer.allocate(1000));
    assertThat(answer(codec, "?")).isEqualTo(RedisCodec.NOT_REDIS);
    assertThat(codec.hasNext()).isFalse();

    codec.encode(operation, 7, ByteBuffer.allocate(1000));
    assertThat(answer(codec, record(8))).isNull();
    assertThat(next(codec)).startsWith("*4_$5_HMSET_");
    assertThat(answer(codec, "+OK_")).isEqualTo(KeyValueOutcomes.UNEXPECTED_STATE);
  }

  @Test
  void aScanAsksForKeysAndThenForAllTheirRecords() {
    Codec codec = records();
    assertThat(encoded(codec, KeyValueKind.SCAN, 7))
        .contains("ZRANGEBYSCORE_")
        .endsWith(word(Integer.toString("note7".hashCode())) + "$4_+inf_$5_LIMIT_$1_0_$1_3_");
    for (int piece = 1; piece < 30; piece++) {
      codec.encode(Notes.of(KeyValueKind.SCAN), 7, ByteBuffer.allocate(1000));
      assertThat(answer(codec, "*2_$5_note7_$6_note12_", piece)).isNull();
      ByteBuffer tooSmall = ByteBuffer.allocate(40);
      assertThatThrownBy(() -> codec.encodeNext(tooSmall))
          .isInstanceOf(BufferOverflowException.class);
      assertThat(next(codec)).isEqualTo("*2_$7_HGETALL_$5_note7_*2_$7_HGETALL_$6_note12_");
      assertThat(answer(codec, record(7) + record(12), piece)).isEqualTo(OK);
    }
  }

  @Test
  void aScanOfOneField() {
    notes.readsAll = false;
    Codec codec = records();
    codec.encode(Notes.of(KeyValueKind.SCAN), 7, ByteBuffer.allocate(1000));
    assertThat(answer(codec, "*1_$5_note7_")).isNull();
    assertThat(next(codec)).isEqualTo("*3_$5_HMGET_$5_note7_$4_text_");
    assertThat(answer(codec, "*1_$1_x_")).isEqualTo(OK);
  }

  @Test
  void aScanThatFindsNothing() {
    Codec codec = records();
    codec.encode(Notes.of(KeyValueKind.SCAN), 7, ByteBuffer.allocate(1000));
    assertThat(answer(codec, "*0_")).isEqualTo(KeyValueOutcomes.NOT_FOUND);
    codec.encode(Notes.of(KeyValueKind.SCAN), 7, ByteBuffer.allocate(1000));
    assertThat(answer(codec, "*2_$1_a_$1_b_")).isNull();
    codec.encodeNext(ByteBuffer.allocate(1000));
    assertThat(answer(codec, record(1) + "*0_")).isEqualTo(KeyValueOutcomes.NOT_FOUND);
  }

  @Test
  void samplesCarryEachKindToItsEnd() {
    Records records = new Records(notes);
    notes.checks = false;
    for (boolean all : new boolean[] {true, false}) {
      notes.readsAll = all;
      for (KeyValueKind kind : KeyValueKind.values()) {
        Codec codec = records();
        codec.encode(Notes.of(kind), 1, ByteBuffer.allocate(1000));
        Outcome outcome = codec.decode(ByteBuffer.wrap(records.sample(Notes.of(kind), 0)));
        if (codec.hasNext()) {
          codec.encodeNext(ByteBuffer.allocate(1000));
          outcome = codec.decode(ByteBuffer.wrap(records.sample(Notes.of(kind), 1)));
        }
        assertThat(outcome).as("%s", kind).isEqualTo(OK);
      }
    }
  }
}
