package dev.takt.process.portable;

import dev.takt.process.internal.LauncherFactory;
import dev.takt.process.internal.LauncherSettings;

/// Launchers over [ProcessBuilder]. Found by name.
final class PlainLauncherFactory extends LauncherFactory {

  static {
    register(new PlainLauncherFactory());
  }

  private PlainLauncherFactory() {}

  @Override
  protected PlainLauncher create(LauncherSettings settings) {
    return new PlainLauncher(settings);
  }
}
