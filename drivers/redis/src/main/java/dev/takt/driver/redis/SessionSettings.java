package dev.takt.driver.redis;

import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/// Settings with which each connection begins.
///
/// @param user the name of an ACL user, or null for the default user
/// @param password null for none
/// @param database 0 for the initial database of a connection
/// @param resp the protocol version, 2 or 3
record SessionSettings(@Nullable String user, @Nullable String password, int database, int resp) {

  /// The commands to send on each new connection; none of them may fail.
  List<List<String>> commands() {
    List<List<String>> commands = new ArrayList<>();
    if (resp == 3) {
      List<String> hello = new ArrayList<>(List.of("HELLO", "3"));
      if (password != null) {
        hello.addAll(List.of("AUTH", user == null ? "default" : user, password));
      }
      commands.add(hello);
    } else if (password != null) {
      // Servers before 6.0 support passwords but no users.
      commands.add(user == null ? List.of("AUTH", password) : List.of("AUTH", user, password));
    }
    if (database != 0) {
      commands.add(List.of("SELECT", Integer.toString(database)));
    }
    return List.copyOf(commands);
  }

  /// Omits the password.
  @Override
  public String toString() {
    return "Access[user=" + user + ", database=" + database + ", resp=" + resp + "]";
  }
}
