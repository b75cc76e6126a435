package dev.takt.driver.demo;

import java.util.List;

/// Formats the shop's answers as JSON.
final class Pages {

  private Pages() {}

  /// An item and others of its shelf.
  static String item(Item item, List<Item> neighbours) {
    StringBuilder json = new StringBuilder(1024);
    json.append("{\"item\":");
    append(json, item);
    json.append(",\"description\":\"").append(item.description()).append("\",\"neighbours\":");
    append(json, neighbours);
    return json.append('}').toString();
  }

  static String items(List<Item> items) {
    StringBuilder json = new StringBuilder(1024);
    json.append("{\"items\":");
    append(json, items);
    return json.append('}').toString();
  }

  static String order(long number) {
    return "{\"order\":" + number + "}";
  }

  /// The answer to a login.
  static String login(String token, long cart) {
    return "{\"token\":\"" + token + "\",\"cart\":" + cart + "}";
  }

  /// An order of a cart.
  static String cartOrder(long number) {
    return "{\"status\":\"ok\",\"order\":" + number + "}";
  }

  static String error(String message) {
    return "{\"error\":\"" + message + "\"}";
  }

  private static void append(StringBuilder json, List<Item> items) {
    json.append('[');
    for (int i = 0; i < items.size(); i++) {
      if (i > 0) {
        json.append(',');
      }
      append(json, items.get(i));
    }
    json.append(']');
  }

  private static void append(StringBuilder json, Item item) {
    json.append("{\"id\":")
        .append(item.id())
        .append(",\"name\":\"")
        .append(item.name())
        .append("\",\"shelf\":\"")
        .append(item.shelf())
        .append("\",\"cents\":")
        .append(item.cents())
        .append(",\"stock\":")
        .append(item.stock())
        .append('}');
  }
}
