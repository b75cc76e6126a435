package dev.takt.driver.demo;

import java.io.IOException;
import java.sql.SQLException;

/// The main class of the child JVM: opens the shop and writes its port as the only line of standard
/// output. Exits when its standard input is closed, which happens when its parent ends.
final class ShopMain {

  private ShopMain() {}

  /// Takes no arguments.
  public static void main(String[] arguments) throws IOException, SQLException {
    System.setProperty("sun.net.httpserver.nodelay", "true");
    System.setProperty("sun.net.httpserver.maxIdleConnections", "20000");
    Shop shop = Shop.open();
    System.out.println(shop.port());
    System.out.flush();
    while (System.in.read() >= 0) {
      // No input is expected: only the end of the stream matters.
    }
    Runtime.getRuntime().halt(0);
  }
}
