package dev.takt.driver.demo;

import java.io.IOException;
import java.sql.SQLException;

/// The child JVM: opens the shop, writes its port as the only line of standard output, and ends
/// with its standard input, that is: with its parent.
final class ShopMain {

  private ShopMain() {}

  /// No arguments.
  public static void main(String[] arguments) throws IOException, SQLException {
    System.setProperty("sun.net.httpserver.nodelay", "true");
    System.setProperty("sun.net.httpserver.maxIdleConnections", "20000");
    Shop shop = Shop.open();
    System.out.println(shop.port());
    System.out.flush();
    while (System.in.read() >= 0) {
      // Nothing is expected; what counts is the end.
    }
    Runtime.getRuntime().halt(0);
  }
}
