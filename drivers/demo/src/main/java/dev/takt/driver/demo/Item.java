package dev.takt.driver.demo;

/// An item that the shop sells.
///
/// @param id from 1 to [Catalogue#ITEMS]
/// @param name its name
/// @param shelf its shelf, such as `shelf-17`
/// @param cents its price in cents
/// @param stock how many are in stock
/// @param description a few lines of text
record Item(int id, String name, String shelf, int cents, int stock, String description) {}
