package dev.takt.driver.demo;

/// Something that the shop sells.
///
/// @param id from 1 to [Catalogue#ITEMS]
/// @param name what it is called
/// @param shelf where it lies, such as `shelf-17`
/// @param cents its price
/// @param stock how many there are
/// @param description a few lines of text
record Item(int id, String name, String shelf, int cents, int stock, String description) {}
