package dev.takt.process;

/// The launcher that nobody owns, made when it is first asked for.
final class SharedLauncher {

  static final Launcher INSTANCE = Launcher.builder().build();

  private SharedLauncher() {}
}
