package dev.takt.cli.get;

import dev.takt.cli.spi.CliContext;
import dev.takt.cli.spi.ExitCode;
import dev.takt.load.download.MavenFetch;
import dev.takt.load.download.OptionalDownload;
import dev.takt.load.server.ManagedServer;
import dev.takt.runs.text.EnglishText;
import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStreamReader;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;

/// Fetches a download, and asks before. Nothing is downloaded without a yes: on the terminal, or by
/// a flag.
final class DownloadDialog {

  private final OptionalDownload download;
  private final CliContext context;
  private final Path folder;

  DownloadDialog(OptionalDownload download, CliContext context) {
    this.download = download;
    this.context = context;
    this.folder = download.folder(context.environment());
  }

  Path folder() {
    return folder;
  }

  /// Whether all files are there, according to their sizes.
  boolean isInstalled() {
    return download.jars().isIn(folder);
  }

  /// Fetches it for a target that needs it.
  ///
  /// @return an exit code
  int fetchFor(String target) {
    context.message(target + " needs " + download.describe() + ", which is not here yet.");
    return fetch(false);
  }

  /// Fetches it.
  ///
  /// @param isAgreed whether the user has already said yes
  /// @return an exit code
  int fetch(boolean isAgreed) {
    MavenFetch fetch = new MavenFetch(download, folder);
    try {
      if (fetch.installCopied()) {
        return installed();
      }
      Path mvn = ManagedServer.onPath("mvn", context.environment().get("PATH"));
      if (mvn == null) {
        return withoutMaven(fetch.writePom(), fetch.jars());
      }
      if (!isAgreed && !asksForIt()) {
        return ExitCode.USAGE;
      }
      context.message("mvn fetches " + download.describe() + " …");
      fetch.run(mvn);
      return installed();
    } catch (IOException e) {
      context.message(e.getMessage());
      return ExitCode.FAILED;
    } catch (InterruptedException e) {
      return ExitCode.INTERRUPTED;
    }
  }

  private int installed() {
    context.message(download.title() + " " + download.version() + " is in " + folder);
    return ExitCode.OK;
  }

  private int withoutMaven(Path pom, Path jars) {
    context
        .err()
        .print(
            EnglishText.format(
                """
                takt: there is no mvn on the PATH, which fetches the jars.
                Install Maven 3.8 or later, and repeat the command. Or, where there is a mvn:
                  mvn -f %s package
                It copies the jars into the folder jars beside the POM. Here, that is
                  %s
                When they are there, the command %s checks and installs them.
                """,
                pom, jars, command()));
    return ExitCode.USAGE;
  }

  private boolean asksForIt() {
    if (!context.isInTerminal()) {
      context.err().println("Nothing is downloaded without a yes: " + command() + " --yes");
      return false;
    }
    context
        .err()
        .print(
            EnglishText.format(
                """
                Your mvn fetches it, with your settings and mirrors. Takt checks the SHA-256 of
                each jar. Folder: %s
                """,
                folder));
    context.err().print("Fetch it now? [Y/n] ");
    context.err().flush();
    if (isYes()) {
      return true;
    }
    context.err().println("Nothing was downloaded. Later: " + command());
    return false;
  }

  private boolean isYes() {
    try {
      var in = new BufferedReader(new InputStreamReader(context.in(), StandardCharsets.UTF_8));
      String answer = in.readLine();
      return answer != null && answer.strip().matches("(?i)y|yes|");
    } catch (IOException e) {
      return false;
    }
  }

  private String command() {
    return context.typed("takt get " + download.name());
  }
}
