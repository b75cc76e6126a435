package dev.takt.driver.demo;

import dev.takt.load.driver.DriverException;
import java.nio.file.Path;
import java.util.List;

/// A process that starts a shop and then waits to be killed.
final class KilledGenerator {

  private KilledGenerator() {}

  public static void main(String[] arguments) throws DriverException, InterruptedException {
    ShopProcess shop = ShopProcess.start(Path.of(arguments[0]), List.of(), message -> {});
    System.out.println(shop.pid());
    Thread.sleep(Long.MAX_VALUE);
  }
}
