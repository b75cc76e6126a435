/// Stores behind bindings that were written for YCSB, as they are: their jars are loaded apart from
/// Takt's own classes, and called as YCSB would call them.
@NullMarked
package dev.takt.driver.ycsb;

import org.jspecify.annotations.NullMarked;
