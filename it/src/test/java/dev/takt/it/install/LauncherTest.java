package dev.takt.it.install;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/// How the launcher names itself in commands that Takt suggests.
class LauncherTest {

  @TempDir Path folder;

  private String launcher(String path, String call) throws Exception {
    Path programs = Files.createDirectories(folder.resolve("a b/bin"));
    Path script = programs.resolve("takt");
    String text =
        "#!/usr/bin/env bash\nsource '"
            + Script.ROOT.resolve("bin/launch.sh")
            + "'\nset_launcher\necho \"$TAKT_LAUNCHER\"\n";
    Files.writeString(script, text);
    assertThat(script.toFile().setExecutable(true)).isTrue();
    Script ran =
        Script.run(
            programs, Map.of("PATH", path + ":" + System.getenv("PATH")), "bash", "-c", call);
    assertThat(ran.code()).as(ran.err()).isZero();
    return ran.out();
  }

  @Test
  void isNamedAsTheUserTypedIt() throws Exception {
    assertThat(launcher("/no", "./takt")).isEqualTo("./takt\n");
    assertThat(launcher("/no", "cd ..; bin/takt")).isEqualTo("bin/takt\n");
    assertThat(launcher("/no", "'../../a b/bin/takt'")).isEqualTo("../../a\\ b/bin/takt\n");
  }

  @Test
  void isTaktWhereThePathHasIt() throws Exception {
    String bin = folder.resolve("a b/bin").toString();

    assertThat(launcher(bin, "takt")).isEqualTo("takt\n");
    assertThat(launcher(bin, "'" + bin + "/takt'")).isEqualTo("takt\n");
    assertThat(launcher(bin, "./takt")).isEqualTo("./takt\n");
  }
}
