package dev.takt.faults.shop;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.io.DataOutputStream;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;

class ShopSqlSessionTest {

  private final List<String> passed = new ArrayList<>();
  private final ByteArrayOutputStream output = new ByteArrayOutputStream();
  private final ByteArrayOutputStream client = new ByteArrayOutputStream();
  private final DataOutputStream messages = new DataOutputStream(client);

  private void greet(int code) throws IOException {
    messages.writeInt(8);
    messages.writeInt(code);
  }

  private void say(char type, String text) throws IOException {
    messages.write(type);
    messages.writeInt(text.length() + 5);
    messages.write((text + "\0").getBytes(StandardCharsets.UTF_8));
  }

  private String answers() throws IOException {
    ShopSqlSession.serve(new ByteArrayInputStream(client.toByteArray()), output, passed::add);
    return output.toString(StandardCharsets.ISO_8859_1);
  }

  @Test
  void statementHandlesItsPath() throws IOException {
    greet(80_877_103);
    greet(3 << 16);
    say('Q', "SET application_name = 'takt'");
    say('Q', "select '/lock'");
    say('Q', "SELECT 1");
    say('Q', "");
    say('X', "");

    String answers = answers();
    assertThat(passed).containsExactly("/lock", "");
    assertThat(answers).startsWith("NR").contains("server_version", "SELECT 1", "ok", "SET");
  }

  @Test
  void disconnectEndsSession() throws IOException {
    greet(3 << 16);

    assertThat(answers()).endsWith("I");
    assertThat(passed).isEmpty();
  }

  @Test
  void unknownMessageEndsSession() throws IOException {
    greet(3 << 16);
    say('P', "select 1");

    assertThatThrownBy(this::answers).isInstanceOf(IOException.class);
  }

  @Test
  void invalidMessageLengthIsRejected() throws IOException {
    messages.writeInt(Integer.MAX_VALUE);

    assertThatThrownBy(this::answers)
        .isInstanceOf(IOException.class)
        .hasMessageContaining("a message of");
  }
}
