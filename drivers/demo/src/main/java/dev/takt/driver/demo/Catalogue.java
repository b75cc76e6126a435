package dev.takt.driver.demo;

import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/// The shop's data access: one database connection with its prepared statements. Not thread-safe.
final class Catalogue implements AutoCloseable {

  /// How many items there are.
  static final int ITEMS = 10_000;

  /// How many shelves there are.
  static final int SHELVES = 200;

  /// How many orders are kept; older ones are overwritten, since the shop may run for days in a
  /// small heap.
  private static final int MAX_ORDERS = 20_000;

  private static final List<String> SCHEMA =
      List.of(
          "create table item (id int primary key, name varchar(80) not null,"
              + " shelf varchar(20) not null, cents int not null, stock int not null,"
              + " description varchar(2000) not null)",
          "create sequence order_number",
          "create table orders (slot int primary key, number bigint not null, item int not null,"
              + " quantity int not null, placed timestamp not null)",
          "insert into item select x, 'Item ' || x, 'shelf-' || (1 + mod(x, "
              + SHELVES
              + ")), 100 + mod(x * 7919, 9900), 1000000,"
              + " repeat('What item ' || x || ' is good for. ', 28) from system_range(1, "
              + ITEMS
              + ")",
          "create index item_shelf on item (shelf, cents)");

  private final Connection connection;
  private final PreparedStatement byId;
  private final PreparedStatement byShelf;
  private final PreparedStatement takeStock;
  private final PreparedStatement nextNumber;
  private final PreparedStatement saveOrder;

  Catalogue(Connection connection) throws SQLException {
    this.connection = connection;
    String columns = "select id, name, shelf, cents, stock, description from item ";
    byId = connection.prepareStatement(columns + "where id = ?");
    byShelf = connection.prepareStatement(columns + "where shelf = ? order by cents limit ?");
    takeStock =
        connection.prepareStatement(
            "update item set stock = stock - ? where id = ? and stock >= ?");
    nextNumber = connection.prepareStatement("select next value for order_number");
    saveOrder =
        connection.prepareStatement(
            "merge into orders key (slot) values (?, ?, ?, ?, current_timestamp)");
    connection.setAutoCommit(false);
  }

  /// Creates and fills the tables.
  static void create(Connection connection) throws SQLException {
    try (Statement statement = connection.createStatement()) {
      for (String sql : SCHEMA) {
        statement.execute(sql);
      }
    }
  }

  Optional<Item> item(int id) throws SQLException {
    byId.setInt(1, id);
    List<Item> found = items(byId);
    return found.isEmpty() ? Optional.empty() : Optional.of(found.getFirst());
  }

  /// The cheapest items of a shelf.
  List<Item> onShelf(String shelf, int limit) throws SQLException {
    byShelf.setString(1, shelf);
    byShelf.setInt(2, limit);
    return items(byShelf);
  }

  /// Takes items out of the stock.
  ///
  /// @return the order's number, or nothing if there are not enough
  Optional<Long> order(int item, int quantity) throws SQLException {
    try {
      takeStock.setInt(1, quantity);
      takeStock.setInt(2, item);
      takeStock.setInt(3, quantity);
      if (takeStock.executeUpdate() == 0) {
        connection.rollback();
        return Optional.empty();
      }
      long number = nextNumber();
      saveOrder.setInt(1, (int) (number % MAX_ORDERS));
      saveOrder.setLong(2, number);
      saveOrder.setInt(3, item);
      saveOrder.setInt(4, quantity);
      saveOrder.executeUpdate();
      connection.commit();
      return Optional.of(number);
    } catch (SQLException e) {
      connection.rollback();
      throw e;
    }
  }

  @Override
  public void close() throws SQLException {
    connection.close();
  }

  private long nextNumber() throws SQLException {
    try (ResultSet row = nextNumber.executeQuery()) {
      row.next();
      return row.getLong(1);
    }
  }

  private List<Item> items(PreparedStatement query) throws SQLException {
    List<Item> items = new ArrayList<>();
    try (ResultSet row = query.executeQuery()) {
      while (row.next()) {
        items.add(
            new Item(
                row.getInt(1),
                row.getString(2),
                row.getString(3),
                row.getInt(4),
                row.getInt(5),
                row.getString(6)));
      }
    }
    connection.commit();
    return items;
  }
}
