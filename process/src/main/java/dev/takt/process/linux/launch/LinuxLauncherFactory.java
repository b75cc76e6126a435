package dev.takt.process.linux.launch;

import dev.takt.process.internal.LauncherFactory;
import dev.takt.process.internal.LauncherSettings;

/// Launchers that make the system calls of Linux. Found by name.
final class LinuxLauncherFactory extends LauncherFactory {

  static {
    register(new LinuxLauncherFactory());
  }

  private LinuxLauncherFactory() {}

  @Override
  protected LinuxLauncher create(LauncherSettings settings) {
    return new LinuxLauncher(settings);
  }
}
