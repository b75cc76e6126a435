package dev.takt.process;

/// The shared launcher, created on first use.
final class SharedLauncher implements Launcher {

  static final Launcher INSTANCE = new SharedLauncher(Launcher.builder().build());

  private final Launcher launcher;

  private SharedLauncher(Launcher launcher) {
    this.launcher = launcher;
  }

  @Override
  public boolean isNative() {
    return launcher.isNative();
  }

  @Override
  public CallbackChild start(Command command, ChildHandler handler) throws StartException {
    return launcher.start(command, handler);
  }

  @Override
  public StreamChild start(Command command) throws StartException {
    return launcher.start(command);
  }

  /// Does nothing, because other code uses it.
  @Override
  public void close() {}
}
