package dev.takt.watch.host;

import static org.assertj.core.api.Assertions.assertThat;

import dev.takt.runs.model.Stall.Actor;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.concurrent.atomic.AtomicLong;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class ThreadNamesTest {

  @TempDir Path proc;

  /// The kernel truncates names after 15 bytes, also within a character.
  @Test
  void nameTruncatedWithinCharacterIsRead() throws Exception {
    Path thread = Files.createDirectory(proc.resolve("7"));
    Files.write(thread.resolve("comm"), new byte[] {'G', 'r', (byte) 0xc3, '\n'});

    assertThat(new ThreadNames(proc).name(7)).isEqualTo("Gr\ufffd");
  }

  @Test
  void endedThreadIsMarkedAsEnded() {
    assertThat(new ThreadNames(proc).name(7)).isEqualTo("thread 7, which has ended");
  }

  /// A name is read from its file once, and again after a while, since threads may be renamed. A
  /// name from a recorded event is not read at all.
  @Test
  void nameIsCachedAndExpires() throws Exception {
    AtomicLong now = new AtomicLong();
    ThreadNames names = new ThreadNames(proc, now::get);
    Path thread = Files.createDirectory(proc.resolve("7"));
    Files.writeString(thread.resolve("comm"), "first\n");
    assertThat(names.actor(3, 7)).isEqualTo(new Actor("first", 3L, 7L, null));

    Files.writeString(thread.resolve("comm"), "second\n");
    now.addAndGet(1_999_999_999);
    assertThat(names.actor(3, 7).name()).isEqualTo("first");
    assertThat(names.actor(4, 7)).isEqualTo(new Actor("second", 4L, 7L, null));
    now.addAndGet(1);
    Files.writeString(thread.resolve("comm"), "third\n");
    assertThat(names.actor(4, 7).name()).isEqualTo("third");

    names.recordName(4, 7, "renamed");
    assertThat(names.actor(4, 7).name()).isEqualTo("renamed");
  }
}
