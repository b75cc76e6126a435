package dev.takt.lab;

import dev.takt.load.driver.DriverProvider;
import java.util.Comparator;
import java.util.List;
import java.util.ServiceLoader;

/// The drivers on the class path or module path.
public final class InstalledDrivers {

  private InstalledDrivers() {}

  /// All drivers: HTTP, which most users need, then the others by name; the demo last, because its
  /// flags are those of HTTP and belong there. Loading them takes some milliseconds.
  public static List<DriverProvider> load() {
    return ServiceLoader.load(DriverProvider.class).stream()
        .map(ServiceLoader.Provider::get)
        .sorted(
            Comparator.comparing((DriverProvider each) -> !each.name().equals("http"))
                .thenComparing(each -> each.name().equals("demo"))
                .thenComparing(DriverProvider::name))
        .toList();
  }
}
